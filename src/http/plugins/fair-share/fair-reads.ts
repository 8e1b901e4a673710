import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type Pace, PacedAdmission } from '../../../lib/paced-admission.ts';
import { admitResponse } from '../../admit-response.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route waits in a queue of its own, and would hold the caller's turns meanwhile. */
    hasOwnQueue?: boolean;
  }
  interface FastifyRequest {
    /** Lets the caller's next read begin; null for requests that take no turn. */
    endRead: (() => void) | null;
  }
}

/**
 * A page of long messages takes some 15 ms of the event loop and three megabytes. A read that takes longer than its turn waits for a store:
 * while one is unavailable, each request must fail in its own time.
 */
const PACE: Pace = { concurrency: Number.POSITIVE_INFINITY, perKey: 4, maxTurnMs: 500 };
const READS = new Set(['GET', 'HEAD']);

interface FairReadsOptions extends Partial<Pace> {
  /** Account of an owner, address of a visitor. */
  readonly callerOf: (request: FastifyRequest) => string;
}

/**
 * Fair share of the stores: a caller who asks for hundreds of pages at once waits for their own and delays nobody else. Must be registered
 * after the plugin that identifies the caller.
 */
export const fairReads = fp<FairReadsOptions>(
  async (app, { callerOf, ...pace }) => {
    const admission = new PacedAdmission({ ...PACE, ...pace });
    app.decorateRequest('endRead', null);
    app.addHook('onRequest', async (request, reply) => {
      const { opensStream, hasOwnQueue } = request.routeOptions.config;
      if (!READS.has(request.method) || opensStream === true || hasOwnQueue === true) return;
      request.endRead = await admitResponse(admission, callerOf(request), reply.raw);
      if (request.endRead === null) return reply.hijack();
    });
    // The turn ends here, not with the response: a slow reader would hold it.
    app.addHook('onSend', (request, _reply, _payload, done) => {
      request.endRead?.();
      done();
    });
  },
  { name: 'fair-reads' },
);
