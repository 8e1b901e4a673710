/**
 * Carries out what a list of writes comes to. Every document carries the position of its last write and is only replaced by one
 * that is not older: writes that are delivered again, or by two at once, change nothing.
 */
import { type AnyBulkWriteOperation, type Collection, MongoBulkWriteError } from 'mongodb';
import { type Call, isDuplicateKey, LONG_DEADLINE_MS } from '../failures.ts';
import type { Replacement, Step } from './plan.ts';
import { filterOf, type MongoLayout, type StoredDocument } from './stored.ts';

/** In one bulk write: the driver builds it in one go, in a few milliseconds of the event loop. */
const MAX_OPERATIONS = 200;
const MAX_CHARACTERS = 500_000;

type Operation = AnyBulkWriteOperation<StoredDocument>;

export async function carryOut(
  collection: Collection<StoredDocument>,
  layout: MongoLayout,
  steps: readonly Step[],
  call: Call,
): Promise<void> {
  for (const { removals, replacements } of steps) {
    if (removals.length > 0) {
      const operations = removals.map(({ where, position }) => removal(filterOf(layout, where), position));
      await call(() => collection.bulkWrite(operations), LONG_DEADLINE_MS);
    }
    for (const portion of portionsOf(replacements.values())) await call(() => replaceAll(collection, portion));
  }
}

/**
 * An upsert fails with a duplicate key when the document is there and did not match: it is newer, or somebody made it this very
 * moment, and then it may be older. So those that failed are tried once more as what they are now: updates.
 */
async function replaceAll(collection: Collection<StoredDocument>, portion: readonly Replacement[]): Promise<void> {
  try {
    await collection.bulkWrite(portion.map(upsert), { ordered: false });
  } catch (error) {
    const existing = duplicatesIn(error).flatMap((index) => portion[index] ?? []);
    await collection.bulkWrite(existing.map(update), { ordered: false });
  }
}

/** Which operations found their document. @throws the error when anything else failed */
function duplicatesIn(error: unknown): readonly number[] {
  if (!(error instanceof MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
  const failed = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  // Whether a majority has confirmed the others shows when these are tried again: it confirms all that came before, too.
  if (!failed.every(({ code }) => code === error.code)) throw error;
  return failed.map(({ index }) => index);
}

const upsert = (replacement: Replacement): Operation => ({
  replaceOne: { filter: notNewer(replacement), replacement: storedFrom(replacement), upsert: true },
});

const update = (replacement: Replacement): Operation => ({
  replaceOne: { filter: notNewer(replacement), replacement: storedFrom(replacement) },
});

const removal = (matching: ReturnType<typeof filterOf>, position: bigint): Operation => ({
  updateMany: {
    filter: { $and: [matching, { position: { $lte: position } }] },
    update: { $set: { position, deletedOn: new Date() }, $unset: { fields: 1, document: 1 } },
  },
});

const notNewer = ({ id, position }: Replacement) => ({ _id: id, position: { $lte: position } });

const storedFrom = ({ position, content }: Replacement) =>
  content === null ? { position, deletedOn: new Date() } : { position, ...content };

function* portionsOf(replacements: Iterable<Replacement>): Generator<readonly Replacement[]> {
  let portion: Replacement[] = [];
  let characters = 0;
  for (const replacement of replacements) {
    portion.push(replacement);
    characters += replacement.content?.document.length ?? 0;
    if (portion.length < MAX_OPERATIONS && characters < MAX_CHARACTERS) continue;
    yield portion;
    portion = [];
    characters = 0;
  }
  if (portion.length > 0) yield portion;
}
