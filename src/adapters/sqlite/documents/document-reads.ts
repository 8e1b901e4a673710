/** Reads `documents.db` on the calling thread, in time slices. */

import { isUtf8 } from 'node:buffer';
import type { DatabaseSync } from 'node:sqlite';
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import { isObject } from '../../../lib/is-object.ts';
import type {
  CollectionDefinition,
  FindOptions,
  FoundDocument,
  LogPointer,
  PositionedDocument,
  RawFindOptions,
  RawPage,
  ReadableDocuments,
  ValueList,
  ValueRange,
  Where,
} from '../../../ports/documents.ts';
import { type JsonObject, type JsonValue, type Position, parsePosition } from '../../../ports/event-log.ts';
import { checkLimit, rawFieldPrefix } from '../../shared/collection-layout.ts';
import type { OnDamage } from '../thread/lazy-thread.ts';
import {
  countByValueQuery,
  countQuery,
  countsOf,
  documentsOf,
  linesOf,
  markAt,
  marksOf,
  NO_LIMIT,
  type RowMark,
  type Rows,
  rowsAfter,
} from './document-queries.ts';
import { DocumentsFile, INVALID_JSON } from './documents-file.ts';
import { layoutOf } from './layout.ts';
import { rawList } from './raw-list.ts';

/** Rows read and parsed between two checks of the event-loop budget. */
const ROWS_PER_STEP = 64;
/** Rows concatenated, without parsing, between two checks of the event-loop budget. */
const LINES_PER_STEP = 256;
/** Index entries counted on the main thread, about a millisecond; the file's thread counts more. */
const MAX_INLINE_COUNT = 10_000;
/** Index entries counted by value on the main thread, where each may be a value of its own. */
const MAX_INLINE_VALUES = 1_000;

/** Reads without help of the file's writer, which may be another process. Collections without indexes are scanned. */
export class SqliteDocumentReads implements ReadableDocuments {
  protected readonly file: DocumentsFile;

  constructor(reader: DatabaseSync, onDamage?: OnDamage) {
    this.file = new DocumentsFile(reader, onDamage);
  }

  async close(): Promise<void> {
    this.file.close();
  }

  protected async ensureIndexed(_collection: CollectionDefinition): Promise<void> {}

  /** Counts more rows than the calling thread should. */
  protected async countMany(collection: CollectionDefinition, where: Where): Promise<number> {
    const all = countQuery(layoutOf(collection), where, null);
    return Number(this.file.read(all.sql, (statement) => statement.get(...all.parameters))?.count ?? 0);
  }

  protected async countManyByValue(
    collection: CollectionDefinition,
    where: Where,
    values: ValueRange | ValueList,
  ): Promise<ReadonlyMap<string, number>> {
    const { sql, parameters } = countByValueQuery(layoutOf(collection), where, values);
    return countsOf(this.file.read(sql, (statement) => statement.all(...parameters, NO_LIMIT)));
  }

  async get<Document extends JsonObject>(collection: CollectionDefinition, id: string): Promise<Document | null> {
    const row = this.file.read(`SELECT document FROM ${layoutOf(collection).table} WHERE id = ?`, (byId) =>
      byId.get(id),
    );
    return row === undefined ? null : this.file.parse<Document>(row.document);
  }

  async getMany<Document extends JsonObject>(
    collection: CollectionDefinition,
    ids: readonly string[],
  ): Promise<readonly PositionedDocument<Document>[]> {
    const budget = new EventLoopBudget();
    const sql = `SELECT id, document, position FROM ${layoutOf(collection).table} WHERE id = ?`;
    const found: PositionedDocument<Document>[] = [];
    const wanted = [...new Set(ids)];
    for (let start = 0; start < wanted.length; start += ROWS_PER_STEP) {
      await budget.yieldIfUsedUp();
      const some = wanted.slice(start, start + ROWS_PER_STEP);
      const rows = this.file.read(sql, (byId) => {
        byId.setReadBigInts(true);
        return some.map((id) => byId.get(id));
      });
      for (const row of rows) {
        if (row !== undefined) found.push({ ...this.#toFound<Document>(row), position: row.position as Position });
      }
    }
    return found;
  }

  async find<Document extends JsonObject>(
    collection: CollectionDefinition,
    options: FindOptions,
  ): Promise<readonly FoundDocument<Document>[]> {
    checkLimit(options.limit);
    await this.ensureIndexed(collection);
    const budget = new EventLoopBudget();
    const layout = layoutOf(collection);
    const found: FoundDocument<Document>[] = [];
    let mark = options.after === undefined ? null : markAt(layout, options, options.after);
    // Before the first step too: the reads of many requests may begin in the same turn.
    await budget.yieldIfUsedUp();
    while (found.length < options.limit) {
      const room = Math.min(ROWS_PER_STEP, options.limit - found.length);
      const page = this.#pageOf<Document>(rowsAfter(layout, options, mark), room);
      for (const each of page) found.push(each);
      const last = page.at(-1);
      if (last === undefined || page.length < room) break;
      mark = markAt(layout, options, { id: last.id, value: orderingValue(last.document, options) });
      await budget.yieldIfUsedUp();
    }
    return found;
  }

  async findRaw(collection: CollectionDefinition, options: RawFindOptions): Promise<RawPage> {
    checkLimit(options.limit);
    const before = Buffer.from(rawFieldPrefix(collection));
    await this.ensureIndexed(collection);
    const budget = new EventLoopBudget();
    const layout = layoutOf(collection);
    const chunks: Uint8Array[] = [];
    let mark = options.after === undefined ? null : markAt(layout, options, options.after);
    await budget.yieldIfUsedUp();
    for (let left = options.limit; left > 0; left -= LINES_PER_STEP) {
      const rows = rowsAfter(layout, options, mark);
      const lines = this.file.inSnapshot(() => this.#linesOf(rows, Math.min(LINES_PER_STEP, left)));
      for (const chunk of lines.chunks) chunks.push(chunk);
      mark = lines.more;
      if (mark === null) break;
      await budget.yieldIfUsedUp();
    }
    return { json: rawList(chunks, before, options.reversed), nextId: options.limit === 0 ? null : (mark?.id ?? null) };
  }

  /** `more` is the mark of the last row when further rows follow. */
  #linesOf(rows: readonly Rows[], limit: number): { readonly chunks: Uint8Array[]; readonly more: RowMark | null } {
    const chunks: Uint8Array[] = [];
    let left = limit;
    for (const [place, range] of rows.entries()) {
      const { sql, parameters } = linesOf(range);
      const row = this.file.read(sql, (statement) => statement.get(...parameters, left));
      const { documents, count, sound } = row as { documents: Uint8Array | null; count: number; sound: number | null };
      if (sound === 0 || (documents !== null && !isUtf8(documents))) throw this.file.toDamage(INVALID_JSON);
      if (documents !== null) chunks.push(documents);
      left -= count;
      if (left > 0) continue;
      const [last, next] = this.#marks(range, count - 1, 2);
      const follows =
        next !== undefined || rows.slice(place + 1).some((further) => this.#marks(further, 0, 1).length > 0);
      return { chunks, more: follows && last !== undefined ? last : null };
    }
    return { chunks, more: null };
  }

  #marks(range: Rows, offset: number, limit: number): RowMark[] {
    const { sql, parameters } = marksOf(range);
    return this.file.read(sql, (statement) => statement.all(...parameters, limit, offset)) as unknown as RowMark[];
  }

  #pageOf<Document extends JsonObject>(ranges: readonly Rows[], limit: number): FoundDocument<Document>[] {
    const page: FoundDocument<Document>[] = [];
    for (const { sql, parameters } of ranges.map(documentsOf)) {
      if (page.length >= limit) break;
      const row = this.file.read(sql, (joined) => joined.get(...parameters, limit - page.length));
      if (row?.documents === null || row?.documents === undefined) continue;
      const ids: readonly string[] = JSON.parse(String(row.ids));
      const documents = this.file.parse<readonly Document[]>(row.documents);
      if (documents.length !== ids.length || !documents.every(isObject)) throw this.file.toDamage(INVALID_JSON);
      for (const [at, document] of documents.entries()) page.push({ id: ids[at] ?? '', document });
    }
    return page;
  }

  async count(collection: CollectionDefinition, where: Where): Promise<number> {
    await this.ensureIndexed(collection);
    const layout = layoutOf(collection);
    const few = countQuery(layout, where, MAX_INLINE_COUNT + 1);
    const counted = Number(this.file.read(few.sql, (statement) => statement.get(...few.parameters))?.count ?? 0);
    if (counted <= MAX_INLINE_COUNT) return counted;
    return this.countMany(collection, where);
  }

  async countByValue(
    collection: CollectionDefinition,
    where: Where,
    values: ValueRange | ValueList,
  ): Promise<ReadonlyMap<string, number>> {
    await this.ensureIndexed(collection);
    const { sql, parameters } = countByValueQuery(layoutOf(collection), where, values);
    const few = this.file.read(sql, (statement) => statement.all(...parameters, MAX_INLINE_VALUES + 1));
    const counted = few.reduce((sum, { count }) => sum + Number(count), 0);
    return counted <= MAX_INLINE_VALUES ? countsOf(few) : this.countManyByValue(collection, where, values);
  }

  async checkpoint(projection: string): Promise<LogPointer | null> {
    const sql = 'SELECT CAST(position AS TEXT) AS position, event_id FROM checkpoints WHERE projection = ?';
    const row = this.file.read(sql, (statement) => statement.get(projection));
    if (row === undefined) return null;
    return {
      position: parsePosition(String(row.position)),
      eventId: row.event_id === null ? null : String(row.event_id),
    };
  }

  async checkpoints(projections: readonly string[]): Promise<readonly (LogPointer | null)[]> {
    return Promise.all(projections.map((projection) => this.checkpoint(projection)));
  }

  async activeVersion(name: string): Promise<number | null> {
    const sql = 'SELECT version FROM active_versions WHERE name = ?';
    const row = this.file.read(sql, (statement) => statement.get(name));
    return row === undefined ? null : Number(row.version);
  }

  #toFound<Document extends JsonObject>(row: {
    readonly id?: unknown;
    readonly document?: unknown;
  }): FoundDocument<Document> {
    return { id: String(row.id), document: this.file.parse<Document>(row.document) };
  }
}

const orderingValue = (document: JsonObject, { orderBy }: FindOptions): JsonValue =>
  orderBy === undefined ? null : (document[orderBy.field] ?? null);
