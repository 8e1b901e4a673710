import type { Passage } from '../../ports/search-index.ts';
import { at, errorType, listAt } from './answers.ts';
import type { Connection, Patience } from './connection.ts';
import { IndexMissing, TryAgain } from './failures.ts';
import { passageOf } from './stored-passage.ts';
import { Tenant } from './tenant.ts';

/** Passages by id, in the order of `ids`, also those that no refresh has made searchable yet. @throws StoreUnavailable */
export async function fetchPassages(
  connection: Connection,
  patience: Patience,
  index: string,
  chatbotId: string,
  ids: readonly string[],
): Promise<Passage[]> {
  const tenant = new Tenant(chatbotId);
  const docs = ids.map((id) => ({ _id: tenant.documentId(id), routing: tenant.key }));
  return connection.call(patience, async (client, options) => {
    const found = listAt(await client.mget({ index, docs }, options), 'docs');
    if (found.length !== ids.length) throw new TryAgain('answered for other passages than were asked for');
    return found.flatMap((document) => {
      const error = at(document, 'error');
      if (errorType(error) === 'index_not_found_exception') throw new IndexMissing();
      if (error !== undefined) throw new TryAgain('a shard did not answer');
      return at(document, 'found') === true ? [passageOf(at(document, '_source'))] : [];
    });
  });
}
