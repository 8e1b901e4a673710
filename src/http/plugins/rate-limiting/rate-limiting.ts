/** Rate limits for whole scopes, so that every route has one. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { RateName } from '../../../ports/shared-settings/rates.ts';
import { clientAddress } from '../client-address/client-address.ts';
import { ownerId } from '../session/session.ts';
import { widgetKeyOf } from '../widget-key/widget-key.ts';
import { type AddressRate, RateLimiter, type RateLimiterDeps } from './rate-limiter.ts';

/** Scopes below this prefix register their own limits. */
const API = '/api/';
const READS = new Set(['GET', 'HEAD']);

/** Counts requests outside the API, unknown paths included. Must be registered before any route. */
export const rateLimiting = fp<RateLimiterDeps>(
  async (app, deps) => {
    app.decorate('rateLimiter', new RateLimiter(deps));
    app.decorateRequest('addressRate', null);
    app.decorateRequest('countedRates', null);
    app.addHook('onRequest', async (request, reply) => {
      const { url, config } = request.routeOptions;
      if (!url?.startsWith(API)) await countAddress(reply, config.addressRate ?? 'address');
    });
  },
  { name: 'rate-limiting' },
);

/** Must be registered after CORS, so that pages can read the refusal. */
export const limitByAddress = fp<{ readonly rate: AddressRate }>(
  async (app, { rate }) => {
    app.addHook('onRequest', (_request, reply) => countAddress(reply, rate));
  },
  { name: 'limit-by-address' },
);

async function countAddress(reply: FastifyReply, name: AddressRate): Promise<void> {
  const { request, server } = reply;
  request.addressRate = name;
  await server.rateLimiter.take(reply, name, clientAddress(request));
}

/** The log keeps bodies for ever, so a long one counts as one more write for each of these. */
const BYTES_A_WRITE = 4 * 1024;

/** Counts requests before their body is read, and long bodies once more. */
export const limitOwners = fp(
  async (app) => {
    app.addHook('onRequest', (request, reply) => app.rateLimiter.take(reply, accountRate(request), ownerId(request)));
    app.addHook('preValidation', async (request, reply) => {
      const further = Math.floor(request.jsonBytes / BYTES_A_WRITE);
      const isWrite = accountRate(request) === 'owner-writes';
      if (isWrite && further > 0) await app.rateLimiter.take(reply, 'owner-writes', ownerId(request), further);
    });
  },
  { name: 'limit-owners' },
);

function accountRate({ method, routeOptions }: FastifyRequest): RateName {
  return routeOptions.config.accountRate ?? (READS.has(method) ? 'owner-reads' : 'owner-writes');
}

/** Counts by widget key and address, and by the session that a request names. */
export const limitVisitors = fp(
  async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      const { id } = widgetKeyOf(request);
      await app.rateLimiter.take(reply, 'visitor-key', `${id}/${clientAddress(request)}`);
    });
    // Only validation ensures that the session id is a string.
    app.addHook('preHandler', async (request, reply) => {
      const { sessionId } = { ...(request.query as WithSession), ...(request.body as WithSession | undefined) };
      if (sessionId === undefined) return;
      await app.rateLimiter.take(reply, 'visitor-session', `${widgetKeyOf(request).chatbotId}/${sessionId}`);
    });
  },
  { name: 'limit-visitors' },
);

/** Counts an action in its own rates: by session, then by key and address. */
export async function limitVisitorAction(
  reply: FastifyReply,
  action: 'widget' | 'rating' | 'handoff',
  sessionId: string,
): Promise<void> {
  const { request, server } = reply;
  const { id, chatbotId } = widgetKeyOf(request);
  await server.rateLimiter.take(reply, `${action}-session`, `${chatbotId}/${sessionId}`);
  await server.rateLimiter.take(reply, `${action}-key`, `${id}/${clientAddress(request)}`);
}

interface WithSession {
  readonly sessionId?: string;
}
