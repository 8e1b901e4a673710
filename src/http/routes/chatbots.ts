import type { FastifyReply } from 'fastify';
import { chatbotSubject } from '../../domain/schema.ts';
import type { App } from '../app-types.ts';
import type { HttpDeps } from '../deps.ts';
import { ApiError, invalid } from '../errors/api-error.ts';
import { operation, success } from '../openapi/operation.ts';
import { ChatbotData, ChatbotList, ChatbotProgress, ChatbotUpdate, NewChatbot } from '../schemas/chatbots.ts';
import { ChatbotParams, Said } from '../schemas/common.ts';
import { ownerId, ownersCommand } from '../session/owner.ts';
import { expectedRevision, IfMatch, revisionTag } from './revision-tags.ts';

const tag = 'Chatbots';
const access = 'session';
const params = ChatbotParams;

const create = operation({
  id: 'createChatbot',
  ...{ tag, access },
  summary: 'Make a chatbot',
  body: NewChatbot,
  success: { 201: ChatbotData },
  answersWith: ['ETag'],
  errors: ['CHATBOT_LIMIT_REACHED', 'CHATBOT_NOT_FOUND'],
});

const list = operation({
  id: 'listChatbots',
  ...{ tag, access },
  summary: 'List chatbots',
  success: { 200: ChatbotList },
  errors: [],
});

const read = operation({
  id: 'getChatbot',
  ...{ tag, access, params },
  summary: 'Read a chatbot',
  description: 'With its whole configuration. The answer carries an `ETag`, which `If-Match` of an update takes.',
  success: { 200: ChatbotData },
  answersWith: ['ETag'],
  errors: ['CHATBOT_NOT_FOUND'],
});

const update = operation({
  id: 'updateChatbot',
  ...{ tag, access, params },
  summary: 'Change a chatbot',
  description:
    'Any of what an owner can set. With `If-Match`, only if the chatbot has not been changed since it was read.',
  body: ChatbotUpdate,
  headers: IfMatch,
  success: { 200: ChatbotData },
  answersWith: ['ETag'],
  errors: ['CHATBOT_NOT_FOUND', 'CHATBOT_CHANGED'],
});

const remove = operation({
  id: 'deleteChatbot',
  ...{ tag, access, params },
  summary: 'Delete a chatbot',
  description: 'With its sources, content, conversations and keys, for good.',
  success: { 200: Said },
  errors: ['CHATBOT_NOT_FOUND'],
});

const status = operation({
  id: 'getChatbotStatus',
  ...{ tag, access, params },
  summary: 'Read the status',
  description: 'How far its sources have been read. Poll it every few seconds at most.',
  success: { 200: ChatbotProgress },
  errors: ['CHATBOT_NOT_FOUND'],
});

const CREATION_REFUSALS = {
  ChatbotLimitReached: 'CHATBOT_LIMIT_REACHED',
  AccountNotFound: 'AUTHENTICATION_REQUIRED',
  ChatbotDeleted: 'CHATBOT_NOT_FOUND',
} as const;

export type ChatbotRouteDeps = Pick<HttpDeps, 'commands' | 'queries' | 'progress' | 'clock' | 'ids'>;

export async function chatbotRoutes(app: App, deps: ChatbotRouteDeps): Promise<void> {
  const { commands, queries, progress } = deps;

  async function found(reply: FastifyReply, owner: string, chatbotId: string) {
    const known = await queries.chatbots.find(owner, chatbotId);
    if (known === null) throw new ApiError('CHATBOT_NOT_FOUND');
    reply.header('ETag', revisionTag(known.revision));
    return success({ chatbot: known.chatbot });
  }

  app.post('/chatbots', { schema: create }, async (request, reply) => {
    const owner = ownerId(request);
    const created = await commands.chatbots.create(owner, request.body.name, ownersCommand(request, deps));
    await progress.waitFor(created.position);
    if (created.ok) {
      request.keyed?.concerns(chatbotSubject(created.value.chatbotId));
      return reply.code(201).send(await found(reply, owner, created.value.chatbotId));
    }
    throw new ApiError(CREATION_REFUSALS[created.rejection]);
  });

  app.get('/chatbots', { schema: list }, async (request) => {
    return success({ chatbots: await queries.chatbots.list(ownerId(request)) });
  });

  app.get('/chatbots/:id', { schema: read }, async (request, reply) => {
    return found(reply, ownerId(request), request.params.id);
  });

  app.patch('/chatbots/:id', { schema: update }, async (request, reply) => {
    const owner = ownerId(request);
    const { id } = request.params;
    const known = await queries.chatbots.find(owner, id);
    if (known === null) throw new ApiError('CHATBOT_NOT_FOUND');
    const expected = expectedRevision(request.headers['if-match'], known.revision);
    if (expected === 'stale') throw new ApiError('CHATBOT_CHANGED');
    const command = ownersCommand(request, deps);
    const configured = await commands.chatbots.configure(owner, id, request.body, command, expected);
    await progress.waitFor(configured.position);
    if (configured.ok) return found(reply, owner, id);
    if (configured.rejection === 'AvatarUnknown') {
      throw invalid('/avatarUrl', 'must be a path that image upload returned for this chatbot, or null');
    }
    throw new ApiError(configured.rejection === 'ChatbotChanged' ? 'CHATBOT_CHANGED' : 'CHATBOT_NOT_FOUND');
  });

  app.delete('/chatbots/:id', { schema: remove }, async (request) => {
    const deleted = await commands.chatbots.delete(ownerId(request), request.params.id, ownersCommand(request, deps));
    await progress.waitFor(deleted.position);
    if (!deleted.ok) throw new ApiError('CHATBOT_NOT_FOUND');
    return success({ message: 'Chatbot deleted' });
  });

  app.get('/chatbots/:id/status', { schema: status }, async (request) => {
    const known = await queries.chatbots.progress(ownerId(request), request.params.id);
    if (known === null) throw new ApiError('CHATBOT_NOT_FOUND');
    return success(known);
  });
}
