/** Read models in MongoDB. No transactions: documents guard themselves by position, and checkpoints are written after them. */
import type { Collection, Db } from 'mongodb';
import type {
  Checkpoint,
  CollectionDefinition,
  CollectionWrites,
  Documents,
  DocumentWrite,
  FindOptions,
  Found,
  Placed,
  ShownPage,
  ShowOptions,
  Where,
} from '../../../ports/documents.ts';
import type { JsonObject, Position } from '../../../ports/event-log.ts';
import { Turns } from '../../../runtime/turns.ts';
import { beforeShown, checkLimit } from '../../collection-layout.ts';
import { callsTo, isMissingCollection, LONG_DEADLINE_MS } from '../failures.ts';
import { forgetPreparation, prepareCollection } from './indexes.ts';
import { pageOf } from './page.ts';
import { planOf, type Step } from './plan.ts';
import { collectionOf, filterOf, layoutOf, type MongoLayout, type StoredDocument } from './stored.ts';
import { Tombstones } from './tombstones.ts';
import { carryOut } from './write-plan.ts';

/** Ids asked for, or documents fetched, in one message. */
const AT_ONCE = 500;
/** Milliseconds after which the server stops looking: nobody waits for it any more. */
const maxTimeMS = 10_000;

interface StoredCheckpoint {
  _id: string;
  position: bigint;
}

interface ActiveVersion {
  _id: string;
  version: number;
}

export class MongoDocuments implements Documents {
  readonly #db: Db;
  readonly #call = callsTo('documents');
  readonly #tombstones: Tombstones;
  readonly #checkpoints: Collection<StoredCheckpoint>;
  readonly #activeVersions: Collection<ActiveVersion>;

  /** @param options.tombstonesKeptMs see Tombstones */
  constructor(db: Db, options: { readonly tombstonesKeptMs?: number } = {}) {
    this.#db = db;
    this.#tombstones = new Tombstones(db, options.tombstonesKeptMs);
    this.#checkpoints = db.collection('checkpoints');
    this.#activeVersions = db.collection('active_versions');
  }

  async prepare(collection: CollectionDefinition): Promise<void> {
    const layout = layoutOf(collection);
    await this.#call(() => prepareCollection(this.#db, layout), LONG_DEADLINE_MS);
  }

  async get<Document extends JsonObject>(collection: CollectionDefinition, id: string): Promise<Document | null> {
    const stored = this.#collection(layoutOf(collection));
    const row = await this.#call(() => stored.findOne({ _id: id }, { projection: { document: 1 }, maxTimeMS }));
    return row?.document === undefined ? null : (JSON.parse(row.document) as Document);
  }

  async getMany<Document extends JsonObject>(
    collection: CollectionDefinition,
    ids: readonly string[],
  ): Promise<readonly Placed<Document>[]> {
    const stored = this.#collection(layoutOf(collection));
    const turns = new Turns();
    const found: Placed<Document>[] = [];
    const wanted = [...new Set(ids)];
    const projection = { document: 1, position: 1 };
    for (let start = 0; start < wanted.length; start += AT_ONCE) {
      const some = wanted.slice(start, start + AT_ONCE);
      const filter = { _id: { $in: some } };
      const rows = await this.#call(() => stored.find(filter, { projection, batchSize: AT_ONCE, maxTimeMS }).toArray());
      for (const { _id, document, position } of rows) {
        if (turns.isLong) await turns.pass();
        if (document === undefined) continue;
        found.push({ id: _id, document: JSON.parse(document) as Document, position: position as Position });
      }
    }
    return found;
  }

  async find<Document extends JsonObject>(
    collection: CollectionDefinition,
    options: FindOptions,
  ): Promise<readonly Found<Document>[]> {
    return this.#texts(collection, options, ({ _id, document }) => {
      return { id: _id, document: JSON.parse(document) as Document };
    });
  }

  async findShown(collection: CollectionDefinition, options: ShowOptions): Promise<ShownPage> {
    const before = beforeShown(collection);
    const search = { ...options, limit: options.limit + 1 };
    const found = await this.#texts(collection, search, ({ _id, document }) => ({ id: _id, document }));
    const page = found.slice(0, options.limit);
    const parts = page.map(({ document }) => {
      const at = document.indexOf(before);
      if (at === -1) throw new Error('A document has no part that is shown');
      return document.slice(at + before.length, -1);
    });
    const more = found.length > options.limit ? (page.at(-1)?.id ?? null) : null;
    return { list: Buffer.from(`[${(options.reversed ? parts.reverse() : parts).join(',')}]`), more };
  }

  async #texts<Made>(
    collection: CollectionDefinition,
    options: FindOptions,
    make: (stored: { readonly _id: string; readonly document: string }) => Made,
  ): Promise<readonly Made[]> {
    checkLimit(options.limit);
    const layout = layoutOf(collection);
    const { ranges, sort } = pageOf(layout, options);
    const turns = new Turns();
    const made: Made[] = [];
    for (const range of ranges) {
      const limit = options.limit - made.length;
      // A limit of 0 would be none.
      if (limit === 0) break;
      const search = { sort, limit, projection: { document: 1 }, batchSize: Math.min(limit, AT_ONCE), maxTimeMS };
      const rows = await this.#call(() => this.#collection(layout).find(range, search).toArray());
      for (const { _id, document } of rows) {
        if (turns.isLong) await turns.pass();
        if (document !== undefined) made.push(make({ _id, document }));
      }
    }
    return made;
  }

  async count(collection: CollectionDefinition, where: Where): Promise<number> {
    const layout = layoutOf(collection);
    const filter = filterOf(layout, where);
    return this.#call(() => this.#collection(layout).countDocuments(filter, { maxTimeMS }));
  }

  async write(changes: readonly CollectionWrites[], checkpoints: readonly Checkpoint[]): Promise<void> {
    const planned: { readonly layout: MongoLayout; readonly steps: readonly Step[] }[] = [];
    for (const { layout, writes } of byCollection(changes)) {
      planned.push({ layout, steps: await planOf(layout, writes) });
    }
    await Promise.all(
      planned.map(({ layout, steps }) => carryOut(this.#collection(layout), layout, steps, this.#call)),
    );
    await this.#call(() => this.#moveCheckpoints(checkpoints));
    await this.#call(() => this.#tombstones.sweep(changes, checkpoints), LONG_DEADLINE_MS);
  }

  async checkpoint(projection: string): Promise<Position | null> {
    const row = await this.#call(() => this.#checkpoints.findOne({ _id: projection }, { maxTimeMS }));
    return row === null ? null : (row.position as Position);
  }

  async activeVersion(name: string): Promise<number | null> {
    const row = await this.#call(() => this.#activeVersions.findOne({ _id: name }, { maxTimeMS }));
    return row === null ? null : row.version;
  }

  async activate(name: string, version: number): Promise<void> {
    layoutOf({ name, version, indexes: [] });
    const activation = { $set: { version } };
    await this.#call(() => this.#activeVersions.updateOne({ _id: name }, activation, { upsert: true }));
  }

  async drop(collection: CollectionDefinition): Promise<void> {
    const layout = layoutOf(collection);
    await this.#call(async () => {
      // First, so that no crash leaves a checkpoint without its documents.
      await this.#checkpoints.deleteOne({ _id: layout.key });
      await forgetPreparation(this.#db, layout);
      await this.#collection(layout)
        .drop()
        .catch((error: unknown) => {
          if (!isMissingCollection(error)) throw error;
        });
    }, LONG_DEADLINE_MS);
  }

  /** The connection is all stores', and ends with them. */
  async close(): Promise<void> {}

  async #moveCheckpoints(checkpoints: readonly Checkpoint[]): Promise<void> {
    if (checkpoints.length === 0) return;
    const moves = checkpoints.map(({ projection, position }) => ({
      updateOne: { filter: { _id: projection }, update: { $max: { position: position as bigint } }, upsert: true },
    }));
    await this.#checkpoints.bulkWrite(moves, { ordered: false });
  }

  #collection(layout: MongoLayout): Collection<StoredDocument> {
    return collectionOf(this.#db, layout);
  }
}

/** A collection's writes in their order, together. Those of different ones do not see each other. */
function byCollection(changes: readonly CollectionWrites[]) {
  const together = new Map<string, { layout: MongoLayout; writes: DocumentWrite[] }>();
  for (const { collection, writes } of changes) {
    const layout = layoutOf(collection);
    const known = together.get(layout.key) ?? { layout, writes: [] };
    for (const write of writes) known.writes.push(write);
    together.set(layout.key, known);
  }
  return together.values();
}
