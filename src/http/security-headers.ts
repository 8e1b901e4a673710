import { fastifyHelmet } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** JSON needs nothing from anywhere. Routes that serve pages say otherwise by their own `helmet` option. */
const NOTHING = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** @param publicUrl when it is https, browsers are told to stay there */
export function addSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  app.register(fastifyHelmet, {
    contentSecurityPolicy: { useDefaults: false, directives: NOTHING },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
  });
}

/** What is answered is somebody's, and as it is now. */
export function forbidCaching(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
  });
}
