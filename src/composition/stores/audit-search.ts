/** Opens the search index and the embedder for an audit: for reading alone, beside a running service. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MigratingSearch } from '../../answering/retrieval/migrating-search.ts';
import type { RetrievalTodayDeps } from '../../audit/explain/retrieval-today.ts';
import type { Config } from '../../config.ts';
import type { ReadableDocuments } from '../../ports/documents.ts';
import type { Embedder } from '../../ports/models.ts';
import type { ReadableSearchIndex, SearchIndexContents } from '../../ports/search-index.ts';
import { type DataSourceDocument, dataSources } from '../../projections/data-sources/projection.ts';
import { findAll } from '../../projections/each-document.ts';
import { indexIdentity } from '../models/index-identity.ts';
import { openModels } from '../models/models.ts';

export interface AuditSearch {
  readonly retrieval: RetrievalTodayDeps;
  close(): Promise<void>;
}

/** @throws Error with a message for operators when there is no index to read */
export async function openAuditSearch(config: Config, documents: ReadableDocuments): Promise<AuditSearch> {
  const { embedder } = await openModels(config, () => undefined);
  const index = await openIndex(config, embedder);
  const activeGenerations = async (chatbotId: string) => {
    const options = { where: { chatbotId }, orderBy: { field: 'createdAt', direction: 'asc' } } as const;
    const sources = await findAll<DataSourceDocument>(documents, dataSources.collection, options);
    return sources.flatMap(({ activeGeneration }) => activeGeneration ?? []);
  };
  return {
    retrieval: { searchIndex: new MigratingSearch(index), embedder, activeGenerations },
    close: () => index.close(),
  };
}

async function openIndex(
  { elasticsearchUrl, dataDir: directory }: Config,
  embedder: Pick<Embedder, 'id' | 'dimensions'>,
): Promise<ReadableSearchIndex> {
  if (elasticsearchUrl !== null) {
    const [{ elasticsearchAddress }, { openElasticsearchSearcher }] = await Promise.all([
      import('../../adapters/elasticsearch/client/address.ts'),
      import('../../adapters/elasticsearch/search-index.ts'),
    ]);
    return openElasticsearchSearcher({ ...elasticsearchAddress(elasticsearchUrl), ...indexIdentity(embedder) });
  }
  const path = join(directory, 'search.db');
  if (!existsSync(path)) throw new Error(`There is no ${path}`);
  const { openSqliteSearcher } = await import('../../adapters/sqlite/search-index/searcher.ts');
  return openSqliteSearcher({ directory, ...indexIdentity(embedder) });
}

/** Opens the index to compare what it holds with the log. @throws Error when there is none */
export async function openIndexContents(
  { elasticsearchUrl, dataDir: directory }: Config,
  embedder: Pick<Embedder, 'id' | 'dimensions'>,
): Promise<SearchIndexContents> {
  if (elasticsearchUrl !== null) {
    const [{ elasticsearchAddress }, { openElasticsearchContents }] = await Promise.all([
      import('../../adapters/elasticsearch/client/address.ts'),
      import('../../adapters/elasticsearch/index-contents.ts'),
    ]);
    return openElasticsearchContents({ ...elasticsearchAddress(elasticsearchUrl), ...indexIdentity(embedder) });
  }
  const path = join(directory, 'search.db');
  if (!existsSync(path)) throw new Error(`There is no ${path}`);
  const { readSqliteSearchIndex } = await import('../../adapters/sqlite/search-index/read-search-index.ts');
  return readSqliteSearchIndex({ directory, ...indexIdentity(embedder) });
}
