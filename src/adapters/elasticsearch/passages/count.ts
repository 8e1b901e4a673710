import type { IndexReads } from '../client/connection.ts';
import { RetryableError } from '../client/failures.ts';
import { numberAt } from '../client/responses.ts';
import { Tenant } from './tenant.ts';

/** @throws StoreUnavailable */
export async function countPassages(
  { connection, retryPolicy, index }: IndexReads,
  chatbotId: string,
  generation: string,
): Promise<number> {
  const query = { bool: { filter: [{ term: { chatbotId } }, { term: { generation } }] } };
  const routing = new Tenant(chatbotId).key;
  return connection.call(retryPolicy, async (client, options) => {
    const answer = await client.count({ index, routing, query }, options);
    if (numberAt(answer, '_shards', 'failed') > 0) throw new RetryableError('a shard failed to count');
    return numberAt(answer, 'count');
  });
}
