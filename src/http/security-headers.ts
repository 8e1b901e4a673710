import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route that serves more than JSON: what its headers allow besides, or instead. */
    securityHeaders?: SecurityHeaders;
  }
}

/** Of what helmet takes, what our routes say of themselves. */
export interface SecurityHeaders {
  readonly contentSecurityPolicy: {
    readonly useDefaults: false;
    readonly directives: Readonly<Record<string, string[]>>;
  };
  readonly crossOriginResourcePolicy?: { readonly policy: 'cross-origin' };
}

type SetHeaders = ReturnType<typeof helmet>;

/** JSON needs nothing from anywhere. */
const NOTHING = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/**
 * On every answer. Put together once, not with every request.
 * @param publicUrl when it is https, browsers are told to stay there
 */
export function addSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const usual = {
    contentSecurityPolicy: { useDefaults: false, directives: NOTHING },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
  } as const;
  const setUsual = helmet(usual);
  const ofRoutes = new Map<SecurityHeaders, SetHeaders>();

  function headersOf(own: SecurityHeaders | undefined): SetHeaders {
    if (own === undefined) return setUsual;
    const known = ofRoutes.get(own);
    if (known !== undefined) return known;
    const made = helmet({ ...usual, ...own });
    ofRoutes.set(own, made);
    return made;
  }

  app.addHook('onRequest', (request, reply, next) => {
    headersOf(request.routeOptions.config?.securityHeaders)(request.raw, reply.raw, (error) => {
      next(error instanceof Error ? error : undefined);
    });
  });
}

/** What is answered is somebody's, and as it is now. */
export function forbidCaching(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
  });
}
