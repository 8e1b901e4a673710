import fp from 'fastify-plugin';
import { type Pace, PacedAdmission } from '../../lib/paced-admission.ts';
import { onResponseClose } from '../response-close.ts';
import { clientAddress } from './client-address/client-address.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route opens an event stream. */
    opensStream?: boolean;
  }
  interface FastifyRequest {
    /** Ends the request's turn; null on other routes. */
    endOpening: (() => void) | null;
  }
}

/** Enough to keep the stores busy, and few enough that their results never fill a turn of the event loop. */
const PACE: Pace = { concurrency: 4, maxTurnMs: 25 };

/**
 * After a restart, all clients come back for their event streams within a moment. A few are opened at a time, client addresses in
 * rotation. Must be registered before plugins whose hooks ask a store, and after the access log, which tells of those that leave.
 */
export const streamOpenings = fp<Partial<Pace>>(
  async (app, pace) => {
    const admission = new PacedAdmission({ ...PACE, ...pace });
    app.decorateRequest('endOpening', null);
    app.addHook('onRequest', async (request, reply) => {
      if (request.routeOptions.config.opensStream !== true) return;
      const closing = new AbortController();
      onResponseClose(reply.raw, () => closing.abort());
      const end = await admission.admit(clientAddress(request), closing.signal).catch(() => null);
      if (end === null) return reply.hijack();
      request.endOpening = end;
      // A request that is refused ends with its response.
      if (closing.signal.aborted) end();
      else closing.signal.addEventListener('abort', end, { once: true });
    });
  },
  { name: 'stream-openings' },
);
