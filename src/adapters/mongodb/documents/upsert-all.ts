/** Upserts in one request, each guarded by a filter that newer documents do not match. */
import { type AnyBulkWriteOperation, type Collection, type Document, MongoBulkWriteError } from 'mongodb';
import { isDuplicateKey } from '../failures.ts';

/**
 * An upsert fails with a duplicate key when the document is newer, or was created concurrently and may be older. Failed upserts
 * are retried once as updates.
 * @param retried selects the failed ones to retry; default all
 */
export async function upsertAll<Stored extends Document, Item>(
  collection: Collection<Stored>,
  items: readonly Item[],
  operation: (item: Item, upsert: boolean) => AnyBulkWriteOperation<Stored>,
  retried: (failed: readonly Item[]) => Promise<readonly Item[]> = async (failed) => failed,
): Promise<void> {
  if (items.length === 0) return;
  const upserts = items.map((item) => operation(item, true));
  try {
    await collection.bulkWrite(upserts, { ordered: false });
  } catch (error) {
    const duplicates = duplicatesIn(error).flatMap((index) => items[index] ?? []);
    const updates = (await retried(duplicates)).map((item) => operation(item, false));
    if (updates.length > 0) await collection.bulkWrite(updates, { ordered: false });
  }
}

/** Indexes of operations that failed with a duplicate key. @throws the error for any other failure */
function duplicatesIn(error: unknown): readonly number[] {
  if (!(error instanceof MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
  const failed = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  // A write concern error may be ignored: the retry confirms all earlier writes, too.
  if (!failed.every(({ code }) => code === error.code)) throw error;
  return failed.map(({ index }) => index);
}
