import { numberAt } from './answers.ts';
import type { Connection, Patience } from './connection.ts';
import { TryAgain } from './failures.ts';

const PATIENCE: Patience = { deadlineMs: 30_000, attempts: 5 };

/** When it answers, searches see all that was written before. @throws StoreUnavailable when a shard could not do it */
export async function refreshIndices(connection: Connection, indices: string): Promise<void> {
  await connection.call(PATIENCE, async (client, options) => {
    const answer = await client.indices.refresh({ index: indices }, options);
    if (numberAt(answer, '_shards', 'failed') > 0) throw new TryAgain('a shard could not be refreshed');
  });
}
