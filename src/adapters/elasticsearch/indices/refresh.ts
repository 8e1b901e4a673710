import { type ElasticsearchConnection, WHOLE_INDEX_POLICY } from '../client/connection.ts';
import { RetryableError } from '../client/failures.ts';
import { numberAt } from '../client/responses.ts';

/** @throws StoreUnavailable when a shard failed to refresh */
export async function refreshIndices(connection: ElasticsearchConnection, indices: string): Promise<void> {
  await connection.call(WHOLE_INDEX_POLICY, async (client, options) => {
    const answer = await client.indices.refresh({ index: indices }, options);
    if (numberAt(answer, '_shards', 'failed') > 0) throw new RetryableError('a shard could not be refreshed');
  });
}
