import fp from 'fastify-plugin';
import { type Pace, PacedAdmission } from '../../../lib/paced-admission.ts';
import { admitResponse } from '../../admit-response.ts';
import { clientAddress } from '../client-address/client-address.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
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
 * After a restart all clients reconnect at once. Only a few event streams are admitted at a time, client addresses in rotation. Must be
 * registered before plugins whose hooks ask a store, and after the access log, which records clients that leave.
 */
export const streamAdmission = fp<Partial<Pace>>(
  async (app, pace) => {
    const admission = new PacedAdmission({ ...PACE, ...pace });
    app.decorateRequest('releaseAdmission', null);
    app.addHook('onRequest', async (request, reply) => {
      if (request.routeOptions.config.opensStream !== true) return;
      request.releaseAdmission = await admitResponse(admission, clientAddress(request), reply.raw);
      if (request.releaseAdmission === null) return reply.hijack();
    });
  },
  { name: 'stream-admission' },
);
