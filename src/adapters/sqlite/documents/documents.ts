/** Read models in documents.db: written by the file's thread, read on the main thread in short turns. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type {
  Checkpoint,
  CollectionDefinition,
  CollectionWrites,
  Documents,
  FindOptions,
  Found,
  Placed,
  ShownPage,
  ShowOptions,
  Where,
} from '../../../ports/documents.ts';
import { type JsonObject, type Position, parsePosition } from '../../../ports/event-log.ts';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import { Turns } from '../../../runtime/turns.ts';
import { beforeShown, checkLimit } from '../../collection-layout.ts';
import { openReader } from '../thread/connection.ts';
import { fromFailure, toFailure } from '../thread/failure.ts';
import { SqliteThread } from '../thread/sqlite-thread.ts';
import type { DocumentsHandlers } from './handlers.ts';
import { layoutOf } from './layout.ts';
import { packWrites } from './packed.ts';
import { countQuery, documentsOf, firstMark, linesOf, marksOf, type RowMark, type Rows, rowsAfter } from './page.ts';
import { shownList } from './shown-list.ts';

const store = 'documents';
/** Rows read and parsed between two looks at the clock. */
const rowsAtOnce = 64;
/** Rows put together between two looks at the clock when none is parsed. */
const linesAtOnce = 256;
/** Index entries counted on the main thread, in about a millisecond; more are counted by the file's thread. */
const countAtOnce = 10_000;
/** A rebuild writes the file faster than it can be copied page by page; 32 MB of log cost little to read through. */
const checkpointPages = 8_000;
/** Milliseconds for making an index over, or dropping, a large collection. */
const longDeadline = 600_000;

/** @returns Documents whose reads see every write that has answered. Makes the folder and `documents.db` when missing. */
export async function openSqliteDocuments(options: { readonly directory: string }): Promise<Documents> {
  await mkdir(options.directory, { recursive: true });
  const path = join(options.directory, 'documents.db');
  const thread = await SqliteThread.open<DocumentsHandlers>({
    store,
    path,
    module: new URL('./handlers.ts', import.meta.url),
    synchronous: 'NORMAL',
    checkpointPages,
  });
  return new SqliteDocuments(thread, openReader(path));
}

class SqliteDocuments implements Documents {
  readonly #thread: SqliteThread<DocumentsHandlers>;
  readonly #reader: DatabaseSync;
  /** Collections known to have their indexes. */
  readonly #indexed = new Set<string>();
  readonly #statements = new LRUCache<string, StatementSync>({ max: 500 });

  constructor(thread: SqliteThread<DocumentsHandlers>, reader: DatabaseSync) {
    this.#thread = thread;
    this.#reader = reader;
  }

  async prepare(collection: CollectionDefinition): Promise<void> {
    const { key } = layoutOf(collection);
    if (await this.#thread.call('prepare', collection, { deadlineMs: longDeadline })) this.#indexed.add(key);
    else this.#indexed.delete(key);
  }

  async get<Document extends JsonObject>(collection: CollectionDefinition, id: string): Promise<Document | null> {
    const row = this.#read(`SELECT document FROM ${layoutOf(collection).table} WHERE id = ?`, (byId) => byId.get(id));
    return row === undefined ? null : parseDocument<Document>(row.document);
  }

  async getMany<Document extends JsonObject>(
    collection: CollectionDefinition,
    ids: readonly string[],
  ): Promise<readonly Placed<Document>[]> {
    const turns = new Turns();
    const sql = `SELECT id, document, position FROM ${layoutOf(collection).table} WHERE id = ?`;
    const found: Placed<Document>[] = [];
    const wanted = [...new Set(ids)];
    for (let start = 0; start < wanted.length; start += rowsAtOnce) {
      await turns.yieldWhenLong();
      const some = wanted.slice(start, start + rowsAtOnce);
      const rows = this.#read(sql, (byId) => {
        byId.setReadBigInts(true);
        return some.map((id) => byId.get(id));
      });
      for (const row of rows) {
        if (row !== undefined) found.push({ ...toFound<Document>(row), position: row.position as Position });
      }
    }
    return found;
  }

  async find<Document extends JsonObject>(
    collection: CollectionDefinition,
    options: FindOptions,
  ): Promise<readonly Found<Document>[]> {
    checkLimit(options.limit);
    await this.#index(collection);
    const turns = new Turns();
    const layout = layoutOf(collection);
    const found: Found<Document>[] = [];
    let mark = firstMark(layout, options);
    while (found.length < options.limit) {
      const room = Math.min(rowsAtOnce, options.limit - found.length);
      const rows = this.#rowsOf(rowsAfter(layout, options, mark), room);
      for (const row of rows) found.push(toFound(row));
      const last = rows.at(-1);
      if (last === undefined || rows.length < room) break;
      mark = markOf(last);
      await turns.yieldWhenLong();
    }
    return found;
  }

  async findShown(collection: CollectionDefinition, options: ShowOptions): Promise<ShownPage> {
    checkLimit(options.limit);
    const before = Buffer.from(beforeShown(collection));
    await this.#index(collection);
    const turns = new Turns();
    const layout = layoutOf(collection);
    const lots: Uint8Array[] = [];
    let mark = firstMark(layout, options);
    for (let left = options.limit; left > 0; left -= linesAtOnce) {
      const rows = rowsAfter(layout, options, mark);
      const lines = this.#atOneMoment(() => this.#linesOf(rows, Math.min(linesAtOnce, left)));
      lots.push(...lines.lots);
      mark = lines.more;
      if (mark === null) break;
      await turns.yieldWhenLong();
    }
    return { list: shownList(lots, before, options.reversed), more: options.limit === 0 ? null : (mark?.id ?? null) };
  }

  /** `more`: the last of the rows, when there are more after it. */
  #linesOf(rows: readonly Rows[], limit: number): { readonly lots: Uint8Array[]; readonly more: RowMark | null } {
    const lots: Uint8Array[] = [];
    let left = limit;
    for (const [place, range] of rows.entries()) {
      const { sql, parameters } = linesOf(range);
      const row = this.#read(sql, (statement) => statement.get(...parameters, left));
      const { documents, count } = row as { documents: Uint8Array | null; count: number };
      if (documents !== null) lots.push(documents);
      left -= count;
      if (left > 0) continue;
      const [last, next] = this.#marks(range, count - 1, 2);
      const follows =
        next !== undefined || rows.slice(place + 1).some((further) => this.#marks(further, 0, 1).length > 0);
      return { lots, more: follows && last !== undefined ? last : null };
    }
    return { lots, more: null };
  }

  #marks(range: Rows, offset: number, limit: number): RowMark[] {
    const { sql, parameters } = marksOf(range);
    return this.#read(sql, (statement) => statement.all(...parameters, limit, offset)) as unknown as RowMark[];
  }

  /** All that is read stands as it does now, whatever is written meanwhile. */
  #atOneMoment<Result>(read: () => Result): Result {
    this.#read('BEGIN', (statement) => statement.run());
    try {
      return read();
    } finally {
      this.#read('COMMIT', (statement) => statement.run());
    }
  }

  #rowsOf(ranges: readonly Rows[], limit: number): Row[] {
    const rows: Row[] = [];
    for (const { sql, parameters } of ranges.map(documentsOf)) {
      if (rows.length >= limit) break;
      const more = this.#read(sql, (page) => page.all(...parameters, limit - rows.length));
      rows.push(...(more as unknown as Row[]));
    }
    return rows;
  }

  async count(collection: CollectionDefinition, where: Where): Promise<number> {
    await this.#index(collection);
    const layout = layoutOf(collection);
    const few = countQuery(layout, where, countAtOnce + 1);
    const counted = Number(this.#read(few.sql, (statement) => statement.get(...few.parameters))?.count ?? 0);
    if (counted <= countAtOnce) return counted;
    return this.#thread.call('count', { collection, where });
  }

  async write(changes: readonly CollectionWrites[], checkpoints: readonly Checkpoint[]): Promise<void> {
    await this.#thread.call('write', { changes: await packWrites(changes), checkpoints });
  }

  async checkpoint(projection: string): Promise<Position | null> {
    const sql = 'SELECT CAST(position AS TEXT) AS position FROM checkpoints WHERE projection = ?';
    const row = this.#read(sql, (statement) => statement.get(projection));
    return row === undefined ? null : parsePosition(String(row.position));
  }

  async activeVersion(name: string): Promise<number | null> {
    const sql = 'SELECT version FROM active_versions WHERE name = ?';
    const row = this.#read(sql, (statement) => statement.get(name));
    return row === undefined ? null : Number(row.version);
  }

  async activate(name: string, version: number): Promise<void> {
    layoutOf({ name, version, indexes: [] });
    await this.#thread.call('activate', { name, version });
  }

  async drop(collection: CollectionDefinition): Promise<void> {
    this.#indexed.delete(layoutOf(collection).key);
    await this.#thread.call('drop', collection, { deadlineMs: longDeadline });
  }

  async close(): Promise<void> {
    if (this.#reader.isOpen) this.#reader.close();
    await this.#thread.close();
  }

  /** A collection that is still being built gets its indexes when it is first searched. */
  async #index(collection: CollectionDefinition): Promise<void> {
    const { key } = layoutOf(collection);
    if (this.#indexed.has(key)) return;
    await this.#thread.call('index', collection, { deadlineMs: longDeadline });
    this.#indexed.add(key);
  }

  /** @throws StoreUnavailable when closed, or when it is the file that fails. */
  #read<Result>(sql: string, run: (statement: StatementSync) => Result): Result {
    if (!this.#reader.isOpen) throw new StoreUnavailable(store, 'closed');
    try {
      let statement = this.#statements.get(sql);
      if (statement === undefined) {
        statement = this.#reader.prepare(sql);
        this.#statements.set(sql, statement);
      }
      return run(statement);
    } catch (error) {
      throw fromFailure(toFailure(error), store);
    }
  }
}

interface Row {
  readonly id: string;
  readonly document: string;
  readonly value: RowMark['value'];
}

const markOf = ({ id, value }: Row): RowMark => ({ id: String(id), value });

function parseDocument<Document extends JsonObject>(text: unknown): Document {
  return JSON.parse(String(text)) as Document;
}

function toFound<Document extends JsonObject>(row: {
  readonly id?: unknown;
  readonly document?: unknown;
}): Found<Document> {
  return { id: String(row.id), document: parseDocument<Document>(row.document) };
}
