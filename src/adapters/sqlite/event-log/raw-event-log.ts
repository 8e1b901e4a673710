/** `events.db` row by row, with every column and byte, beside the process that writes it. */
import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Position, StoredEvent } from '../../../ports/event-log.ts';
import type { RawEvent, RawEventPage, RawFlaw, RawLog } from '../../../ports/raw-log.ts';
import { categoryOf } from '../../shared/append-input.ts';
import { openReader } from '../thread/connection.ts';
import { fromFailure, toFailure } from '../thread/failure.ts';
import { NewerFileError } from '../thread/migrations.ts';
import { EVENT_LOG_MIGRATIONS } from './event-log-schema.ts';

const ROWS_PER_PAGE = 256;
const FIRST_ROW = -(2n ** 63n);
const MAX_INTEGRITY_FLAWS = 100;
const ROW_OF_MESSAGE = /\brow (\d{1,18})\b/;

/** Numbers are text, because a tampered one may exceed the integers of JavaScript. */
type Row = readonly [position: string, category: string, type: string, stream: string, revision: string, Uint8Array];

export function openRawSqliteLog({ directory }: { readonly directory: string }): RawLog {
  return new RawSqliteLog(openReader(join(directory, 'events.db')));
}

class RawSqliteLog implements RawLog {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  async *pages(): AsyncGenerator<RawEventPage> {
    const statement = this.#read(() => pageStatement(this.#db));
    const end = this.#read(
      () => this.#db.prepare('SELECT CAST(max(position) AS TEXT) AS head FROM events').get()?.head,
    );
    if (typeof end !== 'string') return;
    let previous = 0n;
    for (let from = FIRST_ROW; ; ) {
      const rows = this.#read(() => statement.all(from, BigInt(end)) as unknown as readonly Row[]);
      const page: RawEvent[] = [];
      for (const row of rows) {
        const event = rawEvent(row, previous);
        previous = event.position;
        page.push(event);
      }
      if (page.length > 0) yield { events: page, hiding: [] };
      if (rows.length < ROWS_PER_PAGE) return;
      from = previous + 1n;
    }
  }

  async hidden(): Promise<readonly RawFlaw[]> {
    return this.#read(() => [...schemaFlaws(this.#db), ...integrityFlaws(this.#db)]);
  }

  async close(): Promise<void> {
    this.#db.close();
  }

  #read<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      if (error instanceof NewerFileError) throw error;
      throw fromFailure(toFailure(error), 'event log');
    }
  }
}

function pageStatement(db: DatabaseSync): StatementSync {
  const statement = db.prepare(
    `SELECT CAST(position AS TEXT), category, type, stream, CAST(revision AS TEXT), CAST(event AS BLOB)
     FROM events NOT INDEXED WHERE position >= ? AND position <= ? ORDER BY position LIMIT ${ROWS_PER_PAGE}`,
  );
  statement.setReturnArrays(true);
  return statement;
}

/** @param previous position of the row before, 0 for the first: positions of this log have no gaps */
function rawEvent([positionText, category, type, stream, revision, bytes]: Row, previous: bigint): RawEvent {
  const position = BigInt(positionText) as Position;
  const event = parseStored(bytes, position);
  const isGap = position !== previous + 1n;
  const gap = position > previous ? missing(previous + 1n, position - 1n) : 'stands before the first event of the log';
  const flawAt = isGap && position > previous ? ((previous + 1n) as Position) : position;
  const problem = isGap ? gap : contradiction(event, { positionText, category, type, stream, revision });
  return {
    position,
    event: event?.stored ?? null,
    bytes,
    flaw: problem === null ? null : { position: flawAt, problem },
  };
}

const missing = (first: bigint, last: bigint): string =>
  first === last ? 'is missing' : `is missing, and so are all up to position ${last}`;

interface Columns {
  readonly positionText: string;
  readonly category: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: string;
}

interface Parsed {
  readonly stored: StoredEvent;
  /** The position that the event itself states. */
  readonly position: string;
}

function contradiction(parsed: Parsed | null, columns: Columns): string | null {
  if (parsed === null) return 'is no event: its content cannot be read';
  const { stored, position } = parsed;
  if (position !== columns.positionText) return `was moved: it was recorded at position ${position}`;
  const expected = {
    stream: stored.stream,
    category: categoryOf(stored.stream),
    type: stored.type,
    revision: String(stored.revision),
  };
  for (const column of ['stream', 'category', 'type', 'revision'] as const) {
    if (columns[column] === expected[column]) continue;
    return `has the ${column} ${columns[column].slice(0, 200)} beside it, but was recorded with ${expected[column]}`;
  }
  return null;
}

function parseStored(bytes: Uint8Array, position: Position): Parsed | null {
  if (!isUtf8(bytes)) return null;
  try {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
    const parsed = JSON.parse(text) as Partial<Record<keyof StoredEvent, unknown>>;
    const { stream, revision, recordedPosition, recordedAt, id, type, data, metadata } = parsed;
    const isEvent =
      [stream, id, type].every((member) => typeof member === 'string') &&
      [parsed.position, revision, recordedAt, recordedPosition ?? 0].every((member) => Number.isSafeInteger(member)) &&
      [data, metadata].every((member) => typeof member === 'object' && member !== null && !Array.isArray(member));
    if (!isEvent) return null;
    const first = recordedPosition === undefined ? {} : { recordedPosition: BigInt(Number(recordedPosition)) };
    return { stored: { ...parsed, position, ...first } as StoredEvent, position: String(parsed.position) };
  } catch {
    return null;
  }
}

/** Compares tables, indexes and triggers with those that the file's version has. */
function schemaFlaws(db: DatabaseSync): readonly RawFlaw[] {
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  if (version > EVENT_LOG_MIGRATIONS.length) {
    throw new NewerFileError(`The event log has schema version ${version}: audit it with the release that wrote it`);
  }
  const [expected, actual] = [pristineSchema(version), schemaOf(db)];
  const names = new Set([...expected.keys(), ...actual.keys()]);
  return [...names].flatMap((name) => {
    const change = changeOf(expected.get(name), actual.get(name));
    return change === null ? [] : [{ position: null, problem: `The ${name} ${change} the file of the event log` }];
  });
}

function changeOf(expected: string | undefined, actual: string | undefined): string | null {
  if (expected === actual) return null;
  if (expected === undefined) return 'was added to';
  return actual === undefined ? 'is missing from' : 'was changed in';
}

const pristineSchemas = new Map<number, ReadonlyMap<string, string>>();

function pristineSchema(version: number): ReadonlyMap<string, string> {
  const known = pristineSchemas.get(version);
  if (known !== undefined) return known;
  const db = new DatabaseSync(':memory:');
  try {
    for (const step of EVENT_LOG_MIGRATIONS.slice(0, version)) db.exec(step);
    const schema = schemaOf(db);
    pristineSchemas.set(version, schema);
    return schema;
  } finally {
    db.close();
  }
}

/** SQL by kind and name. Names that SQLite reserves belong to itself. */
function schemaOf(db: DatabaseSync): ReadonlyMap<string, string> {
  const rows = db
    .prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    .all();
  return new Map(rows.map(({ type, name, sql }) => [`${type} ${name}`, String(sql)]));
}

/** An index that lacks a row hides an event from reads of its stream. */
function integrityFlaws(db: DatabaseSync): readonly RawFlaw[] {
  const rows = db.prepare(`PRAGMA integrity_check(${MAX_INTEGRITY_FLAWS})`).all();
  const messages = rows.map(({ integrity_check: message }) => String(message)).filter((message) => message !== 'ok');
  return messages.map((message) => {
    const row = ROW_OF_MESSAGE.exec(message)?.[1];
    const position = row === undefined ? null : (BigInt(row) as Position);
    return { position, problem: position === null ? `The file is damaged: ${message}` : `is hidden: ${message}` };
  });
}
