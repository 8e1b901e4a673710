import fp from 'fastify-plugin';
import { ApiError } from '../errors/api-error.ts';

/**
 * Refuses an HTTP/1.1 request without `Host`, or with several (RFC 9112, section 3.2): a proxy may have looked at another one. Node
 * would refuse the first outside our envelope, and takes the first of several.
 */
export const requireHost = fp(
  async (app) => {
    app.addHook('onRequest', async ({ raw }) => {
      const isMissing = raw.headers.host === undefined && raw.httpVersion === '1.1';
      if (isMissing || hasSeveralHosts(raw.rawHeaders)) throw new ApiError('UNREADABLE_REQUEST');
    });
  },
  { name: 'require-host' },
);

/** @param lines names and values by turns */
function hasSeveralHosts(lines: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < lines.length; at += 2) {
    const name = lines[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
