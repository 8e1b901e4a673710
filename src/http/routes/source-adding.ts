import type { FastifyRequest } from 'fastify';
import type { SourceDescription } from '../../domain/data-source/data-source.ts';
import { sourceScope } from '../../domain/schema.ts';
import type { DataSource } from '../../queries/data-sources.ts';
import type { HttpDeps } from '../deps.ts';
import { ApiError } from '../errors/api-error.ts';
import { ownerId, ownersCommand } from '../session/owner.ts';

export type SourceAddingDeps = Pick<HttpDeps, 'commands' | 'queries' | 'progress' | 'blobs' | 'clock' | 'ids'>;

/** Adds the source, whose bytes are stored already, and answers how it stands. */
export async function addSource(
  request: FastifyRequest,
  chatbotId: string,
  source: SourceDescription,
  deps: SourceAddingDeps,
): Promise<DataSource> {
  const { commands, queries, progress, blobs } = deps;
  const added = await commands.dataSources.add(ownerId(request), chatbotId, source, ownersCommand(request, deps));
  await progress.waitFor(added.position);
  const dataSource = added.ok ? await queries.dataSources.find(chatbotId, source.sourceId) : null;
  if (dataSource !== null) return dataSource;
  // The chatbot was deleted meanwhile; or the source, by the time that the request was repeated.
  await blobs.removeScope(sourceScope(chatbotId, source.sourceId));
  throw new ApiError('CHATBOT_NOT_FOUND');
}
