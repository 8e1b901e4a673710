/** Generations as the collections `collections` and `active_versions` tell of them (see generations.ts). Keys are as `messages@3`. */

import type { Collection, Db } from 'mongodb';
import { hasLostDocuments } from './indexes.ts';
import type { MongoLayout } from './stored.ts';

/** The generation of a read model that was never lost. */
export const FIRST_GENERATION = '';

export interface ActiveVersion {
  _id: string;
  version: number;
  /** Build of the version. Absent, or that of another version, after a release without generations activated the first one. */
  build?: { readonly version: number; readonly generation: string };
}

interface Known {
  /** Generations that projectors write, by key. */
  readonly written: ReadonlyMap<string, string>;
  /** Versions that readers use, by name. */
  readonly active: ReadonlyMap<string, ActiveVersion>;
}

/** As of the last look at the two collections. */
export class KnownGenerations {
  readonly #db: Db;
  readonly #prepared: Collection<{ _id: string; generation?: string }>;
  readonly #active: Collection<ActiveVersion>;
  #known: Known | null = null;
  /** By name. Outlives the rows that tell of it, so that a node does not read what is being built instead. */
  readonly #lastActive = new Map<string, ActiveVersion>();
  #refreshes = 0;
  /** Number of the refresh that `#known` is of. */
  #knownAs = 0;

  constructor(db: Db) {
    this.#db = db;
    this.#prepared = db.collection('collections');
    this.#active = db.collection('active_versions');
  }

  /** The generation that readers use, as of the last `refresh`; null before the first one. */
  inUse(name: string, version: number): string | null {
    if (this.#known === null) return null;
    return (
      activeGenerationOf(this.#lastActive, name, version) ??
      this.#known.written.get(`${name}@${version}`) ??
      FIRST_GENERATION
    );
  }

  /** False for what workers keep, which no log can restore: it is empty after a loss. */
  isReadModel({ key }: MongoLayout): boolean {
    return this.#lastActive.has(nameIn(key));
  }

  get lastActive(): Iterable<ActiveVersion> {
    return this.#lastActive.values();
  }

  /** True when somebody has dropped the documents of a read model, or what tells that readers use this generation. */
  async isGone({ key, generation, collection }: MongoLayout): Promise<boolean> {
    const [active, isLost] = await Promise.all([
      this.#active.findOne({ _id: nameIn(key) }),
      hasLostDocuments(this.#db, collection),
    ]);
    return isLost || active === null || (active.version === versionIn(key) && generationOf(active) !== generation);
  }

  async refresh(): Promise<Known> {
    this.#refreshes += 1;
    const number = this.#refreshes;
    const [prepared, active] = await Promise.all([this.#prepared.find().toArray(), this.#active.find().toArray()]);
    const known = {
      written: new Map(prepared.map(({ _id, generation = FIRST_GENERATION }) => [_id, generation])),
      active: new Map(active.map((each) => [each._id, each])),
    };
    // One that began earlier may end later.
    if (number > this.#knownAs) {
      [this.#known, this.#knownAs] = [known, number];
      for (const [name, version] of known.active) this.#lastActive.set(name, version);
    }
    return known;
  }

  /** The version that readers use; null before the first one, and while its next generation is being built. */
  async activeVersion(name: string): Promise<number | null> {
    const known = await this.refresh();
    const active = known.active.get(name);
    if (active === undefined) return null;
    return isWritten(known, keyOf(active), generationOf(active)) ? active.version : null;
  }
}

export function activeGenerationOf(active: Known['active'], name: string, version: number): string | null {
  const used = active.get(name);
  return used?.version === version ? generationOf(used) : null;
}

export const generationOf = ({ version, build }: ActiveVersion): string =>
  build?.version === version ? build.generation : FIRST_GENERATION;
export const keyOf = ({ _id, version }: ActiveVersion): string => `${_id}@${version}`;

export function isWritten(known: Known, key: string, generation: string): boolean {
  const written =
    known.written.get(key) ?? activeGenerationOf(known.active, nameIn(key), versionIn(key)) ?? FIRST_GENERATION;
  return written === generation;
}

export const nameIn = (key: string): string => key.split('@', 1)[0] ?? '';
export const versionIn = (key: string): number => Number(key.split('@')[1]);
