/** Makes a collection ready to be searched by what its definition names, also when it holds documents from before. */
import type { Db, Filter } from 'mongodb';
import type { JsonObject } from '../../../ports/event-log.ts';
import { Turns } from '../../../runtime/turns.ts';
import { collectionOf, fieldsOf, indexesOf, type MongoLayout, type StoredDocument } from './stored.ts';

const AT_ONCE = 500;

/** Which fields every document of the collection has beside it. */
interface Prepared {
  _id: string;
  fields: readonly string[];
}

/** Of collections that are prepared. */
const preparedIn = (db: Db) => db.collection<Prepared>('collections');

export async function prepareCollection(db: Db, layout: MongoLayout): Promise<void> {
  await collectionOf(db, layout).createIndexes([...indexesOf(layout)]);
  const prepared = preparedIn(db);
  const known = (await prepared.findOne({ _id: layout.key }))?.fields ?? [];
  if (layout.fields.every((field) => known.includes(field))) return;
  await addFields(db, layout);
  const made = { $addToSet: { fields: { $each: [...layout.fields] } } };
  await prepared.updateOne({ _id: layout.key }, made, { upsert: true });
}

/** For a collection that is dropped. */
export async function forgetPreparation(db: Db, layout: MongoLayout): Promise<void> {
  await preparedIn(db).deleteOne({ _id: layout.key });
}

/** A document that is written meanwhile has them from its writer. */
async function addFields(db: Db, layout: MongoLayout): Promise<void> {
  const collection = collectionOf(db, layout);
  const turns = new Turns();
  let after: string | null = null;
  for (;;) {
    const filter: Filter<StoredDocument> = { document: { $exists: true } };
    if (after !== null) filter._id = { $gt: after };
    const rows: StoredDocument[] = await collection.find(filter, { sort: { _id: 1 }, limit: AT_ONCE }).toArray();
    const updates = [];
    for (const { _id, position, document } of rows) {
      if (turns.isLong) await turns.pass();
      const fields = fieldsOf(layout, JSON.parse(document ?? '{}') as JsonObject);
      updates.push({ updateOne: { filter: { _id, position }, update: { $set: { fields } } } });
    }
    if (updates.length > 0) await collection.bulkWrite(updates, { ordered: false });
    const last = rows.at(-1)?._id;
    if (last === undefined || rows.length < AT_ONCE) return;
    after = last;
  }
}
