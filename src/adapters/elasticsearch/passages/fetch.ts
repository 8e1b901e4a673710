import type { Passage } from '../../../ports/search-index.ts';
import type { IndexReads } from '../client/connection.ts';
import { IndexMissing, RetryableError } from '../client/failures.ts';
import { errorType, listAt, valueAt } from '../client/responses.ts';
import { passageOf } from './stored-passage.ts';
import { Tenant } from './tenant.ts';

/** Includes passages that are not refreshed yet. @throws StoreUnavailable */
export async function fetchPassages(
  { connection, retryPolicy, index }: IndexReads,
  chatbotId: string,
  ids: readonly string[],
): Promise<Passage[]> {
  const tenant = new Tenant(chatbotId);
  const docs = ids.map((id) => ({ _id: tenant.documentId(id), routing: tenant.key }));
  return connection.call(retryPolicy, async (client, options) => {
    const found = listAt(await client.mget({ index, docs }, options), 'docs');
    if (found.length !== ids.length)
      throw new RetryableError('answered with a different number of passages than requested');
    return found.flatMap((document) => {
      const error = valueAt(document, 'error');
      if (errorType(error) === 'index_not_found_exception') throw new IndexMissing();
      if (error !== undefined) throw new RetryableError('a shard did not answer');
      return valueAt(document, 'found') === true ? [passageOf(valueAt(document, '_source'))] : [];
    });
  });
}
