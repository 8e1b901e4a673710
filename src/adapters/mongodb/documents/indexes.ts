/** Creates the indexes of a collection and adds missing indexed fields to its existing documents. */
import { randomUUID } from 'node:crypto';
import type { Db, Filter } from 'mongodb';
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import type { JsonObject } from '../../../ports/event-log.ts';
import { isMissingCollection } from '../failures.ts';
import { collectionNamed, collectionOf, fieldsOf, indexesOf, type MongoLayout, type StoredDocument } from './stored.ts';

const BATCH_SIZE = 500;

interface PreparedCollection {
  _id: string;
  /** Indexed fields that every document has. */
  fields: readonly string[];
  /** Tells this collection from one of the same name that was prepared before. Absent in those of earlier releases. */
  preparedAs?: string | null;
  /** Documents of the collection were lost while no node ran. */
  isLost?: boolean;
}

const preparedCollections = (db: Db) => db.collection<PreparedCollection>('collections');

export async function prepareCollection(db: Db, layout: MongoLayout): Promise<void> {
  const preparations = preparedCollections(db);
  let known = await preparations.findOne({ _id: layout.key });
  // The indexes would hide it.
  if (known !== null && (await hasLostDocuments(db, layout.collection))) {
    if (await beginsAnew(db, layout)) {
      await forgetPreparation(db, layout);
      known = null;
    } else await markLost(db, known);
  }
  await collectionOf(db, layout).createIndexes([...indexesOf(layout)]);
  if (known !== null && layout.fields.every((field) => known.fields.includes(field))) return;
  await addFields(db, layout);
  const addition = { $addToSet: { fields: { $each: [...layout.fields] } }, $setOnInsert: { preparedAs: randomUUID() } };
  await preparations.updateOne({ _id: layout.key }, addition, { upsert: true });
}

/** Keys of the collections that somebody else has dropped, among `keys`. */
export async function findLostCollections(db: Db, keys: readonly string[]): Promise<readonly string[]> {
  const preparations = preparedCollections(db);
  const lost: string[] = [];
  for (const prepared of await preparations.find({ _id: { $in: [...keys] } }).toArray()) {
    const { _id, preparedAs = null } = prepared;
    if (prepared.isLost === true) lost.push(_id);
    else if (await hasLostDocuments(db, collectionNamed(_id))) {
      // A reset by a node forgets the preparation first.
      const isSame = (await preparations.findOne({ _id, preparedAs })) !== null;
      if (isSame) lost.push(_id);
    }
  }
  return lost;
}

/** A collection that was dropped is gone, or was created again by a write, without the indexes that every one of ours has. */
async function hasLostDocuments(db: Db, collection: string): Promise<boolean> {
  try {
    return (await db.collection(collection).indexes()).length < 2;
  } catch (error) {
    if (isMissingCollection(error)) return true;
    throw error;
  }
}

/** True without a checkpoint and without documents: then a read model is built from the beginning of the log, and nothing is lost. */
async function beginsAnew(db: Db, layout: MongoLayout): Promise<boolean> {
  const checkpoint = await db.collection<{ _id: string }>('checkpoints').findOne({ _id: layout.key });
  return checkpoint === null && (await collectionOf(db, layout).findOne()) === null;
}

async function markLost(db: Db, { _id, preparedAs = null }: PreparedCollection): Promise<void> {
  await preparedCollections(db).updateOne({ _id, preparedAs }, { $set: { isLost: true } });
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
