import { Type } from 'typebox';
import type { App } from '../../app-types.ts';
import { ApiError } from '../../errors/api-error.ts';
import { rejectionError } from '../../errors/rejections.ts';
import { operation, success } from '../../openapi/operation.ts';
import { newIdOf } from '../../plugins/idempotency/idempotency.ts';
import { ownerCommandContext, ownerId } from '../../plugins/session/session.ts';
import { BelowChatbotParams, ChatbotParams, Confirmation, SourceId } from '../../schemas/common.ts';
import { DataSourceData, DataSourceList, NewDataSource, Recrawl } from '../../schemas/data-sources.ts';
import { requireOwnChatbot } from '../own-chatbot.ts';
import { addSource, requireRoomFor, type SourceAddingDeps } from './source-adding.ts';
import { sourceFromBody } from './source-body.ts';
import { sourcePagesRoutes } from './source-pages.ts';

const tag = 'Data sources';
const access = 'session';
const params = BelowChatbotParams;
const SourceParams = Type.Object({ ...params.properties, id: SourceId });

const add = operation({
  id: 'addDataSource',
  tag,
  access,
  params,
  summary: 'Add a source',
  description: 'The source is read in the background. Poll the source, or the status of the chatbot.',
  body: NewDataSource,
  success: { 201: DataSourceData },
  responseHeaders: ['Location'],
  errors: ['CHATBOT_NOT_FOUND', 'DATA_SOURCE_LIMIT_REACHED', 'TOO_MANY_REQUESTS'],
});

const list = operation({
  id: 'listDataSources',
  tag,
  access,
  params,
  summary: 'List sources',
  description: 'All sources of the chatbot, each with the result of its last run.',
  success: { 200: DataSourceList },
  errors: ['CHATBOT_NOT_FOUND'],
});

const get = operation({
  id: 'getDataSource',
  tag,
  access,
  summary: 'Get a source',
  description: 'The source with the result of its last run. Until that ends, poll every few seconds.',
  params: SourceParams,
  success: { 200: DataSourceData },
  errors: ['CHATBOT_NOT_FOUND', 'DATA_SOURCE_NOT_FOUND'],
});

const refresh = operation({
  id: 'refreshDataSource',
  tag,
  access,
  summary: 'Refresh a source',
  description: 'Reads the source again. Its content is replaced only after that has succeeded.',
  params: SourceParams,
  success: { 202: DataSourceData },
  errors: ['CHATBOT_NOT_FOUND', 'DATA_SOURCE_NOT_FOUND', 'SOURCE_CANNOT_BE_REFRESHED', 'TOO_MANY_REQUESTS'],
});

const remove = operation({
  id: 'deleteDataSource',
  tag,
  access,
  summary: 'Delete a source',
  description: 'Deletes its content too. No later answer uses it.',
  params: SourceParams,
  success: { 200: Confirmation },
  errors: ['CHATBOT_NOT_FOUND', 'DATA_SOURCE_NOT_FOUND'],
});

const recrawl = operation({
  id: 'recrawlChatbot',
  tag,
  access,
  summary: 'Refresh all sources',
  description: 'Reads every source of the chatbot again, in the background.',
  params: ChatbotParams,
  success: { 202: Recrawl },
  errors: ['CHATBOT_NOT_FOUND', 'TOO_MANY_REQUESTS'],
});

/** Rate of routes that start ingestion. */
const INGESTION = { config: { accountRate: 'ingestion' } } as const;

export async function dataSourceRoutes(app: App, deps: SourceAddingDeps): Promise<void> {
  addingRoute(app, deps);
  readingRoutes(app, deps);
  sourcePagesRoutes(app, deps);
  refreshRoute(app, deps);
  deletionRoute(app, deps);
  recrawlRoute(app, deps);
}

function addingRoute(app: App, deps: SourceAddingDeps): void {
  const { queries } = deps;

  app.post('/chatbots/:chatbotId/datasources', { schema: add, ...INGESTION }, async (request, reply) => {
    const { chatbotId } = request.params;
    const owner = ownerId(request);
    await requireOwnChatbot(queries, owner, chatbotId);
    const sourceId = newIdOf(request, 'source', deps.ids);
    await requireRoomFor(sourceId, chatbotId, queries);
    const source = await sourceFromBody(request.body, chatbotId, sourceId, deps);
    return addSource(request, reply, { chatbotId, source }, deps);
  });
}

function readingRoutes(app: App, deps: SourceAddingDeps): void {
  const { queries } = deps;

  app.get('/chatbots/:chatbotId/datasources', { schema: list }, async (request) => {
    await requireOwnChatbot(queries, ownerId(request), request.params.chatbotId);
    return success({ dataSources: await queries.dataSources.list(request.params.chatbotId) });
  });

  app.get('/chatbots/:chatbotId/datasources/:id', { schema: get }, async (request) => {
    const { chatbotId, id } = request.params;
    await requireOwnChatbot(queries, ownerId(request), chatbotId);
    return success({ dataSource: await existing(queries, chatbotId, id) });
  });
}

function refreshRoute(app: App, deps: SourceAddingDeps): void {
  const { commands, queries, progress } = deps;

  app.post(
    '/chatbots/:chatbotId/datasources/:id/refresh',
    { schema: refresh, ...INGESTION },
    async (request, reply) => {
      const { chatbotId, id } = request.params;
      await requireOwnChatbot(queries, ownerId(request), chatbotId);
      const refreshed = await commands.dataSources.refresh(chatbotId, id, ownerCommandContext(request, deps));
      await progress.waitFor(refreshed.position);
      if (!refreshed.ok) throw rejectionError(refreshed.rejection);
      return reply.code(202).send(success({ dataSource: await existing(queries, chatbotId, id) }));
    },
  );
}

function deletionRoute(app: App, deps: SourceAddingDeps): void {
  const { commands, queries, progress } = deps;

  app.delete('/chatbots/:chatbotId/datasources/:id', { schema: remove }, async (request) => {
    const { chatbotId, id } = request.params;
    await requireOwnChatbot(queries, ownerId(request), chatbotId);
    const deleted = await commands.dataSources.delete(chatbotId, id, ownerCommandContext(request, deps));
    await progress.waitFor(deleted.position);
    if (!deleted.ok) throw rejectionError(deleted.rejection);
    return success({ message: 'Data source deleted' });
  });
}

function recrawlRoute(app: App, deps: SourceAddingDeps): void {
  const { commands, queries, progress } = deps;

  app.post('/chatbots/:id/recrawl', { schema: recrawl, ...INGESTION }, async (request, reply) => {
    const { id } = request.params;
    await requireOwnChatbot(queries, ownerId(request), id);
    const sourceIds = await queries.dataSources.ids(id);
    const queued = await commands.dataSources.recrawl(id, sourceIds, ownerCommandContext(request, deps));
    await progress.waitFor(queued.position);
    const { sources } = queued.value;
    return reply.code(202).send(success({ message: 'Recrawl started', sources }));
  });
}

/** @throws ApiError also for a source of another chatbot */
async function existing(queries: SourceAddingDeps['queries'], chatbotId: string, sourceId: string) {
  const found = await queries.dataSources.find(chatbotId, sourceId);
  if (found === null) throw new ApiError('DATA_SOURCE_NOT_FOUND');
  return found;
}
