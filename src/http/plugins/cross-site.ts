import fp from 'fastify-plugin';
import { ApiError } from '../errors/api-error.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** @param trustedOrigins allowed besides the origin that the request was sent to */
type CrossSiteOptions = { readonly trustedOrigins: ReadonlySet<string> };

/**
 * CSRF protection: refuses requests that change something and come from another site's page, whose browser would send the
 * session's cookies. A caller without `Origin` (curl, a server) is no page.
 */
export const refuseCrossSite = fp<CrossSiteOptions>(
  async (app, { trustedOrigins }) => {
    app.addHook('onRequest', async (request) => {
      const { origin } = request.headers;
      if (origin === undefined || SAFE_METHODS.has(request.method)) return;
      if (trustedOrigins.has(origin) || origin === `${request.protocol}://${request.host}`) return;
      throw new ApiError('CROSS_SITE_REQUEST');
    });
  },
  { name: 'cross-site' },
);
