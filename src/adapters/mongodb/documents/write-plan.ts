/** A write replaces only a document whose position is not newer, so redelivered or concurrent writes change nothing. */
import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import { type Call, LONG_DEADLINE_MS } from '../failures.ts';
import type { Replacement, WriteStep } from './plan.ts';
import { filterOf, type MongoLayout, type StoredDocument } from './stored.ts';
import { upsertAll } from './upsert-all.ts';

/** The driver builds a bulk write without yielding; this takes a few milliseconds. */
const MAX_OPERATIONS = 200;
const MAX_CHARACTERS = 500_000;

type Operation = AnyBulkWriteOperation<StoredDocument>;

export async function executePlan(
  collection: Collection<StoredDocument>,
  layout: MongoLayout,
  steps: readonly WriteStep[],
  call: Call,
): Promise<void> {
  for (const { removals, replacements } of steps) {
    if (removals.length > 0) {
      const operations = removals.map(({ where, position }) => removal(filterOf(layout, where), position));
      await call(() => collection.bulkWrite(operations), LONG_DEADLINE_MS);
    }
    for (const batch of batchesOf(replacements.values())) await call(() => replaceAll(collection, batch));
  }
}

function replaceAll(collection: Collection<StoredDocument>, batch: readonly Replacement[]): Promise<void> {
  const operation = (write: Replacement, upsert: boolean): Operation => {
    const replacement = storedFrom(write);
    // A rebuild mostly creates documents. An insert costs a server less than an upsert.
    if (write.isNew && upsert) return { insertOne: { document: { _id: write.id, ...replacement } } };
    return { replaceOne: { filter: notNewer(write), replacement, upsert } };
  };
  return upsertAll(collection, batch, operation, (failed) => differing(collection, failed));
}

/** Leaves out writes that the store already has, as after a redelivery, and writes that are older than its documents. */
async function differing(
  collection: Collection<StoredDocument>,
  batch: readonly Replacement[],
): Promise<readonly Replacement[]> {
  const filter = { _id: { $in: batch.map(({ id }) => id) } };
  const found = await collection.find(filter, { projection: { position: 1, document: 1 } }).toArray();
  const stored = new Map(found.map((each) => [each._id, each]));
  return batch.filter(({ id, position, content }) => {
    const { position: there = -1n, document } = stored.get(id) ?? {};
    return there < position || (there === position && document !== content?.document);
  });
}

const removal = (matching: ReturnType<typeof filterOf>, position: bigint): Operation => ({
  updateMany: {
    filter: { $and: [matching, { position: { $lte: position } }] },
    update: { $set: { position, deletedOn: new Date() }, $unset: { fields: 1, document: 1 } },
  },
});

const notNewer = ({ id, position }: Replacement) => ({ _id: id, position: { $lte: position } });

const storedFrom = ({ position, content }: Replacement) =>
  content === null ? { position, deletedOn: new Date() } : { position, ...content };

function* batchesOf(replacements: Iterable<Replacement>): Generator<readonly Replacement[]> {
  let batch: Replacement[] = [];
  let characters = 0;
  for (const replacement of replacements) {
    batch.push(replacement);
    characters += replacement.content?.document.length ?? 0;
    if (batch.length < MAX_OPERATIONS && characters < MAX_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
