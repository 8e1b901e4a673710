/**
 * Reads `events.db` on the main thread, because a page takes a fraction of a millisecond, less than a round trip to another
 * thread. A page comes as one JSON text, because fetching rows costs more than their bytes.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import { isObject } from '../../../lib/is-object.ts';
import type { EventFilter, EventPlace, LogPage, ParkedWork, Position, StoredEvent } from '../../../ports/event-log.ts';
import { EventDamaged } from '../../../ports/store-unavailable.ts';
import { atPlaces, checkPlaces } from '../../shared/event-places.ts';
import { openReader } from '../thread/connection.ts';
import { fromFailure, toFailure } from '../thread/failure.ts';
import { LIMIT } from '../thread/limit.ts';
import { type EventKind, filterCondition } from './event-filter-sql.ts';

const ROWS_PER_STEP = 128;
/** At 64 KB an event, the largest, this is a megabyte. */
const LARGE_ROWS_PER_STEP = 16;
/** SQLite joins this much in a millisecond; eight times as much takes thirty. */
const MAX_BYTES_PER_STEP = 1_000_000;
/** A few milliseconds. Only pages of unusually large events are longer. */
const MAX_PARSED_AT_ONCE = 1_000_000;
/** JSON escapes line feeds, so it occurs in no event. */
const SEPARATOR = ',\n';
/** Bounds a scan whose filter matches nothing: the page still reports how far it has read. */
const MAX_SCANNED_PER_PAGE = 20_000;
const MAX_SCANNED_PER_STEP = 2000;
/** Address space, not memory: pages are read from the page cache without a copy. */
const MMAP_BYTES = 2 ** 31;
const LAST_POSITION = 2n ** 63n - 1n;

type Parsed<Number> = Omit<StoredEvent, 'position' | 'recordedPosition'> & {
  position: Number;
  recordedPosition?: Number;
};
type ParsedEvent = Parsed<number | Position>;

function asJsonArray(select: string): string {
  return `SELECT '[' || group_concat(event, ',' || char(10)) || ']' AS page FROM (${select})`;
}

/** @throws EventDamaged */
function parsePiece(json: string): readonly StoredEvent[] {
  return parsed<readonly unknown[]>(json).map(toStoredEvent);
}

/** @throws EventDamaged */
export function parseEvent(json: string): StoredEvent {
  return toStoredEvent(parsed(json));
}

/** The audit finds which event it is. */
const ONE_OF_THEM = 'an event, which npm run audit -- verify names,';
const notAsWritten = (which: string) => new EventDamaged('event log', `${which} is not as it was written`);

function parsed<Value>(json: string): Value {
  try {
    return JSON.parse(json) as Value;
  } catch {
    throw notAsWritten(ONE_OF_THEM);
  }
}

/** Checks as much as a reader needs to decode the event, or to say which one it cannot. Changes the object. */
function toStoredEvent(event: unknown): StoredEvent {
  if (!isStored(event)) throw notAsWritten(isObject(event) ? `the event ${String(event.position)}` : ONE_OF_THEM);
  event.position = BigInt(event.position) as Position;
  const { recordedPosition } = event;
  if (recordedPosition !== undefined) event.recordedPosition = BigInt(recordedPosition) as Position;
  return event as StoredEvent;
}

const isStored = (event: unknown): event is ParsedEvent =>
  isObject(event) &&
  Number.isSafeInteger(event.position) &&
  Number.isSafeInteger(event.recordedPosition ?? 0) &&
  isObject(event.metadata) &&
  isObject(event.data) &&
  typeof event.stream === 'string' &&
  typeof event.type === 'string';

export class EventLogReader {
  readonly #db: DatabaseSync;
  readonly #head: StatementSync;
  readonly #kinds: StatementSync;
  readonly #bytes: StatementSync;
  readonly #stream: StatementSync;
  readonly #at: StatementSync;
  readonly #latest: StatementSync;
  readonly #places: StatementSync;
  readonly #parked: StatementSync;
  readonly #countParked: StatementSync;
  readonly #pages = new Map<string, StatementSync>();

  constructor(path: string) {
    this.#db = openReader(path, { mmapBytes: MMAP_BYTES });
    this.#head = this.#db.prepare('SELECT max(position) AS head FROM events');
    this.#kinds = this.#db.prepare(
      'SELECT max(position) AS head, category, type FROM events WHERE position > ? GROUP BY category, type',
    );
    this.#bytes = this.#db.prepare(
      `SELECT sum(bytes) AS bytes FROM (SELECT octet_length(event) AS bytes FROM events WHERE position > ? ORDER BY position ${LIMIT})`,
    );
    this.#stream = this.#db.prepare(
      asJsonArray(`SELECT event FROM events WHERE stream = ? AND revision >= ? ORDER BY revision ${LIMIT}`),
    );
    this.#at = this.#db.prepare('SELECT event FROM events WHERE position = ?');
    this.#latest = this.#db.prepare(
      asJsonArray(`SELECT event FROM events WHERE position < ? ORDER BY position DESC ${LIMIT}`),
    );
    this.#places = this.#db.prepare(
      asJsonArray('SELECT event FROM json_each(?) JOIN events ON position = value ORDER BY position'),
    );
    this.#parked = this.#db.prepare(
      `SELECT attempts, reason, event FROM work_items JOIN events USING (position)
       WHERE work_group = ? AND parked = 1 ORDER BY position LIMIT ?`,
    );
    this.#countParked = this.#db.prepare(
      'SELECT count(*) AS count FROM (SELECT 1 FROM work_items WHERE work_group = ? AND parked = 1 LIMIT ?)',
    );
  }

  /** 0 for an empty log. */
  head(): number {
    return this.#translateErrors(() => Number(this.#head.get()?.head));
  }

  /** Kinds of the events after a position, each once. */
  kindsAfter(position: number): { readonly head: number; readonly kinds: readonly EventKind[] } {
    const rows = this.#translateErrors(() => this.#kinds.all(position));
    const kinds = rows.map(({ category, type }) => ({ category: String(category), type: String(type) }));
    return { head: rows.reduce((head, row) => Math.max(head, Number(row.head)), position), kinds };
  }

  eventAt(position: Position): StoredEvent | null {
    const row = this.#translateErrors(() => this.#at.get(position));
    return row === undefined ? null : parseEvent(String(row.event));
  }

  async atPlaces(places: readonly EventPlace[]): Promise<readonly (StoredEvent | null)[]> {
    checkPlaces(places);
    const budget = new EventLoopBudget();
    const found: StoredEvent[] = [];
    for (let from = 0; from < places.length; from += ROWS_PER_STEP) {
      const positions = places.slice(from, from + ROWS_PER_STEP).map(({ position }) => String(position));
      for (const event of await this.#step(this.#places, [`[${positions.join()}]`], budget)) found.push(event);
    }
    return atPlaces(places, found);
  }

  async latest(limit: number): Promise<readonly StoredEvent[]> {
    const budget = new EventLoopBudget();
    const events: StoredEvent[] = [];
    let before = LAST_POSITION;
    while (events.length < limit) {
      const wanted = Math.min(ROWS_PER_STEP, limit - events.length);
      const read = await this.#step(this.#latest, [before, wanted], budget);
      for (const event of read) events.push(event);
      before = read.at(-1)?.position ?? before;
      if (read.length < wanted) break;
    }
    return events;
  }

  async readStream(stream: string, fromRevision: number, limit: number): Promise<readonly StoredEvent[]> {
    const budget = new EventLoopBudget();
    const events: StoredEvent[] = [];
    while (events.length < limit) {
      const wanted = Math.min(ROWS_PER_STEP, limit - events.length);
      const from = fromRevision + events.length;
      const read = await this.#step(this.#stream, [stream, from, wanted], budget);
      if (events.length === 0 && (read.length < wanted || read.length === limit)) return read;
      for (const event of read) events.push(event);
      if (read.length < wanted) break;
    }
    return events;
  }

  async readAll(after: Position | null, limit: number, filter: EventFilter | undefined): Promise<LogPage> {
    const head = this.head();
    if (after !== null && after >= BigInt(head)) return { events: [], readTo: after };
    const start = Number(after ?? 0n);
    const end = Math.min(head, start + MAX_SCANNED_PER_PAGE);
    const budget = new EventLoopBudget();
    const { statement, values } = this.#pageStatement(filter);
    const events: StoredEvent[] = [];
    let readTo = start;
    while (readTo < end && events.length < limit) {
      // Near the head there cannot be many rows, so their size does not matter.
      const few = filter !== undefined || end - readTo <= LARGE_ROWS_PER_STEP || this.#isLarge(readTo);
      const wanted = Math.min(few ? LARGE_ROWS_PER_STEP : ROWS_PER_STEP, limit - events.length);
      const stepEnd = Math.min(end, readTo + MAX_SCANNED_PER_STEP);
      const read = await this.#step(statement, [readTo, stepEnd, ...values, wanted], budget);
      for (const event of read) events.push(event);
      readTo = read.length < wanted ? stepEnd : Number(read.at(-1)?.position);
    }
    return { events, readTo: readTo === 0 ? null : (BigInt(readTo) as Position) };
  }

  parkedWork(group: string, limit: number): readonly ParkedWork[] {
    return this.#translateErrors(() =>
      this.#parked.all(group, limit).map((row) => ({
        event: parseEvent(String(row.event)),
        attempts: Number(row.attempts),
        reason: String(row.reason),
      })),
    );
  }

  countParkedWork(group: string, limit: number): number {
    return this.#translateErrors(() => Number(this.#countParked.get(group, limit)?.count));
  }

  close(): void {
    this.#db.close();
  }

  async #step(statement: StatementSync, values: readonly (string | number | bigint)[], budget: EventLoopBudget) {
    if (budget.isUsedUp) await budget.yieldNow();
    const page = this.#translateErrors(() => statement.get(...values)?.page);
    if (typeof page !== 'string') return [];
    return page.length <= MAX_PARSED_AT_ONCE ? parsePiece(page) : parseLarge(page, budget);
  }

  /** Reads the lengths alone, for about a tenth of what reading the events costs. */
  #isLarge(after: number): boolean {
    const row = this.#translateErrors(() => this.#bytes.get(after, ROWS_PER_STEP));
    return Number(row?.bytes) > MAX_BYTES_PER_STEP;
  }

  #pageStatement(filter: EventFilter | undefined): { statement: StatementSync; values: readonly string[] } {
    const { sql, values } = filterCondition(filter);
    const known = this.#pages.get(sql);
    if (known !== undefined) return { statement: known, values };
    const statement = this.#db.prepare(
      asJsonArray(
        `SELECT event FROM events WHERE position > ? AND position <= ? AND ${sql} ORDER BY position ${LIMIT}`,
      ),
    );
    this.#pages.set(sql, statement);
    return { statement, values };
  }

  #translateErrors<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      throw fromFailure(this.#db.isOpen ? toFailure(error) : { ...toFailure(error), unavailable: true }, 'event log');
    }
  }
}

/** Parses a page in pieces, split between events. */
async function parseLarge(page: string, budget: EventLoopBudget): Promise<readonly StoredEvent[]> {
  const events: StoredEvent[] = [];
  const last = page.length - 1;
  let start = 1;
  while (start < last) {
    const cut = start + MAX_PARSED_AT_ONCE < last ? page.indexOf(SEPARATOR, start + MAX_PARSED_AT_ONCE) : -1;
    const end = cut === -1 ? last : cut;
    for (const event of parsePiece(`[${page.slice(start, end)}]`)) events.push(event);
    start = end + SEPARATOR.length;
    if (budget.isUsedUp) await budget.yieldNow();
  }
  return events;
}
