/** Handlers of the thread that owns `documents.db`. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CollectionDefinition, ValueList, ValueRange, Where } from '../../../ports/documents.ts';
import { readOnly } from '../thread/handlers.ts';
import { migrate } from '../thread/migrations.ts';
import { Checkpoints, type StoredCheckpoint } from './checkpoints.ts';
import { CollectionTables } from './collection-tables.ts';
import { CollectionWriter } from './collection-writer.ts';
import { countByValueQuery, countQuery, countsOf, NO_LIMIT } from './document-queries.ts';
import { layoutOf, type TableLayout } from './layout.ts';
import type { PackedCollection } from './packed.ts';
import { PageCacheSize } from './page-cache-size.ts';

export interface WriteArgument {
  readonly changes: readonly PackedCollection[];
  readonly checkpoints: readonly StoredCheckpoint[];
}

interface CountArgument {
  readonly collection: CollectionDefinition;
  readonly where: Where;
}

const MIGRATIONS = [
  `CREATE TABLE checkpoints (projection TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE active_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE deletions (
     collection TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (collection, id)
   ) STRICT, WITHOUT ROWID;`,
  'ALTER TABLE checkpoints ADD COLUMN event_id TEXT',
];

export type DocumentsHandlers = ReturnType<typeof createHandlers>;

export function createHandlers(db: DatabaseSync) {
  migrate(db, MIGRATIONS);
  // Deleted documents must not stay readable in the file.
  db.exec('PRAGMA secure_delete = ON');
  const stored = new StoredCollections(db);
  return {
    prepare: (collection: CollectionDefinition) => stored.prepare(collection),
    index: (collection: CollectionDefinition) => stored.createIndexes(collection),
    write: (argument: WriteArgument) => stored.write(argument),
    activate: (collection: CollectionVersion) => stored.activate(collection),
    drop: (collection: CollectionDefinition) => stored.drop(collection),
    count: readOnly((argument: CountArgument) => countMatches(db, argument)),
    countByValue: readOnly((argument: CountArgument & { readonly values: ValueRange | ValueList }) =>
      countMatchesByValue(db, argument),
    ),
  };
}

interface CollectionVersion {
  readonly name: string;
  readonly version: number;
}

class StoredCollections {
  readonly #db: DatabaseSync;
  readonly #tables: CollectionTables;
  readonly #cache: PageCacheSize;
  readonly #checkpoints: Checkpoints;
  readonly #setActiveVersion: StatementSync;
  readonly #findActiveVersion: StatementSync;
  /** Layouts of the prepared collections, by key. */
  readonly #prepared = new Map<string, TableLayout>();
  /** A writer keeps its statements prepared. */
  readonly #writers = new Map<string, CollectionWriter>();

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#tables = new CollectionTables(db);
    this.#cache = new PageCacheSize(db);
    this.#checkpoints = new Checkpoints(db);
    this.#setActiveVersion = db.prepare(
      `INSERT INTO active_versions (name, version) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET version = excluded.version`,
    );
    this.#findActiveVersion = db.prepare('SELECT version FROM active_versions WHERE name = ?');
  }

  /** Returns true for the active version, which has its indexes. A new one is filled without: see `CollectionTables.createIndexes`. */
  prepare(collection: CollectionDefinition): boolean {
    const layout = layoutOf(collection);
    const isNew = !this.#tables.exists(layout);
    this.#tables.create(layout);
    this.#prepared.set(layout.key, layout);
    const isActive = !isNew && this.#findActiveVersion.get(collection.name)?.version === collection.version;
    if (!isActive) this.#cache.noteInactive(layout.key);
    if (isActive || (!isNew && this.#tables.hasAnyIndex(layout))) this.#tables.createIndexes(layout);
    return isActive;
  }

  createIndexes(collection: CollectionDefinition): void {
    this.#tables.createIndexes(layoutOf(collection));
  }

  write({ changes, checkpoints }: WriteArgument): void {
    for (const { collection, steps } of changes) {
      const layout = layoutOf(collection);
      const writer = this.#writerOf(layout);
      if (steps.some(({ kind }) => kind === 'deleteWhere')) this.#tables.ensureIndexes(layout);
      for (const step of steps) writer.run(step);
    }
    for (const checkpoint of checkpoints) {
      this.#cache.noteWrite(checkpoint.projection);
      this.#checkpoints.move(checkpoint);
    }
    const covered = lowestPosition(checkpoints);
    if (covered === null) return;
    for (const { collection } of changes) this.#checkpoints.forgetDeletions(layoutOf(collection).key, covered);
  }

  activate({ name, version }: CollectionVersion): void {
    this.#setActiveVersion.run(name, version);
    const layout = this.#prepared.get(`${name}@${version}`);
    if (layout === undefined) return;
    this.#tables.createIndexes(layout);
    this.#cache.noteEndOfRebuild(layout.key);
  }

  drop(collection: CollectionDefinition): void {
    const layout = layoutOf(collection);
    this.#writers.clear();
    this.#prepared.delete(layout.key);
    this.#cache.noteEndOfRebuild(layout.key);
    this.#tables.drop(layout);
    this.#checkpoints.remove(layout.key);
  }

  #writerOf(layout: TableLayout): CollectionWriter {
    const identity = JSON.stringify([layout.key, layout.fields]);
    const known = this.#writers.get(identity);
    if (known !== undefined) return known;
    const writer = new CollectionWriter(this.#db, layout);
    this.#writers.set(identity, writer);
    return writer;
  }
}

function lowestPosition(checkpoints: readonly StoredCheckpoint[]): bigint | null {
  let lowest: bigint | null = null;
  for (const { position } of checkpoints) {
    if (lowest === null || position < lowest) lowest = position;
  }
  return lowest;
}

function countMatches(db: DatabaseSync, { collection, where }: CountArgument): number {
  const { sql, parameters } = countQuery(layoutOf(collection), where, null);
  return Number(db.prepare(sql).get(...parameters)?.count ?? 0);
}

function countMatchesByValue(
  db: DatabaseSync,
  { collection, where, values }: CountArgument & { readonly values: ValueRange | ValueList },
): ReadonlyMap<string, number> {
  const { sql, parameters } = countByValueQuery(layoutOf(collection), where, values);
  return countsOf(db.prepare(sql).all(...parameters, NO_LIMIT));
}
