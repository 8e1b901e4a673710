import type { DatabaseSync } from 'node:sqlite';
import type { CollectionDefinition, ValueRange, Where } from '../../../ports/documents.ts';
import { readOnly } from '../thread/handlers.ts';
import { migrate } from '../thread/migrations.ts';
import { CollectionWriter } from './collection-writer.ts';
import { columnFromDocument, columnOf, layoutOf } from './layout.ts';
import type { PackedCollection } from './packed.ts';
import { countByValueQuery, countQuery, countsOf, NO_LIMIT } from './page.ts';

export interface WriteArgument {
  readonly changes: readonly PackedCollection[];
  readonly checkpoints: readonly {
    readonly projection: string;
    readonly position: bigint;
    readonly eventId: string | null;
  }[];
}

/** A build writes all over its tables, and rereading their pages is what slows it. */
const BUILDING_CACHE_KILOBYTES = 65_536;
/** Live writes read little twice, and what the cache lacks is in the system's. */
const LIVE_CACHE_KILOBYTES = 4_096;

export type DocumentsHandlers = ReturnType<typeof createHandlers>;

export function createHandlers(db: DatabaseSync) {
  migrate(db, [
    `CREATE TABLE checkpoints (projection TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT, WITHOUT ROWID;
     CREATE TABLE active_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
     CREATE TABLE deletions (
       collection TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (collection, id)
     ) STRICT, WITHOUT ROWID;`,
    'ALTER TABLE checkpoints ADD COLUMN event_id TEXT',
  ]);
  // Deleted documents must not stay readable in the file.
  db.exec('PRAGMA secure_delete = ON');

  const moveCheckpoint = db.prepare(
    `INSERT INTO checkpoints (projection, position, event_id) VALUES (?, ?, ?)
     ON CONFLICT (projection) DO UPDATE SET position = excluded.position, event_id = excluded.event_id
     WHERE excluded.position >= position`,
  );
  const forgetDeletions = db.prepare('DELETE FROM deletions WHERE collection = ? AND position <= ?');
  const setActive = db.prepare(
    `INSERT INTO active_versions (name, version) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET version = excluded.version`,
  );
  const activeVersion = db.prepare('SELECT version FROM active_versions WHERE name = ?');
  const hasIndexes = db.prepare(
    "SELECT 1 FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
  );
  const prepared = new Map<string, CollectionDefinition>();
  /** Keys of the collections that have their indexes. */
  const indexed = new Set<string>();
  const writers = new Map<string, CollectionWriter>();
  /** Keys of the collections that are not in use, and of those among them that a projection is filling. */
  const inactive = new Set<string>();
  const building = new Set<string>();

  function resizeCache(): void {
    db.exec(`PRAGMA cache_size = -${building.size > 0 ? BUILDING_CACHE_KILOBYTES : LIVE_CACHE_KILOBYTES}`);
  }
  resizeCache();

  function noteBuilt(key: string): void {
    inactive.delete(key);
    if (building.delete(key)) resizeCache();
  }

  function writerOf(collection: CollectionDefinition): CollectionWriter {
    const layout = layoutOf(collection);
    const identity = JSON.stringify([layout.key, layout.fields]);
    const known = writers.get(identity);
    if (known !== undefined) return known;
    const writer = new CollectionWriter(db, layout);
    writers.set(identity, writer);
    return writer;
  }

  /** True when the collection has its indexes. A new one is filled without them: see `index`. */
  function prepare(collection: CollectionDefinition): boolean {
    const layout = layoutOf(collection);
    const { key, table, fields } = layout;
    const isNew = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(key) === undefined;
    db.exec(`CREATE TABLE IF NOT EXISTS ${table} (
      id TEXT PRIMARY KEY NOT NULL, document TEXT NOT NULL, position INTEGER NOT NULL)`);
    const present = new Set(
      db
        .prepare('SELECT name FROM pragma_table_info(?)')
        .all(key)
        .map((row) => `"${row.name}"`),
    );
    const missing = fields.filter((field) => !present.has(columnOf(layout, field)));
    for (const field of missing) {
      const column = columnOf(layout, field);
      db.exec(
        `ALTER TABLE ${table} ADD COLUMN ${column}; UPDATE ${table} SET ${column} = ${columnFromDocument(field)}`,
      );
    }
    prepared.set(key, collection);
    const inUse = !isNew && activeVersion.get(collection.name)?.version === collection.version;
    if (!inUse) inactive.add(key);
    if (isNew) return false;
    if (inUse || hasIndexes.get(key) !== undefined) index(collection);
    return inUse;
  }

  /**
   * Waits for the first search, conditional delete or activation: a rebuild needs no index, and one bulk sort is cheaper than
   * inserting each entry.
   */
  function index(collection: CollectionDefinition): void {
    const layout = layoutOf(collection);
    for (const fields of layout.indexes) {
      const columns = [...fields.map((field) => columnOf(layout, field)), 'id'].join(', ');
      db.exec(`CREATE INDEX IF NOT EXISTS "${layout.key} by ${fields.join(',')}" ON ${layout.table} (${columns})`);
    }
    indexed.add(layout.key);
  }

  function write(argument: WriteArgument): void {
    for (const { collection, steps } of argument.changes) {
      const writer = writerOf(collection);
      const conditional = steps.some(({ kind }) => kind === 'deleteWhere');
      if (conditional && !indexed.has(layoutOf(collection).key)) index(collection);
      for (const step of steps) writer.run(step);
    }
    const positions = argument.checkpoints.map(({ position }) => position);
    for (const { projection, position, eventId } of argument.checkpoints) {
      if (inactive.has(projection) && !building.has(projection)) {
        building.add(projection);
        resizeCache();
      }
      moveCheckpoint.run(projection, position, eventId);
      forgetDeletions.run(projection, position);
    }
    // Events up to these checkpoints are not redelivered, so no older put can restore the deleted documents.
    const covered = positions.reduce<bigint | null>((low, at) => (low === null || at < low ? at : low), null);
    if (covered === null) return;
    for (const { collection } of argument.changes) forgetDeletions.run(layoutOf(collection).key, covered);
  }

  function drop(collection: CollectionDefinition): void {
    const { key, table } = layoutOf(collection);
    writers.clear();
    indexed.delete(key);
    prepared.delete(key);
    noteBuilt(key);
    db.exec(`DROP TABLE IF EXISTS ${table}`);
    db.prepare('DELETE FROM deletions WHERE collection = ?').run(key);
    db.prepare('DELETE FROM checkpoints WHERE projection = ?').run(key);
  }

  function activate(argument: { readonly name: string; readonly version: number }): void {
    setActive.run(argument.name, argument.version);
    const collection = prepared.get(`${argument.name}@${argument.version}`);
    if (collection === undefined) return;
    index(collection);
    noteBuilt(layoutOf(collection).key);
  }

  function count(argument: { readonly collection: CollectionDefinition; readonly where: Where }): number {
    const { sql, parameters } = countQuery(layoutOf(argument.collection), argument.where, null);
    return Number(db.prepare(sql).get(...parameters)?.count ?? 0);
  }

  function countByValue(argument: {
    readonly collection: CollectionDefinition;
    readonly where: Where;
    readonly values: ValueRange;
  }): ReadonlyMap<string, number> {
    const { sql, parameters } = countByValueQuery(layoutOf(argument.collection), argument.where, argument.values);
    return countsOf(db.prepare(sql).all(...parameters, NO_LIMIT));
  }

  return { prepare, index, write, drop, activate, count: readOnly(count), countByValue: readOnly(countByValue) };
}
