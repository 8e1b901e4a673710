/**
 * A generation is one build of a read model: a collection and a checkpoint, both named by it. When the collection is lost, or
 * its log was replaced, it is retired, and the next generation is built under other names. The generation is a fencing token: a
 * projector that has not noticed writes on under the names of the retired one, which nobody reads.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Collection, Db, Filter } from 'mongodb';
import type { LogPointer, LostReadModels } from '../../../ports/documents.ts';
import { ignoreDuplicate, isDuplicateKey } from '../failures.ts';
import type { Checkpoints } from './checkpoints.ts';
import { addFields, createIndexes, dropDocuments, hasLostDocuments } from './indexes.ts';
import {
  type ActiveVersion,
  activeGenerationOf,
  FIRST_GENERATION,
  generationOf,
  isWritten,
  type KnownGenerations,
  keyOf,
  nameIn,
  versionIn,
} from './known-generations.ts';
import { checkpointNamed, collectionNamed, type MongoLayout } from './stored.ts';

/** Those retired before were dropped long ago. */
const MOST_RETIRED = 20;
/**
 * A projector may write to a retired generation until it has noticed. What it left is dropped again for this long, and at each
 * start.
 */
const SWEPT_FOR_MS = 600_000;

interface PreparedCollection {
  /** Key of the read model, as `messages@3`. */
  _id: string;
  /** Indexed fields that every document has. */
  fields: readonly string[];
  /** Absent for the first one. */
  generation?: string;
  /** Tells this collection from one of the same name that was prepared before. Absent in those of earlier releases. */
  preparedAs?: string | null;
  /** False until its collection exists. Absent in those of earlier releases. */
  isPrepared?: boolean;
  retired?: readonly { readonly generation: string; readonly on: Date }[];
  /** An earlier release found its documents lost at a start. */
  isLost?: boolean;
}

interface Preparation {
  readonly generation: string;
  readonly preparedAs: string;
}

export class Generations {
  readonly #db: Db;
  readonly #prepared: Collection<PreparedCollection>;
  readonly #active: Collection<ActiveVersion>;
  readonly #checkpoints: Checkpoints;
  /** Preparations by this process, by key. */
  readonly #own = new Map<string, Preparation>();
  readonly #known: KnownGenerations;

  constructor(db: Db, checkpoints: Checkpoints, known: KnownGenerations) {
    this.#db = db;
    this.#known = known;
    this.#prepared = db.collection('collections');
    this.#active = db.collection('active_versions');
    this.#checkpoints = checkpoints;
  }

  /** Does nothing for a generation that was retired meanwhile: nobody would build it to its end. */
  async activate(name: string, version: number, generation: string = FIRST_GENERATION): Promise<void> {
    if (!isWritten(await this.#known.refresh(), `${name}@${version}`, generation)) return;
    await this.#active.updateOne(
      { _id: name },
      { $set: { version, build: { version, generation } } },
      { upsert: true },
    );
    await this.#known.refresh();
  }

  /** Creates the collection with its indexes, in a new generation if it is lost. Returns the generation that projectors write. */
  async prepare(layoutIn: (generation: string) => MongoLayout): Promise<string> {
    const { key } = layoutIn(FIRST_GENERATION);
    for (;;) {
      const row = (await this.#prepared.findOne({ _id: key })) ?? (await this.#create(key));
      const prepared = row !== null && (await this.#prepareAs(row, layoutIn(row.generation ?? FIRST_GENERATION)));
      if (row === null || prepared === false) continue;
      this.#own.set(key, prepared);
      await this.#sweep(row, 0);
      await this.#known.refresh();
      return prepared.generation;
    }
  }

  /** Retires the generation of a read model whose checkpoint is still the one that was `seen`. */
  async reset({ key, generation }: MongoLayout, { position, eventId }: LogPointer): Promise<void> {
    const stored = await this.#checkpoints.find(checkpointNamed(key, generation));
    const row = await this.#prepared.findOne({ _id: key });
    if (row === null || stored === null || (row.generation ?? FIRST_GENERATION) !== generation) return;
    if (stored.position === position && stored.eventId === eventId) await this.#retire(row);
    await this.#known.refresh();
  }

  async drop(key: string): Promise<void> {
    const row = await this.#prepared.findOne({ _id: key });
    const known = await this.#known.refresh();
    const generations = new Set([
      FIRST_GENERATION,
      activeGenerationOf(known.active, nameIn(key), versionIn(key)) ?? FIRST_GENERATION,
      row?.generation ?? FIRST_GENERATION,
    ]);
    for (const { generation } of row?.retired ?? []) generations.add(generation);
    // Nobody takes it for lost meanwhile.
    await this.#prepared.updateOne({ _id: key }, { $set: { preparedAs: randomUUID(), isPrepared: false } });
    for (const generation of generations) await this.#dropGeneration(key, generation);
    await this.#prepared.deleteOne({ _id: key });
    this.#own.delete(key);
    await this.#known.refresh();
  }

  /** Retires read models whose collection was dropped by somebody else while their checkpoint stayed. */
  async retireLost(): Promise<LostReadModels> {
    const [rows, checkpoints] = await Promise.all([this.#prepared.find().toArray(), this.#checkpoints.ids()]);
    const rebuilt = await this.#replaceUntold(rows);
    const built = rows.filter(({ _id, generation }) =>
      checkpoints.includes(checkpointNamed(_id, generation ?? FIRST_GENERATION)),
    );
    const lost = await Promise.all(
      built.map(async (row) => ((await this.#isLost(row)) && (await this.#retire(row)) ? [row._id] : [])),
    );
    for (const row of rows) await this.#sweep(row, Date.now() - SWEPT_FOR_MS);
    const told = await this.#known.refresh();
    const untold = [...this.#known.lastActive].filter(({ _id }) => !told.active.has(_id));
    for (const each of untold) await this.#activateAgain(each, rows, checkpoints);
    const known = untold.length === 0 ? told : await this.#known.refresh();
    const rebuilding = [...this.#known.lastActive].filter(
      (each) => !known.active.has(each._id) || !isWritten(known, keyOf(each), generationOf(each)),
    );
    return { lost: [...rebuilt, ...lost.flat()], rebuilding: rebuilding.map(keyOf) };
  }

  /**
   * Restores the row that tells which generation readers use, when somebody has dropped that row alone: no projector begins
   * anew then.
   */
  async #activateAgain(
    used: ActiveVersion,
    rows: readonly PreparedCollection[],
    checkpoints: readonly string[],
  ): Promise<void> {
    const [key, generation] = [keyOf(used), generationOf(used)];
    const [own, row] = [this.#own.get(key), rows.find(({ _id }) => _id === key)];
    // Otherwise somebody else has begun to build it again under the same name.
    const isTheSame = own?.generation === generation && own.preparedAs === row?.preparedAs;
    if (!isTheSame || !checkpoints.includes(checkpointNamed(key, generation))) return;
    if (await hasLostDocuments(this.#db, collectionNamed(key, generation))) return;
    await this.#active.insertOne(used).catch(ignoreDuplicate);
  }

  /**
   * Begins the next generation of read models that only this process still knows of: somebody has dropped their documents and
   * rows, and a projector may have written documents and checkpoint anew from where it was.
   */
  async #replaceUntold(rows: readonly PreparedCollection[]): Promise<readonly string[]> {
    const told = new Set(rows.map(({ _id }) => _id));
    const untold = [...this.#own.keys()].filter((key) => !told.has(key));
    if (untold.length === 0) return [];
    const { active } = await this.#known.refresh();
    const replaced: string[] = [];
    for (const key of untold) {
      const version = active.get(nameIn(key))?.version ?? versionIn(key);
      // A former version was dropped by a node that has another one.
      const row = version === versionIn(key) ? await this.#create(key) : null;
      if (row !== null && row.generation !== this.#own.get(key)?.generation) replaced.push(key);
    }
    return replaced;
  }

  /** Returns null when another node was first. */
  async #create(key: string): Promise<PreparedCollection | null> {
    const own = this.#own.get(key);
    const used =
      own?.generation ?? activeGenerationOf((await this.#known.refresh()).active, nameIn(key), versionIn(key));
    const last = used ?? FIRST_GENERATION;
    const isGone = await hasLostDocuments(this.#db, collectionNamed(key, last));
    const wasBuilt = used !== null || (await this.#checkpoints.find(checkpointNamed(key, last))) !== null;
    const isLost = isGone && wasBuilt;
    const row: PreparedCollection = {
      _id: key,
      fields: [],
      generation: isLost ? newGeneration() : last,
      preparedAs: own === undefined || isGone ? randomUUID() : own.preparedAs,
      isPrepared: false,
      retired: isLost ? [{ generation: last, on: new Date() }] : [],
    };
    try {
      await this.#prepared.insertOne(row);
      return row;
    } catch (error) {
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }

  /** Returns false when the generation is retired, by this call or another node. */
  async #prepareAs(row: PreparedCollection, layout: MongoLayout): Promise<Preparation | false> {
    const own = this.#own.get(row._id);
    // Somebody has dropped the collection and others have created it again: late writes of this process would be mixed in.
    const isAnother = own?.generation === layout.generation && own.preparedAs !== row.preparedAs;
    if (isAnother || (await this.#isLost(row))) {
      await this.#retire(row);
      return false;
    }
    await createIndexes(this.#db, layout);
    if (!layout.fields.every((field) => row.fields.includes(field))) await addFields(this.#db, layout);
    const preparedAs = row.preparedAs ?? randomUUID();
    const addition = {
      $addToSet: { fields: { $each: [...layout.fields] } },
      $set: { preparedAs, isPrepared: true },
    };
    const { matchedCount } = await this.#prepared.updateOne(seen(row), addition);
    return matchedCount === 1 && { generation: layout.generation, preparedAs };
  }

  async #isLost({ _id, generation = FIRST_GENERATION, isPrepared, isLost }: PreparedCollection): Promise<boolean> {
    if (isLost === true) return true;
    return isPrepared !== false && (await hasLostDocuments(this.#db, collectionNamed(_id, generation)));
  }

  /** Compares and sets: one of all nodes that try succeeds. */
  async #retire(row: PreparedCollection): Promise<boolean> {
    const { _id, generation = FIRST_GENERATION } = row;
    const next = { generation: newGeneration(), preparedAs: randomUUID(), fields: [], isPrepared: false };
    const { matchedCount } = await this.#prepared.updateOne(seen(row), {
      $set: next,
      $unset: { isLost: 1 },
      $push: { retired: { $each: [{ generation, on: new Date() }], $slice: -MOST_RETIRED } },
    });
    if (matchedCount === 1) await this.#dropGeneration(_id, generation);
    return matchedCount === 1;
  }

  /** Drops what late writers left of the generations that were retired since. A retired one is never written or read again. */
  async #sweep({ _id, retired = [] }: PreparedCollection, since: number): Promise<void> {
    for (const { generation, on } of retired) {
      if (on.getTime() >= since) await this.#dropGeneration(_id, generation);
    }
  }

  /** No crash leaves a checkpoint without its documents. */
  async #dropGeneration(key: string, generation: string): Promise<void> {
    await this.#checkpoints.remove(checkpointNamed(key, generation));
    await dropDocuments(this.#db, collectionNamed(key, generation));
  }
}

const newGeneration = (): string => randomBytes(4).toString('hex');

/** A missing field equals null. */
const seen = ({ _id, generation, preparedAs }: PreparedCollection): Filter<PreparedCollection> =>
  ({ _id, generation: generation ?? null, preparedAs: preparedAs ?? null }) as Filter<PreparedCollection>;
