/** The owner's side of a takeover: conversations, takeover, release and the human's messages. */
import { conversationSubject } from '../../../domain/key-subjects.ts';
import { isoTime } from '../../../lib/iso-time.ts';
import type { App } from '../../app-types.ts';
import type { CommandRouteDeps } from '../../deps.ts';
import { ApiError } from '../../errors/api-error.ts';
import { rejectionError } from '../../errors/rejections.ts';
import { operation, success } from '../../openapi/operation.ts';
import { ownerCommandContext, ownerId } from '../../plugins/session/session.ts';
import { ChatbotParams } from '../../schemas/common.ts';
import {
  AgentMessage,
  CONVERSATIONS_A_PAGE,
  ConversationPage,
  ConversationsQuery,
  Release,
  SentMessage,
  SessionParams,
  Takeover,
} from '../../schemas/takeovers.ts';
import { requireOwnChatbot } from '../own-chatbot.ts';

const tag = 'Takeover';
const access = 'session';

const list = operation({
  id: 'listConversations',
  tag,
  access,
  params: ChatbotParams,
  summary: 'List conversations',
  description: 'Newest activity first: a message, or a request for a human. Continue with `nextBefore`.',
  querystring: ConversationsQuery,
  success: { 200: ConversationPage },
  errors: ['CHATBOT_NOT_FOUND'],
});

const takeOver = operation({
  id: 'takeOverSession',
  tag,
  access,
  params: SessionParams,
  summary: 'Take over a session',
  description:
    'The chatbot stops answering it, also in the middle of an answer. A session that is taken over already stays so.',
  success: { 200: Takeover },
  errors: ['CHATBOT_NOT_FOUND', 'CONVERSATION_NOT_FOUND'],
});

const release = operation({
  id: 'releaseSession',
  tag,
  access,
  params: SessionParams,
  summary: 'Release a session',
  description: 'The chatbot answers again, and remembers what the human wrote.',
  success: { 200: Release },
  errors: ['CHATBOT_NOT_FOUND', 'CONVERSATION_NOT_FOUND'],
});

const send = operation({
  id: 'sendAgentMessage',
  tag,
  access,
  params: SessionParams,
  summary: 'Send a message to a visitor',
  description:
    'Only while the session is taken over. The message appears on the event stream of the visitor and in history.',
  body: AgentMessage,
  success: { 201: SentMessage },
  responseHeaders: ['Location'],
  errors: ['CHATBOT_NOT_FOUND', 'CONVERSATION_NOT_FOUND', 'SESSION_NOT_TAKEN_OVER'],
});

export async function takeoverRoutes(app: App, deps: CommandRouteDeps): Promise<void> {
  listRoute(app, deps);
  takeoverRoute(app, deps);
  messageRoute(app, deps);
}

function listRoute(app: App, deps: CommandRouteDeps): void {
  const { queries } = deps;

  app.get('/chatbots/:id/conversations', { schema: list }, async (request, reply) => {
    const { id } = request.params;
    await requireOwnChatbot(queries, ownerId(request), id);
    const { limit = CONVERSATIONS_A_PAGE, search, conversationId, ...filters } = request.query;
    if (conversationId !== undefined) return success(await queries.conversationList.listOne(id, conversationId));
    if (search !== undefined) {
      await app.rateLimiter.take(reply, 'search', ownerId(request));
      return success(await queries.conversationList.search(id, { ...filters, search, limit }));
    }
    return success(await queries.conversationList.list(id, { ...filters, limit }));
  });
}

function takeoverRoute(app: App, deps: CommandRouteDeps): void {
  const { commands, queries, progress } = deps;

  app.post('/chatbots/:id/sessions/:sessionId/takeover', { schema: takeOver }, async (request) => {
    const { id: chatbotId, sessionId } = request.params;
    const owner = ownerId(request);
    await requireOwnChatbot(queries, owner, chatbotId);
    const taken = await commands.takeovers.takeOver(
      { chatbotId, sessionId },
      owner,
      ownerCommandContext(request, deps),
    );
    await progress.waitFor(taken.position);
    if (!taken.ok) throw rejectionError(taken.rejection);
    return success({ takenOver: true as const, since: isoTime(taken.value.since) });
  });

  app.delete('/chatbots/:id/sessions/:sessionId/takeover', { schema: release }, async (request) => {
    const { id: chatbotId, sessionId } = request.params;
    const owner = ownerId(request);
    await requireOwnChatbot(queries, owner, chatbotId);
    const released = await commands.takeovers.release(
      { chatbotId, sessionId },
      owner,
      ownerCommandContext(request, deps),
    );
    await progress.waitFor(released.position);
    if (!released.ok) throw rejectionError(released.rejection);
    return success({ takenOver: false as const });
  });
}

function messageRoute(app: App, deps: CommandRouteDeps): void {
  const { commands, queries, progress } = deps;

  app.post('/chatbots/:id/sessions/:sessionId/messages', { schema: send }, async (request, reply) => {
    const { id: chatbotId, sessionId } = request.params;
    const accountId = ownerId(request);
    await requireOwnChatbot(queries, accountId, chatbotId);
    const message = { accountId, content: request.body.message };
    const session = { chatbotId, sessionId };
    const sent = await commands.takeovers.sendAgentMessage(session, message, ownerCommandContext(request, deps));
    await progress.waitFor(sent.position);
    if (!sent.ok) throw rejectionError(sent.rejection);
    const shown = await queries.messages.view(sent.value.messageId);
    // The chatbot was deleted meanwhile.
    if (shown === null) throw new ApiError('CHATBOT_NOT_FOUND');
    request.idempotency?.setSubject(conversationSubject(chatbotId, shown.conversationId));
    const location = `/api/chatbots/${chatbotId}/history?sessionId=${encodeURIComponent(sessionId)}`;
    return reply
      .code(201)
      .header('Location', location)
      .send(success({ message: shown }));
  });
}
