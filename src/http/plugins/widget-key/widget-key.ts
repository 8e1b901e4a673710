import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { secretHashOf } from '../../../commands/widget-keys.ts';
import { chatbotSubject } from '../../../domain/key-subjects.ts';
import { checkOrigin } from '../../../domain/widget-key/allowed-domains.ts';
import type { CommandContext } from '../../../event-log/event-store.ts';
import type { ActiveWidgetKey } from '../../../projections/widget-keys/queries.ts';
import type { HttpDeps } from '../../deps.ts';
import { ApiError } from '../../errors/api-error.ts';
import { rejectionError } from '../../errors/rejections.ts';
import { commandIdOf } from '../idempotency/idempotency.ts';
import type { Caller } from '../idempotency/request-claims.ts';
import { KeyUsage } from './key-usage.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` on routes that need no widget key. */
    widgetKey: ActiveWidgetKey | null;
  }
}

/** Refuses requests without a widget key, or without an origin that the key allows, before a body is read. Counts uses. */
export const requireWidgetKey = fp<Pick<HttpDeps, 'queries' | 'clock' | 'counters'>>(
  async (app, { queries, clock, counters }) => {
    const usage = new KeyUsage(counters, (error) =>
      app.log.warn({ err: error }, 'Failed to write the usage of widget keys; will retry'),
    );
    app.addHook('onClose', () => usage.close());
    app.decorateRequest('widgetKey', null);
    app.addHook('onRequest', async (request) => {
      const secret = request.headers['x-widget-key'];
      if (secret === undefined || secret === '') throw new ApiError('MISSING_WIDGET_KEY');
      const key = typeof secret === 'string' ? await queries.widgetKeys.activeBySecretHash(secretHashOf(secret)) : null;
      if (key === null) throw new ApiError('INVALID_WIDGET_KEY');
      const verdict = checkOrigin(key.allowedDomains, request.headers.origin);
      if (verdict !== 'allowed') throw rejectionError(verdict);
      usage.record(key.id, clock.now());
      request.widgetKey = key;
    });
  },
  { name: 'require-widget-key' },
);

export function widgetKeyOf(request: FastifyRequest): ActiveWidgetKey {
  if (request.widgetKey === null) throw new ApiError('MISSING_WIDGET_KEY');
  return request.widgetKey;
}

export function visitorCommandContext(
  request: FastifyRequest,
  { ids, clock }: Pick<HttpDeps, 'ids' | 'clock'>,
): CommandContext {
  const actor = { kind: 'visitor', keyId: widgetKeyOf(request).id } as const;
  return { commandId: commandIdOf(request, ids), actor, at: clock.now(), requestId: request.id };
}

/** Key and session, for idempotency keys: two visitors of one page are two callers. */
export function visitor(request: FastifyRequest): Caller {
  const { id, chatbotId } = widgetKeyOf(request);
  const { sessionId } = (request.body ?? {}) as { sessionId?: unknown };
  const name = JSON.stringify(['visitor', id, typeof sessionId === 'string' ? sessionId : '']);
  return { name, group: `chatbot/${chatbotId}`, subject: chatbotSubject(chatbotId) };
}
