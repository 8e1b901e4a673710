import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import type { EventFilter, EventPlace, LogPage, Position, StoredEvent } from '../../ports/event-log.ts';
import { laterPosition } from '../../ports/event-log.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { atPlaces, checkPlaces, runsOf } from '../shared/event-places.ts';
import type { RecordsPage } from './all-pages.ts';
import type { Calls } from './calls.ts';
import { BACKWARDS, END, type EventStoreClient, FORWARDS, type RecordedEvent, START } from './client.ts';
import { collect } from './collect.ts';
import { STORE_NAME, typeOf } from './failures.ts';
import { serverName } from './shared-server.ts';
import { fromServerEvent, matches, positionOf } from './stored-event.ts';

/** Per read. At 64 KB an event, the largest response is 32 MB. */
const MIN_READ_COUNT = 32;
const MAX_READ_COUNT = 500;
/** A filter without matches still makes progress. */
const MAX_SCANNED_PER_PAGE = 5000;
/** Each begins and ends a call on the main thread. */
const MAX_RUNS_AT_ONCE = 16;
/** Reads of a position that the server cannot read from. */
const MAX_POSITION_ATTEMPTS = 2;

/** All reads go to the leader, so they see every acknowledged append. */
export class EventLogReader {
  readonly #client: EventStoreClient;
  readonly #calls: Calls;
  /** Highest known position of an event of ours, where the search for the head stops. */
  #seen: Position | null = null;
  /** Newest record of a search that found nothing newer than `#seen`. Others may write all the while. */
  #searchedTo: Position | null = null;

  constructor(client: EventStoreClient, calls: Calls) {
    this.#client = client;
    this.#calls = calls;
  }

  /** An event of ours is at this position, and perhaps others after it. */
  get seen(): Position | null {
    return this.#seen;
  }

  noteSeen(position: Position): void {
    this.#seen = laterPosition(this.#seen, position);
  }

  async readStream(stream: string, fromRevision: number, limit: number): Promise<readonly StoredEvent[]> {
    const { prefix } = this.#client;
    const events: StoredEvent[] = [];
    for (let from = fromRevision; events.length < limit; ) {
      const count = Math.min(MAX_READ_COUNT, limit - events.length);
      const batch = await this.#readStreamBatch(stream, from, count);
      for (const stored of streamEventsOf(batch, prefix)) events.push(stored);
      const last = batch.at(-1)?.event;
      if (last === undefined || batch.length < count) break;
      from = Number(last.revision) + 1;
    }
    return events;
  }

  async #readStreamBatch(stream: string, from: number, maxCount: number) {
    const options = { fromRevision: BigInt(from), maxCount, direction: FORWARDS, requiresLeader: true } as const;
    try {
      return await this.#calls.run(
        (deadlineMs) => collect(this.#client.readStream(serverName(this.#client.prefix, stream), options), deadlineMs),
        isNotFound,
      );
    } catch (error) {
      if (isNotFound(error)) return [];
      throw error;
    }
  }

  /**
   * Filters in this process, since the server filters subscriptions only. `readTo` is the position of one of our events: system
   * events after it count only when they fill a page.
   */
  async readAll(after: Position | null, limit: number, filter: EventFilter = {}): Promise<LogPage> {
    const budget = new EventLoopBudget();
    const page: GrowingPage = { events: [], limit, filter, readTo: after, scannedTo: after, scanned: 0 };
    while (page.events.length < limit) {
      const count = Math.min(MAX_READ_COUNT, Math.max(MIN_READ_COUNT, limit - page.events.length + 1));
      const batch = await this.#readForwards(page.scannedTo, count);
      addMatching(page, batch, this.#client.prefix);
      if (batch.length < count) break;
      if (page.scanned >= MAX_SCANNED_PER_PAGE) {
        page.readTo = page.scannedTo;
        break;
      }
      await budget.yieldIfUsedUp();
    }
    const last = page.events.at(-1);
    if (last !== undefined) this.noteSeen(last.position);
    return { events: page.events, readTo: page.readTo };
  }

  /** A page of all records, system events included. Empty when no record begins at the position, as in a replaced log. */
  async records(after: Position | null): Promise<RecordsPage> {
    const batch = await this.#readForwards(after, MAX_READ_COUNT, isUnreadable).catch((error: unknown) => {
      if (isUnreadable(error)) return [];
      throw error;
    });
    const records = batch.flatMap(({ event }) => {
      const position = positionOf(event);
      const isNew = position !== null && (after === null || position > after);
      return event === undefined || !isNew ? [] : { position, event };
    });
    return { records, isLast: batch.length < MAX_READ_COUNT };
  }

  /** @param from inclusive; null reads from the beginning */
  #readForwards(from: Position | null, maxCount: number, isExpected?: (error: unknown) => boolean) {
    const fromPosition = from === null ? START : { commit: from, prepare: from };
    return this.#calls.run(
      (deadlineMs) =>
        collect(
          this.#client.readAll({ fromPosition, maxCount, direction: FORWARDS, requiresLeader: true }),
          deadlineMs,
        ),
      isExpected,
    );
  }

  /** @returns null also when no record begins at the position, as in a replaced log */
  async eventAt(position: Position): Promise<StoredEvent | null> {
    const event = await this.#recordAt(position);
    const found =
      event === undefined || positionOf(event) !== position
        ? null
        : fromServerEvent(event, position, this.#client.prefix);
    // Later events may be gone too, so the head is searched for again.
    if (found === null && this.#seen !== null && this.#seen >= position) {
      this.#seen = null;
      this.#searchedTo = null;
    }
    return found;
  }

  async #recordAt(position: Position) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const [first] = await this.#readForwards(position, 1, isUnreadable);
        return first?.event;
      } catch (error) {
        if (!isUnreadable(error)) throw error;
        // A read without a position fails when the server, not the position, is at fault.
        await this.#readBackwards(null, 1);
        if (attempt === MAX_POSITION_ATTEMPTS) return undefined;
      }
    }
  }

  /** Reads runs of revisions, since the server finds a position only one by one. */
  async atPlaces(places: readonly EventPlace[]): Promise<readonly (StoredEvent | null)[]> {
    checkPlaces(places);
    const runs = runsOf(places).values();
    const found: StoredEvent[] = [];
    const read = async () => {
      for (const { stream, from, to } of runs) {
        for (const event of await this.readStream(stream, from, to - from + 1)) found.push(event);
      }
    };
    await Promise.all(Array.from({ length: MAX_RUNS_AT_ONCE }, read));
    return atPlaces(places, found);
  }

  async latest(limit: number): Promise<readonly StoredEvent[]> {
    const { prefix } = this.#client;
    const events: StoredEvent[] = [];
    let before: Position | null = null;
    for (let scanned = 0; events.length < limit && scanned < MAX_SCANNED_PER_PAGE; ) {
      const count = Math.min(MAX_READ_COUNT, Math.max(MIN_READ_COUNT, limit - events.length));
      const batch = await this.#readBackwards(before, count);
      for (const { event, position } of positioned(batch)) {
        before = position;
        scanned += 1;
        const stored = fromServerEvent(event, position, prefix);
        if (stored !== null && events.length < limit) events.push(stored);
      }
      if (batch.length < count) break;
    }
    return events;
  }

  /** Scans backwards from the end for an event of ours. */
  async head(): Promise<Position | null> {
    let before: Position | null = null;
    let newest: Position | null = null;
    const searchedTo = laterPosition(this.#seen, this.#searchedTo);
    for (let count = MIN_READ_COUNT; ; count = Math.min(count * 2, MAX_READ_COUNT)) {
      const batch = await this.#readBackwards(before, count);
      const ours = newestOfOurs(batch, searchedTo, this.#client.prefix);
      if (ours !== null) {
        this.noteSeen(ours);
        return ours;
      }
      newest ??= firstPositionIn(batch);
      before = lastPositionIn(batch) ?? before;
      const isSearched = batch.length < count || (before !== null && searchedTo !== null && before <= searchedTo);
      if (isSearched) {
        this.#searchedTo = newest;
        return this.#seen;
      }
    }
  }

  /** @param before exclusive; null reads from the end */
  #readBackwards(before: Position | null, maxCount: number) {
    const fromPosition = before === null ? END : { commit: before, prepare: before };
    return this.#calls.run((deadlineMs) =>
      collect(this.#client.readAll({ fromPosition, maxCount, direction: BACKWARDS, requiresLeader: true }), deadlineMs),
    );
  }
}

type Batch = readonly { readonly event?: RecordedEvent }[];

interface GrowingPage {
  readonly events: StoredEvent[];
  readonly limit: number;
  readonly filter: EventFilter;
  /** Last event of ours, matching or not. */
  readTo: Position | null;
  /** Last record and the number of records, those of the system and of others included. */
  scannedTo: Position | null;
  scanned: number;
}

/** @throws StoreUnavailable */
function* streamEventsOf(batch: Batch, prefix: string): Generator<StoredEvent> {
  for (const { event } of batch) {
    if (event === undefined) continue;
    const position = positionOf(event);
    if (position === null) throw new StoreUnavailable(STORE_NAME, 'the server returned a stream without positions');
    const stored = fromServerEvent(event, position, prefix);
    if (stored !== null) yield stored;
  }
}

function* positioned(batch: Batch): Generator<{ readonly event: RecordedEvent; readonly position: Position }> {
  for (const { event } of batch) {
    const position = positionOf(event);
    if (event !== undefined && position !== null) yield { event, position };
  }
}

/** Adds our matching events, up to the limit. The first record of a batch may be the last one of the batch before. */
function addMatching(page: GrowingPage, batch: Batch, prefix: string): void {
  for (const { event, position } of positioned(batch)) {
    if (page.scannedTo !== null && position <= page.scannedTo) continue;
    page.scannedTo = position;
    page.scanned += 1;
    const stored = fromServerEvent(event, position, prefix);
    if (stored === null) continue;
    page.readTo = position;
    if (matches(page.filter, stored)) page.events.push(stored);
    if (page.events.length >= page.limit) return;
  }
}

/** @param batch newest first */
function newestOfOurs(batch: Batch, after: Position | null, prefix: string): Position | null {
  for (const { event, position } of positioned(batch)) {
    if (after !== null && position <= after) return null;
    if (fromServerEvent(event, position, prefix) !== null) return position;
  }
  return null;
}

function firstPositionIn(batch: Batch): Position | null {
  return positionOf(batch.find(({ event }) => positionOf(event) !== null)?.event);
}

function lastPositionIn(batch: Batch): Position | null {
  return positionOf(batch.findLast(({ event }) => positionOf(event) !== null)?.event);
}

/** The error for a position that lies inside a record. */
function isUnreadable(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Unexpected ReadAllResult');
}

function isNotFound(error: unknown): boolean {
  return typeOf(error) === 'stream-not-found';
}
