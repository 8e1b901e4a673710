import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';

const ONLY_READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that change something and come from a page that is neither the server's own nor a trusted one: the browser
 * would send the session's cookies with them. A caller without Origin (curl, a server) is no page.
 * @param trusted origins that may besides the one the request was sent to
 */
export function refuseCrossSite(trusted: ReadonlySet<string>): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const { origin } = request.headers;
    if (origin === undefined || ONLY_READS.has(request.method)) return;
    if (trusted.has(origin) || origin === `${request.protocol}://${request.host}`) return;
    throw new ApiError('CROSS_SITE_REQUEST');
  };
}
