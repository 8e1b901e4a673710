import { type FastifyHelmetRouteOptions, fastifyHelmet } from '@fastify/helmet';
import fp from 'fastify-plugin';

type Directives = Readonly<Record<string, string[]>>;

/** JSON loads nothing. */
const NOTHING: Directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** The `helmet` option of a route that serves more than JSON. These directives replace the strict ones. */
export const contentSecurityPolicy = (directives: Directives) =>
  ({
    contentSecurityPolicy: { useDefaults: false, directives },
  }) satisfies FastifyHelmetRouteOptions['helmet'];

/** @param publicUrl when it is https, browsers are told to stay there (HSTS) */
export const securityHeaders = fp<{ readonly publicUrl: string }>(
  async (app, { publicUrl }) => {
    await app.register(fastifyHelmet, {
      ...contentSecurityPolicy(NOTHING),
      strictTransportSecurity: publicUrl.startsWith('https:')
        ? { maxAge: 31_536_000, includeSubDomains: false }
        : false,
      crossOriginEmbedderPolicy: false,
    });
  },
  { name: 'security-headers' },
);
