import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../../errors/api-error.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Browsers keep `Secure` cookies of these without TLS. */
const OF_THIS_MACHINE = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const MAX_ORIGIN_SHOWN = 200;

interface CrossSiteOptions {
  readonly publicUrl: string;
  /** Allowed besides `publicUrl` and the origin that the request was sent to. */
  readonly webOrigins: readonly string[];
}

/**
 * CSRF protection: refuses changes that another site's page requests with the session's cookies. A caller without `Origin` (curl, a server)
 * is no page.
 */
export const refuseCrossSite = fp<CrossSiteOptions>(
  async (app, { publicUrl, webOrigins }) => {
    const publicOrigin = new URL(publicUrl).origin;
    const trusted = new Set([publicOrigin, ...webOrigins]);
    const isSecure = publicOrigin.startsWith('https:');

    /** Without TLS, a browser drops the cookies of a service whose public address has it: owners would be signed out at once. */
    const keepsSession = ({ protocol, hostname }: FastifyRequest) =>
      !isSecure || protocol === 'https' || OF_THIS_MACHINE.test(hostname);

    app.addHook('onRequest', async (request) => {
      const { origin } = request.headers;
      if (origin === undefined || SAFE_METHODS.has(request.method) || trusted.has(origin)) return;
      const isOwn = origin === `${request.protocol}://${request.host}`;
      if (isOwn && keepsSession(request)) return;
      const allowed = isOwn
        ? `${publicOrigin} (PUBLIC_URL): without https, browsers keep no session of it`
        : `PUBLIC_URL (${publicOrigin}) or one of WEB_ORIGINS`;
      const message = `is ${origin.slice(0, MAX_ORIGIN_SHOWN)}, but must be ${allowed}`;
      throw new ApiError('CROSS_SITE_REQUEST', { details: [{ path: 'origin', message }] });
    });
  },
  { name: 'cross-site' },
);
