import fp from 'fastify-plugin';
import { ApiError } from '../errors/api-error.ts';

/** Refuses an HTTP/1.1 request without `Host` (RFC 9112, section 3.2). Node would refuse it outside our envelope. */
export const requireHost = fp(
  async (app) => {
    app.addHook('onRequest', async ({ raw }) => {
      if (raw.headers.host === undefined && raw.httpVersion === '1.1') throw new ApiError('UNREADABLE_REQUEST');
    });
  },
  { name: 'require-host' },
);
