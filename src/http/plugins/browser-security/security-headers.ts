import type { ClientRequest } from 'node:http';
import { type FastifyHelmetRouteOptions, fastifyHelmet } from '@fastify/helmet';
import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';

type Directives = Readonly<Record<string, string[]>>;

/** JSON loads nothing. */
const NOTHING: Directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** The `helmet` option of a route that serves more than JSON. */
export const contentSecurityPolicy = (directives: Directives) =>
  ({
    contentSecurityPolicy: { useDefaults: false, directives },
  }) satisfies FastifyHelmetRouteOptions['helmet'];

/**
 * Helmet builds its headers anew with each request. Routes without options of their own share those of the first.
 * @param publicUrl when it is https, browsers are told to stay there (HSTS)
 */
export const securityHeaders = fp<{ readonly publicUrl: string }>(
  async (app, { publicUrl }) => {
    await app.register(fastifyHelmet, {
      ...contentSecurityPolicy(NOTHING),
      global: false,
      strictTransportSecurity: publicUrl.startsWith('https:')
        ? { maxAge: 31_536_000, includeSubDomains: false }
        : false,
      crossOriginEmbedderPolicy: false,
    });
    let common: readonly Header[] | null = null;
    app.addHook('onRequest', (request, reply, done) => {
      if (Object.hasOwn(request.routeOptions.config, 'helmet')) return done();
      common ??= headersOfHelmet(reply);
      for (const [name, value] of common) reply.raw.setHeader(name, value);
      done();
    });
  },
  { name: 'security-headers' },
);

type Header = readonly [name: string, value: string];

function headersOfHelmet(reply: FastifyReply): readonly Header[] {
  // The types have the method for requests alone.
  const raw = reply.raw as typeof reply.raw & Pick<ClientRequest, 'getRawHeaderNames'>;
  const before = new Set(raw.getHeaderNames());
  reply.helmet();
  const added = raw.getRawHeaderNames().filter((name) => !before.has(name.toLowerCase()));
  return added.map((name) => [name, String(raw.getHeader(name))]);
}
