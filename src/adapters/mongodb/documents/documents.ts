/** Without transactions: positions make writes idempotent, and checkpoints are written last. */
import type { Collection, Db } from 'mongodb';
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import type {
  Checkpoint,
  CollectionDefinition,
  CollectionWrites,
  Documents,
  DocumentWrite,
  FindOptions,
  FoundDocument,
  LogPointer,
  LostReadModels,
  PositionedDocument,
  RawFindOptions,
  RawPage,
  ValueList,
  ValueRange,
  Where,
} from '../../../ports/documents.ts';
import type { JsonObject, Position } from '../../../ports/event-log.ts';
import { checkLimit, rawFieldPrefix } from '../../shared/collection-layout.ts';
import { type Call, callsTo, LONG_DEADLINE_MS } from '../failures.ts';
import { Checkpoints } from './checkpoints.ts';
import { Generations } from './generations.ts';
import { keysetPage } from './keyset-pagination.ts';
import { isWritten, KnownGenerations } from './known-generations.ts';
import { LossChecks } from './loss-checks.ts';
import { planOf } from './plan.ts';
import {
  checkpointNamed,
  collectionOf,
  filterOf,
  layoutOf,
  type MongoLayout,
  parseDocument,
  pathOf,
  type StoredDocument,
} from './stored.ts';
import { Tombstones } from './tombstones.ts';
import { executePlan } from './write-plan.ts';

/** Ids or documents in one message. */
const BATCH_SIZE = 500;
/** The server aborts a longer query; the caller has timed out by then. */
const MAX_TIME_MS = 10_000;

export class MongoDocuments implements Documents {
  readonly #db: Db;
  readonly #call: Call;
  readonly #tombstones: Tombstones;
  readonly #checkpoints: Checkpoints;
  readonly #known: KnownGenerations;
  readonly #generations: Generations;
  readonly #lossChecks: LossChecks;

  constructor(db: Db, tombstoneRetentionMs?: number) {
    this.#db = db;
    this.#call = callsTo('documents', db);
    this.#tombstones = new Tombstones(db, tombstoneRetentionMs);
    this.#checkpoints = new Checkpoints(db);
    this.#known = new KnownGenerations(db);
    this.#generations = new Generations(db, this.#checkpoints, this.#known);
    this.#lossChecks = new LossChecks(
      (layout) => this.#known.isReadModel(layout),
      (layout) => this.#call(() => this.#known.isGone(layout)),
    );
  }

  async ensureCollection(collection: CollectionDefinition): Promise<CollectionDefinition> {
    const layoutIn = (generation: string) => layoutOf(collection, generation);
    layoutIn('');
    const generation = await this.#call(() => this.#generations.prepare(layoutIn), LONG_DEADLINE_MS);
    return { ...collection, generation };
  }

  async get<Document extends JsonObject>(collection: CollectionDefinition, id: string): Promise<Document | null> {
    const layout = await this.#layoutOf(collection);
    const stored = this.#collection(layout);
    const row = await this.#call(() =>
      stored.findOne({ _id: id }, { projection: { document: 1 }, maxTimeMS: MAX_TIME_MS }),
    );
    if (row === null) await this.#lossChecks.refuseIfLost(collection, layout, 0);
    return row?.document === undefined ? null : parseDocument<Document>(layout, id, row.document);
  }

  async getMany<Document extends JsonObject>(
    collection: CollectionDefinition,
    ids: readonly string[],
  ): Promise<readonly PositionedDocument<Document>[]> {
    const layout = await this.#layoutOf(collection);
    const stored = this.#collection(layout);
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
        found.push({
          id: _id,
          document: parseDocument<Document>(layout, _id, document),
          position: position as Position,
        });
      }
    }
    if (found.length < uniqueIds.length) await this.#lossChecks.refuseIfLost(collection, layout, found.length);
    return found;
  }

  async find<Document extends JsonObject>(
    collection: CollectionDefinition,
    options: FindOptions,
  ): Promise<readonly FoundDocument<Document>[]> {
    return this.#findAs(collection, options, ({ _id, document }, layout) => {
      return { id: _id, document: parseDocument<Document>(layout, _id, document) };
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
    make: (stored: { readonly _id: string; readonly document: string }, layout: MongoLayout) => Result,
  ): Promise<readonly Result[]> {
    checkLimit(options.limit);
    const layout = await this.#layoutOf(collection);
    const { ranges, sort } = keysetPage(layout, options);
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
        if (document !== undefined) results.push(make({ _id, document }, layout));
      }
    }
    if (results.length < options.limit) await this.#lossChecks.refuseIfLost(collection, layout, results.length);
    return results;
  }

  async count(collection: CollectionDefinition, where: Where): Promise<number> {
    const layout = await this.#layoutOf(collection);
    const filter = filterOf(layout, where);
    const counted = await this.#call(() => this.#collection(layout).countDocuments(filter, { maxTimeMS: MAX_TIME_MS }));
    await this.#lossChecks.refuseIfLost(collection, layout, counted);
    return counted;
  }

  async countByValue(
    collection: CollectionDefinition,
    where: Where,
    values: ValueRange | ValueList,
  ): Promise<ReadonlyMap<string, number>> {
    const layout = await this.#layoutOf(collection);
    const path = pathOf(layout, values.field);
    const wanted = 'among' in values ? { $in: [...values.among] } : { $gte: values.from };
    const stages = [
      { $match: { ...filterOf(layout, where), [path]: wanted } },
      { $group: { _id: `$${path}`, count: { $sum: 1 } } },
    ];
    const groups = await this.#call(() =>
      this.#collection(layout).aggregate<{ _id: string; count: number }>(stages, { maxTimeMS: MAX_TIME_MS }).toArray(),
    );
    await this.#lossChecks.refuseIfLost(collection, layout, groups.length);
    return new Map(groups.map(({ _id, count }) => [_id, count]));
  }

  async write(changes: readonly CollectionWrites[], checkpoints: readonly Checkpoint[]): Promise<void> {
    const groups = [...(await this.#byCollection(changes)).values()];
    const planned = await Promise.all(
      groups.map(async ({ layout, writes }) => ({ layout, steps: await planOf(layout, writes) })),
    );
    const moved = await Promise.all(
      checkpoints.map(async (each) => ({ ...each, projection: await this.#checkpointOf(each.projection) })),
    );
    await Promise.all(
      planned.map(({ layout, steps }) => executePlan(this.#collection(layout), layout, steps, this.#call)),
    );
    await this.#call(() => this.#checkpoints.move(moved));
    const layouts = groups.map(({ layout }) => layout);
    await this.#call(() => this.#tombstones.sweep(layouts, checkpoints), LONG_DEADLINE_MS);
  }

  async checkpoint(projection: string): Promise<LogPointer | null> {
    const [pointer = null] = await this.checkpoints([projection]);
    return pointer;
  }

  async checkpoints(projections: readonly string[]): Promise<readonly (LogPointer | null)[]> {
    // Only whoever writes a generation asks for it by name, and must learn whether it was retired.
    const isByName = projections.some((each) => each.includes('#'));
    const ids = await Promise.all(projections.map((each) => this.#checkpointOf(each)));
    const [pointers, known] = await Promise.all([
      this.#call(() => this.#checkpoints.findMany(ids)),
      isByName ? this.#call(() => this.#known.refresh()) : null,
    ]);
    return projections.map((each, at) => {
      const [key = '', generation] = each.split('#');
      const isRetired = known !== null && generation !== undefined && !isWritten(known, key, generation);
      return isRetired ? null : (pointers[at] ?? null);
    });
  }

  /** Begins the next generation of read models that somebody else has dropped. */
  async retireLostReadModels(): Promise<LostReadModels> {
    return this.#call(() => this.#generations.retireLost(), LONG_DEADLINE_MS);
  }

  async activeVersion(name: string): Promise<number | null> {
    return this.#call(() => this.#known.activeVersion(name));
  }

  async activateVersion(name: string, version: number, generation?: string): Promise<void> {
    layoutOf({ name, version, indexes: [] }, '');
    await this.#call(() => this.#generations.activate(name, version, generation));
  }

  async dropCollection(collection: CollectionDefinition): Promise<void> {
    const { key } = layoutOf(collection, '');
    await this.#call(() => this.#generations.drop(key), LONG_DEADLINE_MS);
  }

  async resetCollection(collection: CollectionDefinition, seen: LogPointer): Promise<void> {
    const layout = await this.#layoutOf(collection);
    await this.#call(() => this.#generations.reset(layout, seen), LONG_DEADLINE_MS);
  }

  /** `openMongo` closes the shared connection. */
  async close(): Promise<void> {}

  #collection(layout: MongoLayout): Collection<StoredDocument> {
    return collectionOf(this.#db, layout);
  }

  async #layoutOf(collection: CollectionDefinition): Promise<MongoLayout> {
    const { name, version, generation } = collection;
    // Checks the names first.
    const first = layoutOf(collection, '');
    const used = generation ?? (await this.#generationInUse(name, version));
    return used === '' ? first : layoutOf(collection, used);
  }

  /** @param projection `name@version`, or `name@version#generation` */
  async #checkpointOf(projection: string): Promise<string> {
    const [key = '', given] = projection.split('#');
    const [name = '', version] = key.split('@');
    return checkpointNamed(key, given ?? (await this.#generationInUse(name, Number(version))));
  }

  async #generationInUse(name: string, version: number): Promise<string> {
    const known = this.#known.inUse(name, version);
    if (known !== null) return known;
    await this.#call(() => this.#known.refresh());
    return this.#known.inUse(name, version) ?? '';
  }

  /** Keeps the order within each collection. */
  async #byCollection(changes: readonly CollectionWrites[]) {
    const groups = new Map<string, { layout: MongoLayout; writes: DocumentWrite[] }>();
    for (const { collection, writes } of changes) {
      const layout = await this.#layoutOf(collection);
      const group = groups.get(layout.collection) ?? { layout, writes: [] };
      for (const write of writes) group.writes.push(write);
      groups.set(layout.collection, group);
    }
    return groups;
  }
}
