/** Handlers of the thread that owns `documents.db`. */
import type { DatabaseSync } from 'node:sqlite';
import type { CollectionDefinition, ValueRange, Where } from '../../../ports/documents.ts';
import { readOnly } from '../thread/handlers.ts';
import { migrate } from '../thread/migrations.ts';
import { Checkpoints, type StoredCheckpoint } from './checkpoints.ts';
import { CollectionTables } from './collection-tables.ts';
import { CollectionWriter } from './collection-writer.ts';
import { layoutOf, type TableLayout } from './layout.ts';
import type { PackedCollection } from './packed.ts';
import { countByValueQuery, countQuery, countsOf, NO_LIMIT } from './page.ts';
import { PageCache } from './page-cache.ts';

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
  const tables = new CollectionTables(db);
  const cache = new PageCache(db);
  const checkpoints = new Checkpoints(db);
  const setActiveVersion = db.prepare(
    `INSERT INTO active_versions (name, version) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET version = excluded.version`,
  );
  const findActiveVersion = db.prepare('SELECT version FROM active_versions WHERE name = ?');
  /** Layouts of the prepared collections, by key. */
  const prepared = new Map<string, TableLayout>();
  /** A writer keeps its statements prepared. */
  const writers = new Map<string, CollectionWriter>();

  /** True when the collection has its indexes. A new one is filled without them: see `CollectionTables.createIndexes`. */
  function prepare(collection: CollectionDefinition): boolean {
    const layout = layoutOf(collection);
    const isNew = !tables.exists(layout);
    tables.create(layout);
    prepared.set(layout.key, layout);
    const isActive = !isNew && findActiveVersion.get(collection.name)?.version === collection.version;
    if (!isActive) cache.noteInactive(layout.key);
    if (isActive || (!isNew && tables.hasAnyIndex(layout))) tables.createIndexes(layout);
    return isActive;
  }

  function writerOf(layout: TableLayout): CollectionWriter {
    const identity = JSON.stringify([layout.key, layout.fields]);
    const known = writers.get(identity);
    if (known !== undefined) return known;
    const writer = new CollectionWriter(db, layout);
    writers.set(identity, writer);
    return writer;
  }

  function write({ changes, checkpoints: moved }: WriteArgument): void {
    for (const { collection, steps } of changes) {
      const layout = layoutOf(collection);
      const writer = writerOf(layout);
      if (steps.some(({ kind }) => kind === 'deleteWhere')) tables.ensureIndexes(layout);
      for (const step of steps) writer.run(step);
    }
    for (const checkpoint of moved) {
      cache.noteWrite(checkpoint.projection);
      checkpoints.move(checkpoint);
    }
    const covered = lowestPosition(moved);
    if (covered === null) return;
    for (const { collection } of changes) checkpoints.forgetDeletions(layoutOf(collection).key, covered);
  }

  function activate({ name, version }: { readonly name: string; readonly version: number }): void {
    setActiveVersion.run(name, version);
    const layout = prepared.get(`${name}@${version}`);
    if (layout === undefined) return;
    tables.createIndexes(layout);
    cache.noteEndOfRebuild(layout.key);
  }

  function drop(collection: CollectionDefinition): void {
    const layout = layoutOf(collection);
    writers.clear();
    prepared.delete(layout.key);
    cache.noteEndOfRebuild(layout.key);
    tables.drop(layout);
    checkpoints.remove(layout.key);
  }

  return {
    prepare,
    index: (collection: CollectionDefinition): void => tables.createIndexes(layoutOf(collection)),
    write,
    activate,
    drop,
    count: readOnly((argument: CountArgument) => countMatches(db, argument)),
    countByValue: readOnly((argument: CountArgument & { readonly values: ValueRange }) =>
      countMatchesByValue(db, argument),
    ),
  };
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
  { collection, where, values }: CountArgument & { readonly values: ValueRange },
): ReadonlyMap<string, number> {
  const { sql, parameters } = countByValueQuery(layoutOf(collection), where, values);
  return countsOf(db.prepare(sql).all(...parameters, NO_LIMIT));
}
