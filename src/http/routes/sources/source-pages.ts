import { type Static, Type } from 'typebox';
import { sourceScope } from '../../../domain/blob-scopes.ts';
import { listReadPages } from '../../../projections/data-sources/read-pages.ts';
import type { SearchedList } from '../../../projections/data-sources/searched-list.ts';
import type { App } from '../../app-types.ts';
import type { HttpDeps } from '../../deps.ts';
import { ApiError } from '../../errors/api-error.ts';
import { operation, success } from '../../openapi/operation.ts';
import { ownerId } from '../../plugins/session/session.ts';
import { BelowChatbotParams, PAGE_SIZE, SourceId } from '../../schemas/common.ts';
import { ReadPageList, SkippedUrlPage, SourcePagesQuery } from '../../schemas/data-sources.ts';
import { requireOwnChatbot } from '../own-chatbot.ts';

const tag = 'Data sources';
const access = 'session';
const SourceParams = Type.Object({ ...BelowChatbotParams.properties, id: SourceId });

const skipped = operation({
  id: 'listSkippedUrls',
  tag,
  access,
  summary: 'List skipped URLs',
  description: 'Pages of a website that the last run did not read, each with the reason: up to 100,000, with paging.',
  params: SourceParams,
  querystring: SourcePagesQuery,
  success: { 200: SkippedUrlPage },
  errors: ['CHATBOT_NOT_FOUND', 'DATA_SOURCE_NOT_FOUND'],
});

const pages = operation({
  id: 'listReadPages',
  tag,
  access,
  summary: 'List pages that were read',
  description:
    'Pages of the content that answers use now, each with the number of its searchable pieces. A page without text, or whose text all stands on earlier pages, has none and is not listed.',
  params: SourceParams,
  querystring: SourcePagesQuery,
  success: { 200: ReadPageList },
  errors: ['CHATBOT_NOT_FOUND', 'DATA_SOURCE_NOT_FOUND'],
});

export function sourcePagesRoutes(app: App, { queries, blobs }: Pick<HttpDeps, 'queries' | 'blobs'>): void {
  app.get('/chatbots/:chatbotId/datasources/:id/skipped', { schema: skipped }, async (request, reply) => {
    const { chatbotId, id } = request.params;
    await requireOwnChatbot(queries, ownerId(request), chatbotId);
    if (request.query.search !== undefined) await app.rateLimiter.take(reply, 'search', ownerId(request));
    const page = await queries.dataSources.skippedUrls(chatbotId, id, wantedList(request.query));
    if (page === null) throw new ApiError('DATA_SOURCE_NOT_FOUND');
    return success({ skippedUrls: [...page.skippedUrls], nextAfter: page.nextAfter });
  });

  const options = { schema: pages, config: { accountRate: 'search' } } as const;
  app.get('/chatbots/:chatbotId/datasources/:id/pages', options, async (request) => {
    const { chatbotId, id } = request.params;
    await requireOwnChatbot(queries, ownerId(request), chatbotId);
    const content = await queries.dataSources.activeContent(chatbotId, id);
    if (content === null) throw new ApiError('DATA_SOURCE_NOT_FOUND');
    const { manifestHash, readAt } = content;
    if (manifestHash === null) return success({ pages: [], readAt, nextAfter: null });
    const manifest = await blobs.stream(sourceScope(chatbotId, id), manifestHash);
    if (manifest === null) {
      const isDeleted = (await queries.dataSources.activeContent(chatbotId, id)) === null;
      throw isDeleted
        ? new ApiError('DATA_SOURCE_NOT_FOUND')
        : new Error('The passages of a source are no longer stored');
    }
    const list = await listReadPages(manifest, wantedList(request.query));
    return success({ pages: [...list.pages], readAt, nextAfter: list.nextAfter });
  });
}

const wantedList = ({ limit = PAGE_SIZE, after = '0', search }: Static<typeof SourcePagesQuery>): SearchedList => ({
  limit,
  after: Number(after),
  search,
});
