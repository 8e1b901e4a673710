/**
 * Reads `events.db` on the main thread: a page takes a fraction of a millisecond, less than asking another thread and cloning its
 * answer would. Many events come as one JSON text, parsed at once, because a row is dearer to fetch than its bytes.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EventFilter, LogPage, ParkedWork, Position, StoredEvent } from '../../ports/event-log.ts';
import { Turns } from '../../runtime/turns.ts';
import { filterCondition } from './event-filter-sql.ts';
import { openReader } from './thread/connection.ts';
import { fromFailure, toFailure } from './thread/failure.ts';

/** Rows one statement reads. At 64 KB an event that is 8 MB, which SQLite joins in a few milliseconds. */
const rowsInStep = 128;
/** Characters parsed in one go: a few milliseconds. Only pages of unusually large events are longer. */
const parsedAtOnce = 1_000_000;
/** Stands between two events of a page, and nowhere inside of one: JSON escapes line feeds. */
const separator = ',\n';
/** Events passed over by one page at most: a filter that matches nothing still gets on, and says so. */
const passedOverInPage = 20_000;
const passedOverInStep = 2000;
/** Address space, not memory: pages are read where the operating system has them instead of being copied. */
const mmapBytes = 2 ** 31;

type ParsedEvent = Omit<StoredEvent, 'position'> & { position: number | Position };

function joined(select: string): string {
  return `SELECT '[' || group_concat(event, ',' || char(10)) || ']' AS page FROM (${select})`;
}

function parsePiece(json: string): readonly StoredEvent[] {
  const events: ParsedEvent[] = JSON.parse(json);
  for (const event of events) event.position = BigInt(event.position) as Position;
  return events as StoredEvent[];
}

export function parseEvent(json: string): StoredEvent {
  const event: ParsedEvent = JSON.parse(json);
  event.position = BigInt(event.position) as Position;
  return event as StoredEvent;
}

export class EventLogReader {
  readonly #db: DatabaseSync;
  readonly #head: StatementSync;
  readonly #stream: StatementSync;
  readonly #parked: StatementSync;
  readonly #pages = new Map<string, StatementSync>();

  constructor(path: string) {
    this.#db = openReader(path, { mmapBytes });
    this.#head = this.#db.prepare('SELECT max(position) AS head FROM events');
    this.#stream = this.#db.prepare(
      joined('SELECT event FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?'),
    );
    this.#parked = this.#db.prepare(
      `SELECT attempts, reason, event FROM work_items JOIN events USING (position)
       WHERE work_group = ? AND parked = 1 ORDER BY position LIMIT ?`,
    );
  }

  /** 0 for an empty log. */
  head(): number {
    return this.#guarded(() => Number(this.#head.get()?.head));
  }

  async readStream(stream: string, fromRevision: number, limit: number): Promise<readonly StoredEvent[]> {
    const turns = new Turns();
    const events: StoredEvent[] = [];
    while (events.length < limit) {
      const wanted = Math.min(rowsInStep, limit - events.length);
      const from = fromRevision + events.length;
      const read = await this.#step(this.#stream, [stream, from, wanted], turns);
      if (events.length === 0 && (read.length < wanted || read.length === limit)) return read;
      events.push(...read);
      if (read.length < wanted) break;
    }
    return events;
  }

  async readAll(after: Position | null, limit: number, filter: EventFilter | undefined): Promise<LogPage> {
    const head = this.head();
    if (after !== null && after >= BigInt(head)) return { events: [], readTo: after };
    const start = Number(after ?? 0n);
    const end = Math.min(head, start + passedOverInPage);
    const turns = new Turns();
    const { statement, values } = this.#pageStatement(filter);
    const events: StoredEvent[] = [];
    let readTo = start;
    while (readTo < end && events.length < limit) {
      const wanted = Math.min(rowsInStep, limit - events.length);
      const stepEnd = Math.min(end, readTo + passedOverInStep);
      const read = await this.#step(statement, [readTo, stepEnd, ...values, wanted], turns);
      events.push(...read);
      readTo = read.length < wanted ? stepEnd : Number(read.at(-1)?.position);
    }
    return { events, readTo: readTo === 0 ? null : (BigInt(readTo) as Position) };
  }

  parkedWork(group: string, limit: number): readonly ParkedWork[] {
    return this.#guarded(() =>
      this.#parked.all(group, limit).map((row) => ({
        event: parseEvent(String(row.event)),
        attempts: Number(row.attempts),
        reason: String(row.reason),
      })),
    );
  }

  close(): void {
    this.#db.close();
  }

  async #step(statement: StatementSync, values: readonly (string | number)[], turns: Turns) {
    if (turns.isLong) await turns.pass();
    const page = this.#guarded(() => statement.get(...values)?.page);
    if (typeof page !== 'string') return [];
    return page.length <= parsedAtOnce ? parsePiece(page) : parseLarge(page, turns);
  }

  #pageStatement(filter: EventFilter | undefined): { statement: StatementSync; values: readonly string[] } {
    const { sql, values } = filterCondition(filter);
    const known = this.#pages.get(sql);
    if (known !== undefined) return { statement: known, values };
    const statement = this.#db.prepare(
      joined(`SELECT event FROM events WHERE position > ? AND position <= ? AND ${sql} ORDER BY position LIMIT ?`),
    );
    this.#pages.set(sql, statement);
    return { statement, values };
  }

  #guarded<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      throw fromFailure(this.#db.isOpen ? toFailure(error) : { ...toFailure(error), unavailable: true }, 'event log');
    }
  }
}

/** Parses a page piece by piece, cut between events. */
async function parseLarge(page: string, turns: Turns): Promise<readonly StoredEvent[]> {
  const events: StoredEvent[] = [];
  const last = page.length - 1;
  let start = 1;
  while (start < last) {
    const cut = start + parsedAtOnce < last ? page.indexOf(separator, start + parsedAtOnce) : -1;
    const end = cut === -1 ? last : cut;
    events.push(...parsePiece(`[${page.slice(start, end)}]`));
    start = end + separator.length;
    if (turns.isLong) await turns.pass();
  }
  return events;
}
