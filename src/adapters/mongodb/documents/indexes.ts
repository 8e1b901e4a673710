/** Creates the indexes of a collection and adds missing indexed fields to its existing documents. */
import type { Collection, Db, Filter } from 'mongodb';
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import type { JsonObject } from '../../../ports/event-log.ts';
import { isMissingCollection } from '../failures.ts';
import { collectionOf, fieldsOf, indexesOf, type MongoLayout, type StoredDocument } from './stored.ts';

const BATCH_SIZE = 500;

export async function createIndexes(db: Db, layout: MongoLayout): Promise<void> {
  await collectionOf(db, layout).createIndexes([...indexesOf(layout)]);
}

/** A dropped collection is gone, or was created again by a write, without the indexes that every one of ours has. */
export async function hasLostDocuments(db: Db, collection: string): Promise<boolean> {
  try {
    return (await db.collection(collection).indexes()).length < 2;
  } catch (error) {
    if (isMissingCollection(error)) return true;
    throw error;
  }
}

export async function dropDocuments(db: Db, collection: string): Promise<void> {
  await db
    .collection(collection)
    .drop()
    .catch((error: unknown) => {
      if (!isMissingCollection(error)) throw error;
    });
}

/** Skips documents that change concurrently: their writers add the fields. */
export async function addFields(db: Db, layout: MongoLayout): Promise<void> {
  const collection = collectionOf(db, layout);
  const eventLoopBudget = new EventLoopBudget();
  for await (const rows of storedBatches(collection)) {
    const updates = [];
    for (const { _id, position, document } of rows) {
      if (eventLoopBudget.isUsedUp) await eventLoopBudget.yieldNow();
      const fields = fieldsOf(layout, JSON.parse(document ?? '{}') as JsonObject);
      updates.push({ updateOne: { filter: { _id, position }, update: { $set: { fields } } } });
    }
    await collection.bulkWrite(updates, { ordered: false });
  }
}

async function* storedBatches(collection: Collection<StoredDocument>): AsyncGenerator<readonly StoredDocument[]> {
  let after: Filter<StoredDocument> = {};
  for (;;) {
    const filter = { document: { $exists: true }, ...after };
    const rows = await collection.find(filter, { sort: { _id: 1 }, limit: BATCH_SIZE }).toArray();
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < BATCH_SIZE) return;
    after = { _id: { $gt: last._id } };
  }
}
