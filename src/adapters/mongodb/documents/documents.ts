/** Without transactions: positions make writes idempotent, and checkpoints are written last. */
import type { Collection, Db } from 'mongodb';
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import type { Clock } from '../../../ports/clock.ts';
import type {
  Checkpoint,
  CollectionDefinition,
  CollectionWrites,
  Documents,
  DocumentWrite,
  FindOptions,
  FoundDocument,
  LogPointer,
  PositionedDocument,
  RawFindOptions,
  RawPage,
  ValueList,
  ValueRange,
  Where,
} from '../../../ports/documents.ts';
import type { JsonObject, Position } from '../../../ports/event-log.ts';
import { checkLimit, rawFieldPrefix } from '../../shared/collection-layout.ts';
import { type Call, callsTo, isMissingCollection, LONG_DEADLINE_MS } from '../failures.ts';
import { Checkpoints } from './checkpoints.ts';
import { findLostCollections, forgetPreparation, prepareCollection } from './indexes.ts';
import { pageOf } from './page.ts';
import { planOf, type WriteStep } from './plan.ts';
import type { ResetLease } from './reset-lease.ts';
import { collectionOf, filterOf, layoutOf, type MongoLayout, pathOf, type StoredDocument } from './stored.ts';
import { Tombstones } from './tombstones.ts';
import { executePlan } from './write-plan.ts';

/** Ids or documents in one message. */
const BATCH_SIZE = 500;
/** The server aborts a longer query; the caller has timed out by then. */
const MAX_TIME_MS = 10_000;

interface ActiveVersion {
  _id: string;
  version: number;
}

export class MongoDocuments implements Documents {
  readonly #db: Db;
  readonly #call: Call;
  readonly #tombstones: Tombstones;
  readonly #checkpoints: Checkpoints;
  readonly #activeVersions: Collection<ActiveVersion>;

  /**
   * @param clock the same for all nodes
   * @param tombstoneRetentionMs see Tombstones
   */
  constructor(db: Db, clock: Clock, tombstoneRetentionMs?: number) {
    this.#db = db;
    this.#call = callsTo('documents', db);
    this.#tombstones = new Tombstones(db, tombstoneRetentionMs);
    this.#checkpoints = new Checkpoints(db, clock);
    this.#activeVersions = db.collection('active_versions');
  }

  async ensureCollection(collection: CollectionDefinition): Promise<void> {
    const layout = layoutOf(collection);
    await this.#call(() => prepareCollection(this.#db, layout), LONG_DEADLINE_MS);
  }

  async get<Document extends JsonObject>(collection: CollectionDefinition, id: string): Promise<Document | null> {
    const stored = this.#collection(layoutOf(collection));
    const row = await this.#call(() =>
      stored.findOne({ _id: id }, { projection: { document: 1 }, maxTimeMS: MAX_TIME_MS }),
    );
    return row?.document === undefined ? null : (JSON.parse(row.document) as Document);
  }

  async getMany<Document extends JsonObject>(
    collection: CollectionDefinition,
    ids: readonly string[],
  ): Promise<readonly PositionedDocument<Document>[]> {
    const stored = this.#collection(layoutOf(collection));
    const eventLoopBudget = new EventLoopBudget();
    const found: PositionedDocument<Document>[] = [];
    const uniqueIds = [...new Set(ids)];
    const projection = { document: 1, position: 1 };
    for (let start = 0; start < uniqueIds.length; start += BATCH_SIZE) {
      const batch = uniqueIds.slice(start, start + BATCH_SIZE);
      const filter = { _id: { $in: batch } };
      const rows = await this.#call(() =>
        stored.find(filter, { projection, batchSize: BATCH_SIZE, maxTimeMS: MAX_TIME_MS }).toArray(),
      );
      for (const { _id, document, position } of rows) {
        if (eventLoopBudget.isUsedUp) await eventLoopBudget.yieldNow();
        if (document === undefined) continue;
        found.push({ id: _id, document: JSON.parse(document) as Document, position: position as Position });
      }
    }
    return found;
  }

  async find<Document extends JsonObject>(
    collection: CollectionDefinition,
    options: FindOptions,
  ): Promise<readonly FoundDocument<Document>[]> {
    return this.#findAs(collection, options, ({ _id, document }) => {
      return { id: _id, document: JSON.parse(document) as Document };
    });
  }

  async findRaw(collection: CollectionDefinition, options: RawFindOptions): Promise<RawPage> {
    const prefix = rawFieldPrefix(collection);
    const search = { ...options, limit: options.limit + 1 };
    const found = await this.#findAs(collection, search, ({ _id, document }) => ({ id: _id, document }));
    const page = found.slice(0, options.limit);
    const parts = page.map(({ document }) => {
      const at = document.indexOf(prefix);
      if (at === -1) throw new Error('A document has no raw field');
      return document.slice(at + prefix.length, -1);
    });
    const more = found.length > options.limit ? (page.at(-1)?.id ?? null) : null;
    return { json: Buffer.from(`[${(options.reversed ? parts.reverse() : parts).join(',')}]`), nextId: more };
  }

  async #findAs<Result>(
    collection: CollectionDefinition,
    options: FindOptions,
    make: (stored: { readonly _id: string; readonly document: string }) => Result,
  ): Promise<readonly Result[]> {
    checkLimit(options.limit);
    const layout = layoutOf(collection);
    const { ranges, sort } = pageOf(layout, options);
    const eventLoopBudget = new EventLoopBudget();
    const results: Result[] = [];
    for (const range of ranges) {
      const limit = options.limit - results.length;
      // MongoDB treats a limit of 0 as unlimited.
      if (limit === 0) break;
      const search = {
        sort,
        limit,
        projection: { document: 1 },
        batchSize: Math.min(limit, BATCH_SIZE),
        maxTimeMS: MAX_TIME_MS,
      };
      const rows = await this.#call(() => this.#collection(layout).find(range, search).toArray());
      for (const { _id, document } of rows) {
        if (eventLoopBudget.isUsedUp) await eventLoopBudget.yieldNow();
        if (document !== undefined) results.push(make({ _id, document }));
      }
    }
    return results;
  }

  async count(collection: CollectionDefinition, where: Where): Promise<number> {
    const layout = layoutOf(collection);
    const filter = filterOf(layout, where);
    return this.#call(() => this.#collection(layout).countDocuments(filter, { maxTimeMS: MAX_TIME_MS }));
  }

  async countByValue(
    collection: CollectionDefinition,
    where: Where,
    values: ValueRange | ValueList,
  ): Promise<ReadonlyMap<string, number>> {
    const layout = layoutOf(collection);
    const path = pathOf(layout, values.field);
    const wanted = 'among' in values ? { $in: [...values.among] } : { $gte: values.from };
    const stages = [
      { $match: { ...filterOf(layout, where), [path]: wanted } },
      { $group: { _id: `$${path}`, count: { $sum: 1 } } },
    ];
    const groups = await this.#call(() =>
      this.#collection(layout).aggregate<{ _id: string; count: number }>(stages, { maxTimeMS: MAX_TIME_MS }).toArray(),
    );
    return new Map(groups.map(({ _id, count }) => [_id, count]));
  }

  async write(changes: readonly CollectionWrites[], checkpoints: readonly Checkpoint[]): Promise<void> {
    const planned: { readonly layout: MongoLayout; readonly steps: readonly WriteStep[] }[] = [];
    for (const { layout, writes } of byCollection(changes)) {
      planned.push({ layout, steps: await planOf(layout, writes) });
    }
    await Promise.all(
      planned.map(({ layout, steps }) => executePlan(this.#collection(layout), layout, steps, this.#call)),
    );
    await this.#call(() => this.#checkpoints.move(checkpoints));
    await this.#call(() => this.#tombstones.sweep(changes, checkpoints), LONG_DEADLINE_MS);
  }

  async checkpoint(projection: string): Promise<LogPointer | null> {
    return this.#call(() => this.#checkpoints.find(projection));
  }

  async checkpoints(projections: readonly string[]): Promise<readonly (LogPointer | null)[]> {
    return this.#call(() => this.#checkpoints.findMany(projections));
  }

  /** Keys of read models, as `messages@3`, whose checkpoint is there while their collection was dropped by somebody else. */
  async lostReadModels(): Promise<readonly string[]> {
    return this.#call(async () => findLostCollections(this.#db, await this.#checkpoints.projections()));
  }

  async activeVersion(name: string): Promise<number | null> {
    const row = await this.#call(() => this.#activeVersions.findOne({ _id: name }, { maxTimeMS: MAX_TIME_MS }));
    return row === null ? null : row.version;
  }

  async activateVersion(name: string, version: number): Promise<void> {
    layoutOf({ name, version, indexes: [] });
    const activation = { $set: { version } };
    await this.#call(() => this.#activeVersions.updateOne({ _id: name }, activation, { upsert: true }));
  }

  async dropCollection(collection: CollectionDefinition): Promise<void> {
    const layout = layoutOf(collection);
    await this.#call(async () => {
      // No crash leaves a checkpoint without its documents.
      await this.#checkpoints.remove(layout.key);
      await this.#dropDocuments(layout);
    }, LONG_DEADLINE_MS);
  }

  async resetCollection(collection: CollectionDefinition, seen: LogPointer): Promise<void> {
    const layout = layoutOf(collection);
    const drop = (lease: ResetLease) => this.#dropDocuments(layout, () => lease.requireHeld());
    await this.#call(() => this.#checkpoints.removeAfter(layout.key, seen, drop), LONG_DEADLINE_MS);
  }

  /** `openMongo` closes the shared connection. */
  async close(): Promise<void> {}

  /** @param requireRight throws unless the documents may be dropped now */
  async #dropDocuments(layout: MongoLayout, requireRight: () => void = () => undefined): Promise<void> {
    await forgetPreparation(this.#db, layout);
    requireRight();
    await this.#collection(layout)
      .drop()
      .catch((error: unknown) => {
        if (!isMissingCollection(error)) throw error;
      });
  }

  #collection(layout: MongoLayout): Collection<StoredDocument> {
    return collectionOf(this.#db, layout);
  }
}

/** Keeps the order within each collection. */
function byCollection(changes: readonly CollectionWrites[]) {
  const groups = new Map<string, { layout: MongoLayout; writes: DocumentWrite[] }>();
  for (const { collection, writes } of changes) {
    const layout = layoutOf(collection);
    const group = groups.get(layout.key) ?? { layout, writes: [] };
    for (const write of writes) group.writes.push(write);
    groups.set(layout.key, group);
  }
  return groups.values();
}
