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
    /** Admits the next stream; null on other routes. */
    releaseAdmission: (() => void) | null;
  }
}

/** Enough to keep the stores busy, and few enough that their results never fill a turn of the event loop. */
const PACE: Pace = { concurrency: 4, maxTurnMs: 25 };

/**
 * Paced admission of event streams: after a restart all clients reconnect at once, and only a few are admitted at a time, client
 * addresses in rotation. Must be registered before plugins whose hooks ask a store, and after the access log, which records
 * clients that leave.
 */
export const streamAdmission = fp<Partial<Pace>>(
  async (app, pace) => {
    const admission = new PacedAdmission({ ...PACE, ...pace });
    app.decorateRequest('releaseAdmission', null);
    app.addHook('onRequest', async (request, reply) => {
      if (request.routeOptions.config.opensStream !== true) return;
      const closing = new AbortController();
      onResponseClose(reply.raw, () => closing.abort());
      const release = await admission.admit(clientAddress(request), closing.signal).catch(() => null);
      if (release === null) return reply.hijack();
      request.releaseAdmission = release;
      // A refused request is released with its response.
      if (closing.signal.aborted) release();
      else closing.signal.addEventListener('abort', release, { once: true });
    });
  },
  { name: 'stream-admission' },
);
