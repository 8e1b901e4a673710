import type { FastifyReply, FastifyRequest } from 'fastify';
import { sourceScope } from '../../../domain/blob-scopes.ts';
import type { SourceDescription } from '../../../domain/data-source/data-source.ts';
import type { HttpDeps } from '../../deps.ts';
import { ApiError } from '../../errors/api-error.ts';
import { success } from '../../openapi/operation.ts';
import { ownerCommandContext, ownerId } from '../../plugins/session/session.ts';

export type SourceAddingDeps = Pick<HttpDeps, 'commands' | 'queries' | 'progress' | 'chat' | 'blobs' | 'clock' | 'ids'>;

interface SourceToAdd {
  readonly chatbotId: string;
  /** Bytes of the source are stored already. */
  readonly source: SourceDescription;
}

/** A chatbot's list, its status and each search read all of its data sources. */
const MAX_SOURCES = 5_000;

/** Simultaneous requests may go a little beyond the limit. @throws ApiError DATA_SOURCE_LIMIT_REACHED */
export async function requireRoomFor(
  sourceId: string,
  chatbotId: string,
  { dataSources }: HttpDeps['queries'],
): Promise<void> {
  if ((await dataSources.count(chatbotId)) < MAX_SOURCES) return;
  // A repeated request has added its source already.
  if ((await dataSources.find(chatbotId, sourceId)) === null) throw new ApiError('DATA_SOURCE_LIMIT_REACHED');
}

export async function addSource(
  request: FastifyRequest,
  reply: FastifyReply,
  { chatbotId, source }: SourceToAdd,
  deps: SourceAddingDeps,
): Promise<FastifyReply> {
  const { commands, queries, progress, chat, blobs } = deps;
  const added = await commands.dataSources.add(ownerId(request), chatbotId, source, ownerCommandContext(request, deps));
  chat.warmUp();
  await progress.waitFor(added.position);
  const dataSource = added.ok ? await queries.dataSources.find(chatbotId, source.sourceId) : null;
  if (dataSource !== null) {
    const location = `/api/chatbots/${chatbotId}/datasources/${source.sourceId}`;
    return reply.code(201).header('Location', location).send(success({ dataSource }));
  }
  // The chatbot was deleted meanwhile, or this is a repeated request whose source has been deleted.
  await blobs.deleteScope(sourceScope(chatbotId, source.sourceId));
  throw new ApiError('CHATBOT_NOT_FOUND');
}
