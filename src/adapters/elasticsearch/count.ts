import { numberAt } from './answers.ts';
import type { Connection, Patience } from './connection.ts';
import { TryAgain } from './failures.ts';
import { Tenant } from './tenant.ts';

/** How many passages of a generation a search would see. @throws StoreUnavailable */
export async function countPassages(
  connection: Connection,
  patience: Patience,
  index: string,
  chatbotId: string,
  generation: string,
): Promise<number> {
  const query = { bool: { filter: [{ term: { chatbotId } }, { term: { generation } }] } };
  const routing = new Tenant(chatbotId).key;
  return connection.call(patience, async (client, options) => {
    const answer = await client.count({ index, routing, query }, options);
    if (numberAt(answer, '_shards', 'failed') > 0) throw new TryAgain('a shard did not count');
    return numberAt(answer, 'count');
  });
}
