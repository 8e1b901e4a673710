import { fastifyCors } from '@fastify/cors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { REPLAYED_HEADER } from '../idempotency/idempotent-request.ts';
import { RATE_LIMIT_HEADERS } from '../rate-limiting/rate-limiter.ts';

const OWNER_PATHS = '/api/';
const WIDGET_PATHS = '/api/chat/';
const EXPOSED_HEADERS = ['X-Request-Id', 'Retry-After', ...RATE_LIMIT_HEADERS, REPLAYED_HEADER];
/** A day: the preflight's response is the same for every origin and every key. */
const PREFLIGHT_SECONDS = 86_400;

/** Lets pages of these origins use a session. Without origins there is no CORS. */
export const ownerCors = fp<{ readonly origins: readonly string[] }>(
  async (app, { origins }) => {
    if (origins.length === 0) return;
    await app.register(fastifyCors, {
      origin: [...origins],
      credentials: true,
      methods: ['GET', 'POST', 'PATCH', 'DELETE'],
      exposedHeaders: ['ETag', 'Location', ...EXPOSED_HEADERS],
      strictPreflight: false,
    });
  },
  { name: 'owner-cors' },
);

/**
 * Lets any page send requests and read responses, refusals too. The widget key decides later which origins are served: a preflight carries
 * no key. No credentials, since a visitor has none.
 */
export const widgetCors = fp(
  async (app) => {
    await app.register(fastifyCors, {
      origin: true,
      credentials: false,
      methods: ['GET', 'POST'],
      allowedHeaders: ['Content-Type', 'X-Widget-Key', 'X-Request-Id', 'Idempotency-Key', 'Last-Event-ID'],
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: PREFLIGHT_SECONDS,
      strictPreflight: false,
    });
  },
  { name: 'widget-cors' },
);

/**
 * CORS headers for a request that reaches neither plugin above. Pages that may read responses below its path must see its refusal, not a
 * network error.
 */
export function refusalCors(origins: readonly string[], { raw }: FastifyRequest, reply: FastifyReply): void {
  const { url = '', headers } = raw;
  const isWidgets = url.startsWith(WIDGET_PATHS);
  if (!isWidgets && (!url.startsWith(OWNER_PATHS) || origins.length === 0)) return;
  reply.header('Vary', 'Origin');
  const { origin } = headers;
  if (origin === undefined || !(isWidgets || origins.includes(origin))) return;
  reply.header('Access-Control-Allow-Origin', origin);
  reply.header('Access-Control-Expose-Headers', ['Allow', ...EXPOSED_HEADERS].join(', '));
  if (!isWidgets) reply.header('Access-Control-Allow-Credentials', 'true');
}
