/** The history of a chatbot, for its owner. */
import { eventPage } from '../../audit/event-page.ts';
import { parsePlace, parseTime } from '../../audit/moment.ts';
import { rawJsonOf } from '../../lib/raw-json.ts';
import type { FeedScope } from '../../projections/chatbot-events/queries.ts';
import type { App } from '../app-types.ts';
import type { HttpDeps } from '../deps.ts';
import { ApiError } from '../errors/api-error.ts';
import { operation } from '../openapi/operation.ts';
import { ownerId } from '../plugins/session/session.ts';
import { sendRawSuccess } from '../raw-success.ts';
import { AuditEventPage, AuditQuery, EVENTS_A_PAGE } from '../schemas/audit.ts';
import { ChatbotParams } from '../schemas/common.ts';

const events = operation({
  id: 'getAuditEvents',
  tag: 'Audit',
  access: 'session',
  params: ChatbotParams,
  summary: 'List events',
  description:
    'All that happened to a chatbot, in the order of the log. A page of large or rare events may be short: continue with `nextAfter` until it is null.',
  querystring: AuditQuery,
  success: { 200: AuditEventPage },
  errors: ['CHATBOT_NOT_FOUND'],
});

type Deps = Pick<HttpDeps, 'queries' | 'log' | 'codec'>;

export async function auditRoutes(app: App, { queries, log, codec }: Deps): Promise<void> {
  const deps = { log, codec, index: queries.chatbotEvents };

  async function requireChatbot(owner: string, chatbotId: string): Promise<void> {
    if (!(await queries.chatbots.owns(owner, chatbotId))) throw new ApiError('CHATBOT_NOT_FOUND');
  }

  /** Null for a session that the chatbot does not know. */
  async function scopeOf(chatbotId: string, sessionId: string | undefined): Promise<FeedScope | null> {
    if (sessionId === undefined) return { chatbotId };
    const conversation = await queries.conversations.bySession(chatbotId, sessionId);
    return conversation === null ? null : { chatbotId, conversationId: conversation.id };
  }

  app.get('/chatbots/:id/audit', { schema: events }, async (request, reply) => {
    const { id } = request.params;
    await requireChatbot(ownerId(request), id);
    const { type, from, to, sessionId, after, limit = EVENTS_A_PAGE } = request.query;
    const scope = await scopeOf(id, sessionId);
    if (scope === null) return sendRawSuccess(reply, rawJsonOf({ events: [], nextAfter: null }));
    const wanted = {
      types: type === undefined ? undefined : [type],
      from: from === undefined ? null : parseTime(from),
      to: to === undefined ? null : parseTime(to),
      after: after === undefined ? null : parsePlace(after),
      limit,
    };
    return sendRawSuccess(reply, await eventPage(scope, wanted, deps));
  });
}
