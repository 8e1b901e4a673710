import fp from 'fastify-plugin';
import { ApiError } from '../../errors/api-error.ts';

/** `uri-host [ ":" port ]` (RFC 9110, section 7.2), empty for a target without an authority. */
const HOST = /^(?:(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?)$/i;

/**
 * Refuses an HTTP/1.1 request without `Host`, and any with several or an invalid one (RFC 9112, section 3.2): a proxy may have routed by
 * another one. Node uses the first of several and checks no value.
 */
export const requireHost = fp(
  async (app) => {
    app.addHook('onRequest', async ({ raw }) => {
      const { host } = raw.headers;
      const isRefused = host === undefined ? raw.httpVersion === '1.1' : !HOST.test(host);
      if (isRefused || hasSeveralHosts(raw.rawHeaders)) throw new ApiError('UNREADABLE_REQUEST');
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
