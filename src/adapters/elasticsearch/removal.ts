/** Removal of all documents that match, without delete-by-query, which not every cluster has. */
import { setTimeout as delay } from 'node:timers/promises';
import type { estypes } from '@elastic/elasticsearch';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { at, listAt, textAt } from './answers.ts';
import { type BulkWrite, sendBulk } from './bulk.ts';
import type { Connection, Patience } from './connection.ts';
import { STORE } from './failures.ts';
import { refreshIndices } from './refresh.ts';

/** Found at a time; under what Elasticsearch gives in one answer, 10,000. */
const PAGE = 5_000;
const PATIENCE: Patience = { deadlineMs: 20_000, attempts: 5 };
/** Milliseconds for a removal, however large: half a million passages on one small node. What is gone stays gone when it ends. */
const LONGEST_REMOVAL = 120_000;
const WAIT_FOR_A_LAGGING_COPY_MS = 250;

/**
 * Removes until none is found after a refresh: then none is left of what was put before, whatever lags. Done twice, it changes nothing.
 *
 * Every shard of every index is asked, not only the one that the chatbot's passages belong to: what is to be forgotten must not live on
 * in the index of an earlier model, or where an earlier way of routing has left it.
 * @throws StoreUnavailable when it does not come to an end
 */
export async function removeMatching(
  connection: Connection,
  indices: string,
  filter: readonly estypes.QueryDslQueryContainer[],
): Promise<void> {
  const end = performance.now() + LONGEST_REMOVAL;
  while (performance.now() < end) {
    await refreshIndices(connection, indices);
    const doomed = await findPage(connection, indices, filter);
    if (doomed.length === 0) return;
    if ((await sendBulk(connection, doomed)) === 0) await delay(WAIT_FOR_A_LAGGING_COPY_MS);
  }
  throw new StoreUnavailable(STORE, 'a removal took too long');
}

function findPage(
  connection: Connection,
  indices: string,
  filter: readonly estypes.QueryDslQueryContainer[],
): Promise<readonly BulkWrite[]> {
  return connection.call(PATIENCE, async (client, options) => {
    const answer = await client.search(
      {
        index: indices,
        ignore_unavailable: true,
        allow_partial_search_results: false,
        size: PAGE,
        _source: false,
        track_total_hits: false,
        sort: '_doc',
        query: { bool: { filter: [...filter] } },
      },
      options,
    );
    return listAt(answer, 'hits', 'hits').map((hit) => ({
      action: JSON.stringify({
        delete: { _index: textAt(hit, '_index'), _id: textAt(hit, '_id'), routing: at(hit, '_routing') },
      }),
      document: null,
    }));
  });
}
