/** Creates the indexes of a collection and adds missing indexed fields to its existing documents. */
import type { Db, Filter } from 'mongodb';
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import type { JsonObject } from '../../../ports/event-log.ts';
import { collectionOf, fieldsOf, indexesOf, type MongoLayout, type StoredDocument } from './stored.ts';

const BATCH_SIZE = 500;

/** Indexed fields that every document has. */
interface PreparedCollection {
  _id: string;
  fields: readonly string[];
}

const preparedCollections = (db: Db) => db.collection<PreparedCollection>('collections');

export async function prepareCollection(db: Db, layout: MongoLayout): Promise<void> {
  await collectionOf(db, layout).createIndexes([...indexesOf(layout)]);
  const preparations = preparedCollections(db);
  const known = (await preparations.findOne({ _id: layout.key }))?.fields ?? [];
  if (layout.fields.every((field) => known.includes(field))) return;
  await addFields(db, layout);
  const addition = { $addToSet: { fields: { $each: [...layout.fields] } } };
  await preparations.updateOne({ _id: layout.key }, addition, { upsert: true });
}

/** Must run when a collection is dropped. */
export async function forgetPreparation(db: Db, layout: MongoLayout): Promise<void> {
  await preparedCollections(db).deleteOne({ _id: layout.key });
}

/** Skips documents that change concurrently: their writers add the fields. */
async function addFields(db: Db, layout: MongoLayout): Promise<void> {
  const collection = collectionOf(db, layout);
  const eventLoopBudget = new EventLoopBudget();
  let after: string | null = null;
  for (;;) {
    const filter: Filter<StoredDocument> = { document: { $exists: true } };
    if (after !== null) filter._id = { $gt: after };
    const rows: StoredDocument[] = await collection.find(filter, { sort: { _id: 1 }, limit: BATCH_SIZE }).toArray();
    const updates = [];
    for (const { _id, position, document } of rows) {
      if (eventLoopBudget.isUsedUp) await eventLoopBudget.yieldNow();
      const fields = fieldsOf(layout, JSON.parse(document ?? '{}') as JsonObject);
      updates.push({ updateOne: { filter: { _id, position }, update: { $set: { fields } } } });
    }
    if (updates.length > 0) await collection.bulkWrite(updates, { ordered: false });
    const last = rows.at(-1)?._id;
    if (last === undefined || rows.length < BATCH_SIZE) return;
    after = last;
  }
}
