import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';
import type { Ids } from '../../../ports/clock.ts';

const HEADER = 'x-request-id';
const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/;

/** Keeps a caller's own well-formed id, so that a request can be followed through several services. */
export function requestIdOf(request: IncomingMessage, ids: Ids): string {
  const given = request.headers[HEADER];
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : ids.next();
}

export const requestId = fp(
  async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.header(HEADER, request.id);
    });
  },
  { name: 'request-id' },
);
