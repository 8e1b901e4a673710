/** Deletes without delete-by-query, which not every cluster offers. */
import { setTimeout as delay } from 'node:timers/promises';
import type { estypes } from '@elastic/elasticsearch';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import type { ElasticsearchConnection, RetryPolicy } from '../client/connection.ts';
import { STORE } from '../client/failures.ts';
import { listAt, textAt, valueAt } from '../client/responses.ts';
import { refreshIndices } from '../indices/refresh.ts';
import { type BulkWrite, sendBulk } from './bulk.ts';

/** Elasticsearch returns at most 10,000. */
const PAGE_SIZE = 5_000;
const RETRY_POLICY: RetryPolicy = { deadlineMs: 20_000, attempts: 5 };
/** Enough for half a million passages on a small node. A removal that times out keeps its progress. */
const MAX_REMOVAL_MS = 120_000;
const LAGGING_COPY_DELAY_MS = 250;

/**
 * Repeats until a refreshed search finds nothing, because copies may lag. Idempotent. Searches every shard of every index,
 * because an earlier model or routing may have left data elsewhere.
 * @throws StoreUnavailable when the removal takes too long
 */
export async function removeMatching(
  connection: ElasticsearchConnection,
  indices: string,
  filter: readonly estypes.QueryDslQueryContainer[],
): Promise<void> {
  const end = performance.now() + MAX_REMOVAL_MS;
  while (performance.now() < end) {
    await refreshIndices(connection, indices);
    const deletions = await findPage(connection, indices, filter);
    if (deletions.length === 0) return;
    if ((await sendBulk(connection, deletions)) === 0) await delay(LAGGING_COPY_DELAY_MS);
  }
  throw new StoreUnavailable(STORE, 'a removal took too long');
}

function findPage(
  connection: ElasticsearchConnection,
  indices: string,
  filter: readonly estypes.QueryDslQueryContainer[],
): Promise<readonly BulkWrite[]> {
  return connection.call(RETRY_POLICY, async (client, options) => {
    const answer = await client.search(
      {
        index: indices,
        ignore_unavailable: true,
        allow_partial_search_results: false,
        size: PAGE_SIZE,
        _source: false,
        track_total_hits: false,
        sort: '_doc',
        query: { bool: { filter: [...filter] } },
      },
      options,
    );
    return listAt(answer, 'hits', 'hits').map((hit) => ({
      action: JSON.stringify({
        delete: { _index: textAt(hit, '_index'), _id: textAt(hit, '_id'), routing: valueAt(hit, '_routing') },
      }),
      document: null,
    }));
  });
}
