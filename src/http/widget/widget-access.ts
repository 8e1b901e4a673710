import { fastifyCors } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { secretHashOf } from '../../commands/widget-keys.ts';
import { judgeOrigin, type OriginVerdict } from '../../domain/widget-key/allowed-domains.ts';
import type { CommandContext } from '../../log/event-store.ts';
import type { ActiveWidgetKey } from '../../queries/widget-keys.ts';
import type { HttpDeps } from '../deps.ts';
import { ApiError } from '../errors/api-error.ts';
import type { ErrorCode } from '../errors/catalogue.ts';
import { commandIdOf, EXPOSED_HEADERS } from '../idempotency/honour-keys.ts';
import type { KeyUsage } from './key-usage.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key a widget came with; null on routes that need none. */
    widgetKey: ActiveWidgetKey | null;
  }
}

const REFUSALS: Readonly<Record<Exclude<OriginVerdict, 'allowed'>, ErrorCode>> = {
  OriginMissing: 'ORIGIN_MISSING',
  InvalidOrigin: 'INVALID_ORIGIN',
  DomainNotAuthorized: 'DOMAIN_NOT_AUTHORIZED',
};

/** A day: the answer is the same for every origin and every key. */
const PREFLIGHT_SECONDS = 86_400;

/**
 * Pages anywhere may ask and may read the answer, refusals too; whether they are served is the key's to say. A preflight carries no
 * key, so it is answered for any origin. Never with credentials: a visitor has none.
 */
export function letPagesRead(app: FastifyInstance): void {
  app.register(fastifyCors, {
    origin: true,
    credentials: false,
    methods: ['GET', 'POST'],
    allowedHeaders: ['Content-Type', 'X-Widget-Key', 'X-Request-Id', 'Idempotency-Key'],
    exposedHeaders: ['X-Request-Id', 'Retry-After', ...EXPOSED_HEADERS],
    maxAge: PREFLIGHT_SECONDS,
    strictPreflight: false,
  });
}

/** From here on every request needs a widget key, and an origin that may use it. Asked before a body is read. */
export function requireWidgetKey(
  app: FastifyInstance,
  usage: KeyUsage,
  { queries, clock }: Pick<HttpDeps, 'queries' | 'clock'>,
): void {
  app.addHook('onRequest', async (request) => {
    const secret = request.headers['x-widget-key'];
    if (secret === undefined || secret === '') throw new ApiError('MISSING_WIDGET_KEY');
    const key = typeof secret === 'string' ? await queries.widgetKeys.activeBySecretHash(secretHashOf(secret)) : null;
    if (key === null) throw new ApiError('INVALID_WIDGET_KEY');
    const verdict = judgeOrigin(key.allowedDomains, request.headers.origin);
    if (verdict !== 'allowed') throw new ApiError(REFUSALS[verdict]);
    usage.record(key.id, clock.now());
    request.widgetKey = key;
  });
}

/** The key of a route behind `requireWidgetKey`. */
export function widgetKeyOf(request: FastifyRequest): ActiveWidgetKey {
  if (request.widgetKey === null) throw new ApiError('MISSING_WIDGET_KEY');
  return request.widgetKey;
}

/** A command of a visitor who came with the key. */
export function visitorsCommand(
  request: FastifyRequest,
  { ids, clock }: Pick<HttpDeps, 'ids' | 'clock'>,
): CommandContext {
  const actor = { kind: 'visitor', keyId: widgetKeyOf(request).id } as const;
  return { commandId: commandIdOf(request, ids), actor, at: clock.now(), requestId: request.id };
}
