import type { FastifyReply } from 'fastify';
import { chatbotSubject } from '../../../domain/key-subjects.ts';
import type { App } from '../../app-types.ts';
import type { CommandRouteDeps } from '../../deps.ts';
import { ApiError, invalid } from '../../errors/api-error.ts';
import { rejectionError } from '../../errors/rejections.ts';
import { operation, success } from '../../openapi/operation.ts';
import { ownerCommandContext, ownerId } from '../../plugins/session/session.ts';
import { ChatbotData, ChatbotList, ChatbotProgress, ChatbotUpdate, NewChatbot } from '../../schemas/chatbots.ts';
import { ChatbotParams, Confirmation } from '../../schemas/common.ts';
import { chatbotTag, contentTag, expectedRevision, IfMatch, sendUnlessCurrent } from './revision-tags.ts';

const tag = 'Chatbots';
const access = 'session';
const params = ChatbotParams;

const create = operation({
  id: 'createChatbot',
  tag,
  access,
  summary: 'Create a chatbot',
  description: 'Takes the name alone. All other settings have their defaults until an update.',
  body: NewChatbot,
  success: { 201: ChatbotData },
  responseHeaders: ['ETag', 'Location'],
  errors: ['CHATBOT_LIMIT_REACHED', 'CHATBOT_NOT_FOUND'],
});

const list = operation({
  id: 'listChatbots',
  tag,
  access,
  summary: 'List chatbots',
  description:
    'All chatbots of the account, with settings, status and counts, in the order in which they were created.',
  success: { 200: ChatbotList },
  isConditional: true,
  responseHeaders: ['ETag'],
  errors: [],
});

const read = operation({
  id: 'getChatbot',
  tag,
  access,
  params,
  summary: 'Get a chatbot',
  description: 'Returns the whole configuration. Send the `ETag` of the response as `If-Match` of an update.',
  success: { 200: ChatbotData },
  isConditional: true,
  responseHeaders: ['ETag'],
  errors: ['CHATBOT_NOT_FOUND'],
});

const update = operation({
  id: 'updateChatbot',
  tag,
  access,
  params,
  summary: 'Update a chatbot',
  description: 'Updates the given fields. With `If-Match`, only if the chatbot has not changed since it was read.',
  body: ChatbotUpdate,
  headers: IfMatch,
  success: { 200: ChatbotData },
  responseHeaders: ['ETag'],
  errors: ['CHATBOT_NOT_FOUND', 'CHATBOT_CHANGED'],
});

const remove = operation({
  id: 'deleteChatbot',
  tag,
  access,
  params,
  summary: 'Delete a chatbot',
  description: 'Deletes its sources, content, conversations and keys too, permanently.',
  success: { 200: Confirmation },
  errors: ['CHATBOT_NOT_FOUND'],
});

const status = operation({
  id: 'getChatbotStatus',
  tag,
  access,
  params,
  summary: 'Get the status',
  description: 'Progress of reading its sources. Poll it every few seconds at most.',
  success: { 200: ChatbotProgress },
  errors: ['CHATBOT_NOT_FOUND'],
});

export async function chatbotRoutes(app: App, deps: CommandRouteDeps): Promise<void> {
  creationRoute(app, deps);
  listRoute(app, deps);
  readRoute(app, deps);
  updateRoute(app, deps);
  deletionRoute(app, deps);
  statusRoute(app, deps);
}

function creationRoute(app: App, deps: CommandRouteDeps): void {
  const { commands, queries, progress } = deps;

  app.post('/chatbots', { schema: create }, async (request, reply) => {
    const owner = ownerId(request);
    const created = await commands.chatbots.create(owner, request.body.name, ownerCommandContext(request, deps));
    await progress.waitFor(created.position);
    if (!created.ok) throw rejectionError(created.rejection);
    const { chatbotId } = created.value;
    request.idempotency?.setSubject(chatbotSubject(chatbotId));
    reply.code(201).header('Location', `/api/chatbots/${chatbotId}`);
    return sendChatbot(reply, queries, owner, chatbotId);
  });
}

function listRoute(app: App, deps: CommandRouteDeps): void {
  const { queries } = deps;

  app.get('/chatbots', { schema: list }, async (request, reply) => {
    const owned = await queries.chatbots.list(ownerId(request));
    const waiting = await queries.conversations.countWaiting(owned.map(({ id }) => id));
    const answer = success({
      chatbots: owned.map((chatbot) => ({ ...chatbot, waitingVisitors: waiting.get(chatbot.id) ?? 0 })),
    });
    reply.header('ETag', contentTag(answer));
    return sendUnlessCurrent(request, reply, answer);
  });
}

function readRoute(app: App, deps: CommandRouteDeps): void {
  const { queries } = deps;

  app.get('/chatbots/:id', { schema: read }, async (request, reply) => {
    const answer = await sendChatbot(reply, queries, ownerId(request), request.params.id);
    return sendUnlessCurrent(request, reply, answer);
  });
}

function updateRoute(app: App, deps: CommandRouteDeps): void {
  const { commands, queries, progress } = deps;

  app.patch('/chatbots/:id', { schema: update }, async (request, reply) => {
    const owner = ownerId(request);
    const { id } = request.params;
    const known = await queries.chatbots.find(owner, id);
    if (known === null) throw new ApiError('CHATBOT_NOT_FOUND');
    const expected = expectedRevision(request.headers['if-match'], known.revision);
    if (expected === 'stale') throw new ApiError('CHATBOT_CHANGED');
    const update = { changes: request.body, expectedRevision: expected };
    const context = ownerCommandContext(request, deps);
    const configured = await commands.chatbots.configure(owner, id, update, context);
    await progress.waitFor(configured.position);
    if (configured.ok) return sendChatbot(reply, queries, owner, id);
    if (configured.rejection === 'AvatarUnknown') {
      throw invalid('/avatarUrl', 'must be a path that image upload returned for this chatbot, or null');
    }
    throw rejectionError(configured.rejection);
  });
}

function deletionRoute(app: App, deps: CommandRouteDeps): void {
  const { commands, progress } = deps;

  app.delete('/chatbots/:id', { schema: remove }, async (request) => {
    const deleted = await commands.chatbots.delete(
      ownerId(request),
      request.params.id,
      ownerCommandContext(request, deps),
    );
    await progress.waitFor(deleted.position);
    if (!deleted.ok) throw rejectionError(deleted.rejection);
    return success({ message: 'Chatbot deleted' });
  });
}

function statusRoute(app: App, deps: CommandRouteDeps): void {
  const { queries } = deps;

  app.get('/chatbots/:id/status', { schema: status }, async (request) => {
    const known = await queries.chatbots.progress(ownerId(request), request.params.id);
    if (known === null) throw new ApiError('CHATBOT_NOT_FOUND');
    return success(known);
  });
}

/** Sends the chatbot with its `ETag`. */
async function sendChatbot(
  reply: FastifyReply,
  { chatbots }: Pick<CommandRouteDeps['queries'], 'chatbots'>,
  owner: string,
  chatbotId: string,
) {
  const known = await chatbots.find(owner, chatbotId);
  if (known === null) throw new ApiError('CHATBOT_NOT_FOUND');
  reply.header('ETag', chatbotTag(known.revision, known.chatbot));
  return success({ chatbot: known.chatbot });
}
