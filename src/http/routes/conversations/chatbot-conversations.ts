import { Type } from 'typebox';
import { stepOf } from '../../../commands/command-step.ts';
import type { App } from '../../app-types.ts';
import type { CommandRouteDeps } from '../../deps.ts';
import { ApiError } from '../../errors/api-error.ts';
import { rejectionError } from '../../errors/rejections.ts';
import { operation, success } from '../../openapi/operation.ts';
import { ownerCommandContext, ownerId } from '../../plugins/session/session.ts';
import { sendRawSuccess } from '../../raw-success.ts';
import {
  ChatbotParams,
  Confirmation,
  ConversationId,
  LeadConversationId,
  PAGE_SIZE,
  PageQuery,
} from '../../schemas/common.ts';
import { LeadPage, MessagePage } from '../../schemas/conversations.ts';
import { requireOwnChatbot } from '../own-chatbot.ts';

const tag = 'Chatbots';
const access = 'session';
const params = ChatbotParams;

const history = operation({
  id: 'getHistory',
  tag,
  access,
  params,
  summary: 'List messages',
  description: 'The newest messages of all visitors, oldest first. Page backwards with `before`, or filter by session.',
  querystring: Type.Object({
    ...PageQuery.properties,
    sessionId: Type.Optional(
      Type.String({ maxLength: 128, description: 'Only messages of this session', examples: ['visitor-1'] }),
    ),
  }),
  success: { 200: MessagePage },
  errors: ['CHATBOT_NOT_FOUND', 'MESSAGE_NOT_FOUND'],
});

const leads = operation({
  id: 'getLeads',
  tag,
  access,
  params,
  summary: 'List leads',
  description:
    'Contact details that visitors left, newest first, each with its conversation. A page of long conversations may be short: continue with `nextBefore`.',
  querystring: PageQuery,
  success: { 200: LeadPage },
  errors: ['CHATBOT_NOT_FOUND', 'LEAD_NOT_FOUND'],
});

const removeLead = operation({
  id: 'deleteLead',
  tag,
  access,
  summary: 'Delete a lead',
  description: 'Deletes the contact details permanently. The conversation stays.',
  params: Type.Object({ ...params.properties, conversationId: LeadConversationId }),
  success: { 200: Confirmation },
  errors: ['CHATBOT_NOT_FOUND', 'LEAD_NOT_FOUND'],
});

const removeConversation = operation({
  id: 'deleteConversation',
  tag,
  access,
  summary: 'Delete a conversation',
  description:
    'Erases its messages and contact details permanently. Answers and ratings stay counted. The visitor sees an empty chat, and a later question begins a new conversation. Event streams tell it as `conversation_deleted`.',
  params: Type.Object({ ...params.properties, conversationId: ConversationId }),
  success: { 200: Confirmation },
  errors: ['CHATBOT_NOT_FOUND', 'CONVERSATION_NOT_FOUND'],
});

export async function chatbotConversationRoutes(app: App, deps: CommandRouteDeps): Promise<void> {
  historyRoute(app, deps);
  leadsRoute(app, deps);
  leadDeletionRoute(app, deps);
  conversationDeletionRoute(app, deps);
}

function historyRoute(app: App, { queries }: CommandRouteDeps): void {
  app.get('/chatbots/:id/history', { schema: history }, async (request, reply) => {
    const { id } = request.params;
    await requireOwnChatbot(queries, ownerId(request), id);
    const { sessionId, limit = PAGE_SIZE, before } = request.query;
    const page = { limit, before };
    const found =
      sessionId === undefined
        ? await queries.messages.pageOfChatbot(id, page)
        : await queries.messages.pageOfSession(id, sessionId, page);
    if (found === null) throw new ApiError('MESSAGE_NOT_FOUND');
    return sendRawSuccess(reply, found);
  });
}

function leadsRoute(app: App, { queries }: CommandRouteDeps): void {
  app.get('/chatbots/:id/leads', { schema: leads }, async (request, reply) => {
    const { id } = request.params;
    await requireOwnChatbot(queries, ownerId(request), id);
    const { limit = PAGE_SIZE, before } = request.query;
    const found = await queries.leads.list(id, { limit, before });
    if (found === null) throw new ApiError('LEAD_NOT_FOUND');
    return sendRawSuccess(reply, found);
  });
}

function leadDeletionRoute(app: App, deps: CommandRouteDeps): void {
  const { commands, queries, progress } = deps;

  app.delete('/chatbots/:id/leads/:conversationId', { schema: removeLead }, async (request) => {
    const { id: chatbotId, conversationId } = request.params;
    await requireOwnChatbot(queries, ownerId(request), chatbotId);
    const conversation = await queries.conversations.find(chatbotId, conversationId);
    if (conversation === null) throw new ApiError('LEAD_NOT_FOUND');
    const session = { chatbotId, sessionId: conversation.sessionId };
    const deleted = await commands.conversations.deleteLead(session, ownerCommandContext(request, deps));
    await progress.waitFor(deleted.position);
    if (!deleted.ok) throw rejectionError(deleted.rejection);
    return success({ message: 'Lead deleted' });
  });
}

function conversationDeletionRoute(app: App, deps: CommandRouteDeps): void {
  const { commands, queries, progress } = deps;

  app.delete('/chatbots/:id/conversations/:conversationId', { schema: removeConversation }, async (request) => {
    const { id: chatbotId, conversationId } = request.params;
    await requireOwnChatbot(queries, ownerId(request), chatbotId);
    const conversation = await queries.conversations.find(chatbotId, conversationId);
    if (conversation === null) throw new ApiError('CONVERSATION_NOT_FOUND');
    const session = { chatbotId, sessionId: conversation.sessionId };
    const context = ownerCommandContext(request, deps);
    if (conversation.takenOver) {
      // Tells pages that know of takeovers and releases alone.
      const released = await commands.takeovers.release(session, ownerId(request), stepOf(context, 'release'));
      await progress.waitFor(released.position);
    }
    const erasure = { conversationId, reason: 'owner', seen: null } as const;
    const erased = await commands.conversations.erase(session, erasure, context);
    await progress.waitFor(erased.position);
    if (!erased.ok) throw rejectionError(erased.rejection);
    return success({ message: 'Conversation deleted' });
  });
}
