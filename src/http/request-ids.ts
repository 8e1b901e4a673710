import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Ids } from '../ports/clock.ts';

const HEADER = 'x-request-id';
const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/;

/** A caller's own id is kept when it is well formed, so that it can be followed through several services. */
export function requestIdOf(request: IncomingMessage, ids: Ids): string {
  const given = request.headers[HEADER];
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : ids.next();
}

/** Every answer carries the id. */
export function tellRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(HEADER, request.id);
  });
}
