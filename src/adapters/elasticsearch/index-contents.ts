/** All that an index holds, for an audit that compares it with the log. */
import type { SearchIndexContents, StoredGeneration } from '../../ports/search-index.ts';
import { ElasticsearchConnection, WHOLE_INDEX_POLICY } from './client/connection.ts';
import { listAt, numberAt, textAt, valueAt } from './client/responses.ts';
import { ensureIndex } from './indices/ensure-index.ts';
import { DEFAULT_PREFIX, indexNames } from './indices/index-layout.ts';
import { countPassages } from './passages/count.ts';
import { fetchPassages } from './passages/fetch.ts';
import { Tenant } from './passages/tenant.ts';
import { componentsOf } from './passages/vector.ts';
import type { ElasticsearchIndexOptions } from './search-index.ts';

const PAGE = 500;
/** Searches in one request, of a few kilobytes each. */
const SEARCHES_AT_ONCE = 64;
/** Scores are 32-bit floats. */
const MAX_SCORE_ERROR = 1e-4;

/** @throws Error when there is no such index */
export async function openElasticsearchContents({
  url,
  prefix = DEFAULT_PREFIX,
  ...embedder
}: Pick<ElasticsearchIndexOptions, 'url' | 'prefix' | 'embedderId' | 'dimensions'>): Promise<SearchIndexContents> {
  const connection = new ElasticsearchConnection(url);
  const identity = { prefix, ...embedder };
  const names = indexNames(identity);
  try {
    await ensureIndex(connection, names, identity, null);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const { alias, all } = names;
  const reads = { connection, retryPolicy: WHOLE_INDEX_POLICY, index: alias };
  return {
    generations: () => generationsIn(connection, all),
    passages: (chatbotId, ids) => fetchPassages(reads, chatbotId, ids),
    countPassages: (chatbotId, generation) => countPassages(reads, chatbotId, generation),
    differingVectors: (chatbotId, expected) => differingVectors(connection, alias, chatbotId, expected),
    close: () => connection.close(),
  };
}

const NAMES = ['chatbotId', 'sourceId', 'generation'] as const;

async function* generationsIn(
  connection: ElasticsearchConnection,
  index: string,
): AsyncGenerator<readonly StoredGeneration[]> {
  const sources = NAMES.map((field) => ({ [field]: { terms: { field } } }));
  for (let after: unknown; ; ) {
    const composite = {
      size: PAGE,
      sources,
      ...(after === undefined ? {} : { after: after as Record<string, string> }),
    };
    const answer = await connection.call(WHOLE_INDEX_POLICY, (client, options) =>
      client.search({ index, size: 0, aggs: { generations: { composite } } }, options),
    );
    const buckets = listAt(answer, 'aggregations', 'generations', 'buckets');
    yield buckets.map((bucket) => ({
      chatbotId: textAt(bucket, 'key', 'chatbotId'),
      sourceId: textAt(bucket, 'key', 'sourceId'),
      generation: textAt(bucket, 'key', 'generation'),
      passages: numberAt(bucket, 'doc_count'),
    }));
    after = valueAt(answer, 'aggregations', 'generations', 'after_key');
    if (after === undefined || buckets.length < PAGE) return;
  }
}

/** Vectors cannot be read back, so each passage is compared by its similarity to the expected vector. */
async function differingVectors(
  connection: ElasticsearchConnection,
  index: string,
  chatbotId: string,
  expected: ReadonlyMap<string, Float32Array>,
): Promise<ReadonlySet<string>> {
  const tenant = new Tenant(chatbotId);
  const wanted = [...expected].flatMap(([id, vector]) => {
    const components = componentsOf(vector);
    return components === null ? [] : [{ id, components }];
  });
  const differing = new Set<string>();
  for (let start = 0; start < wanted.length; start += SEARCHES_AT_ONCE) {
    const some = wanted.slice(start, start + SEARCHES_AT_ONCE);
    const searches = some.flatMap(({ id, components }) => [
      { index, routing: tenant.key },
      { size: 1, stored_fields: '_none_', knn: knnOf(components, tenant.documentId(id)) },
    ]);
    const answer = await connection.call(WHOLE_INDEX_POLICY, (client, options) =>
      client.msearch({ searches }, options),
    );
    for (const [place, response] of listAt(answer, 'responses').entries()) {
      const [hit] = listAt(response, 'hits', 'hits');
      const score = hit === undefined ? 0 : numberAt(hit, '_score');
      const id = some[place]?.id;
      if (id !== undefined && Math.abs(score - 1) > MAX_SCORE_ERROR) differing.add(id);
    }
  }
  return differing;
}

/** Rescored with full vectors, because the index holds quantized ones. */
const knnOf = (components: number[], documentId: string) => ({
  field: 'vector',
  query_vector: components,
  k: 1,
  num_candidates: 1,
  filter: { ids: { values: [documentId] } },
  rescore_vector: { oversample: 1 },
});
