/** The history of a chatbot, for its owner. */
import { eventPage } from '../../../audit/event-page.ts';
import { parseMoment, parsePlace, parseTime } from '../../../audit/moment.ts';
import { chatbotState } from '../../../audit/state/chatbot-state.ts';
import { BoundedFairQueue, QueueFull } from '../../../lib/bounded-fair-queue.ts';
import { rawJsonOf } from '../../../lib/raw-json.ts';
import type { FeedScope } from '../../../projections/chatbot-events/queries.ts';
import type { App } from '../../app-types.ts';
import { abortOnDisconnect } from '../../client-disconnect.ts';
import type { HttpDeps } from '../../deps.ts';
import { ApiError, invalid } from '../../errors/api-error.ts';
import { operation, success } from '../../openapi/operation.ts';
import { ownerId } from '../../plugins/session/session.ts';
import { sendRawSuccess } from '../../raw-success.ts';
import {
  AuditEventPage,
  AuditQuery,
  ChatbotState,
  EVENTS_A_PAGE,
  STATE_CONVERSATIONS_A_PAGE,
  StateQuery,
} from '../../schemas/audit.ts';
import { ChatbotParams } from '../../schemas/common.ts';
import { requireOwnChatbot } from '../own-chatbot.ts';

const events = operation({
  id: 'getAuditEvents',
  tag: 'Audit',
  access: 'session',
  params: ChatbotParams,
  summary: 'List events',
  description:
    'Every event of a chatbot, in the order of the log or, with `order=desc`, the newest first. A page of large or rare events may be short: continue with `nextAfter` until it is null.',
  querystring: AuditQuery,
  success: { 200: AuditEventPage },
  errors: ['CHATBOT_NOT_FOUND'],
});

const state = operation({
  id: 'getAuditState',
  tag: 'Audit',
  access: 'session',
  params: ChatbotParams,
  summary: 'Get a past state',
  description:
    'Configuration, sources, keys, satisfaction and conversations as they stood at a time or position, folded from the log. A page of long conversations may be short: continue with `nextAfter`.',
  querystring: StateQuery,
  success: { 200: ChatbotState },
  errors: ['CHATBOT_NOT_FOUND', 'CONVERSATION_NOT_FOUND'],
});

/**
 * States are folded one at a time, and accounts take turns (fair queue). Repeated requests of one account wait for each other.
 */
const STATE_QUEUE = { size: 64, perKey: 4 };

type Deps = Pick<HttpDeps, 'queries' | 'log' | 'codec'>;

export async function auditRoutes(app: App, { queries, log, codec }: Deps): Promise<void> {
  const deps = () => ({ log, codec, index: queries.chatbotEvents, ratings: queries.ratings });
  const stateQueue = new BoundedFairQueue(STATE_QUEUE);

  /** Returns null for a session that the chatbot does not know. */
  async function scopeOf(chatbotId: string, sessionId: string | undefined): Promise<FeedScope | null> {
    if (sessionId === undefined) return { chatbotId };
    const conversation = await queries.conversations.bySession(chatbotId, sessionId);
    return conversation === null ? null : { chatbotId, conversationId: conversation.id };
  }

  app.get('/chatbots/:id/audit', { schema: events }, async (request, reply) => {
    const { id } = request.params;
    await requireOwnChatbot(queries, ownerId(request), id);
    const { type: types, from, to, sessionId, order = 'asc', after, limit = EVENTS_A_PAGE } = request.query;
    const between = {
      from: from === undefined ? null : parseTime(from),
      to: to === undefined ? null : parseTime(to),
    };
    requireOrder(between);
    const scope = await scopeOf(id, sessionId);
    if (scope === null) return sendRawSuccess(reply, rawJsonOf({ events: [], nextAfter: null }));
    const wanted = {
      types,
      ...between,
      order,
      after: after === undefined ? null : parsePlace(after),
      limit,
    };
    return sendRawSuccess(reply, await eventPage(scope, wanted, deps()));
  });

  app.get('/chatbots/:id/audit/state', { schema: state, config: { hasOwnQueue: true } }, async (request, reply) => {
    const { id } = request.params;
    const owner = ownerId(request);
    await requireOwnChatbot(queries, owner, id);
    const { at, after = null, limit = STATE_CONVERSATIONS_A_PAGE } = request.query;
    const moment = at === undefined ? null : parseMoment(at);
    const { signal } = abortOnDisconnect(reply);
    const found = await stateQueue
      .run(owner, () => chatbotState(id, { moment, after, limit, signal }, deps()))
      .catch((error: unknown) => {
        if (error instanceof QueueFull) throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });
        throw error;
      });
    if (found === null) throw new ApiError('CONVERSATION_NOT_FOUND');
    return success(found);
  });
}

/** A mistake must not look like a time in which nothing happened. */
function requireOrder({ from, to }: { readonly from: number | null; readonly to: number | null }): void {
  if (from !== null && to !== null && from > to) throw invalid('from', 'must not be later than to');
}
