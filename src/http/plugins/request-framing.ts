import fp from 'fastify-plugin';
import { ApiError } from '../errors/api-error.ts';

/**
 * HTTP/1.0 has no transfer encodings: a proxy of that version would take the chunks for a body and its end for the next request. Such a
 * request is refused and its connection closed (RFC 9112, section 6.1), since two readers of it may disagree where it ends.
 */
export const refuseFaultyFraming = fp(
  async (app) => {
    app.addHook('onRequest', async ({ raw }, reply) => {
      if (raw.headers['transfer-encoding'] === undefined || raw.httpVersion !== '1.0') return;
      reply.header('Connection', 'close');
      throw new ApiError('UNREADABLE_REQUEST');
    });
  },
  { name: 'refuse-faulty-framing' },
);
