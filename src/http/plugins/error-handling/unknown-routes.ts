import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import findMyWay from 'find-my-way';
import { ApiError } from '../../errors/api-error.ts';
import { refusalCors } from '../browser-security/cors.ts';
import type { contentSecurityPolicy } from '../browser-security/security-headers.ts';

/** Order of preference, for clients that accept both alike, as `curl` does. */
const TYPES = ['application/json', 'text/html'];
const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

export interface NotFoundPage {
  readonly html: string;
  readonly helmet: ReturnType<typeof contentSecurityPolicy>;
}

export const MAX_PARAM_LENGTH = 1200;

/**
 * Answers 404, or 405 for a known path with another method, before a body is read. Browsers get 404 as a page outside `/api`. Registered
 * before any route.
 */
export const unknownRoutes = fp<{ readonly notFound: NotFoundPage; readonly origins: readonly string[] }>(
  async (app, { notFound, origins }) => {
    const paths = new KnownPaths(app);
    app.addHook('onRequest', async (request, reply) => {
      if (!request.is404) return;
      refusalCors(origins, request, reply);
      const allowed = paths.methodsOf(request.raw.url ?? '/');
      if (allowed.length === 0) return sendNotFound(request, reply, notFound);
      reply.header('Allow', allowed.join(', '));
      throw new ApiError('METHOD_NOT_ALLOWED');
    });
  },
  { name: 'unknown-routes' },
);

function sendNotFound({ raw, headers }: FastifyRequest, reply: FastifyReply, page: NotFoundPage): FastifyReply {
  if (raw.url?.startsWith('/api/')) throw new ApiError('ROUTE_NOT_FOUND');
  reply.header('Vary', 'Accept');
  if (negotiate(headers.accept ?? '', TYPES) !== 'text/html') throw new ApiError('ROUTE_NOT_FOUND');
  reply.helmet(page.helmet);
  return reply.code(404).type('text/html; charset=utf-8').send(page.html);
}

class KnownPaths {
  readonly #routes: RouteOptions[] = [];
  #router: ReturnType<typeof findMyWay> | null = null;

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', (route) => void this.#routes.push(route));
  }

  methodsOf(url: string): readonly Method[] {
    // At the first request that needs it: the start does without.
    this.#router ??= routerOf(this.#routes);
    const router = this.#router;
    return METHODS.filter((method) => router.find(method, url) !== null);
  }
}

function routerOf(routes: readonly RouteOptions[]): ReturnType<typeof findMyWay> {
  const router = findMyWay({ maxParamLength: MAX_PARAM_LENGTH });
  for (const { method, url } of routes) {
    const methods: readonly string[] = typeof method === 'string' ? [method] : method;
    for (const known of METHODS) {
      if (methods.includes(known) && !router.hasRoute(known, url)) router.on(known, url, () => undefined);
    }
  }
  return router;
}
