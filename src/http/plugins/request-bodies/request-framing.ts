import fp from 'fastify-plugin';
import { ApiError } from '../../errors/api-error.ts';

/**
 * Refuses bodies that another reader, such as a proxy, may take to end elsewhere, and closes their connections (RFC 9112, section 6.1).
 * HTTP/1.0 has no transfer encodings: a proxy of that version takes the chunks for a body. Node undoes chunks alone, and passes on what
 * `gzip, chunked` holds as it came.
 */
export const refuseFaultyFraming = fp(
  async (app) => {
    app.addHook('onRequest', async ({ raw }, reply) => {
      const encoding = raw.headers['transfer-encoding'];
      if (encoding === undefined || (raw.httpVersion !== '1.0' && encoding.trim().toLowerCase() === 'chunked')) return;
      reply.header('Connection', 'close');
      throw new ApiError('UNREADABLE_REQUEST');
    });
  },
  { name: 'refuse-faulty-framing' },
);
