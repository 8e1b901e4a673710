import type { EventFilter, LogPage, Position, StoredEvent } from '../../ports/event-log.ts';
import { later } from '../../ports/event-log.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { Turns } from '../../runtime/turns.ts';
import type { Calls } from './calls.ts';
import { BACKWARDS, END, type EventStoreClient, FORWARDS, START } from './client.ts';
import { collect } from './collect.ts';
import { store, typeOf } from './failures.ts';
import { fromServerEvent, matches, positionOf } from './stored-event.ts';

/** Events asked for at once. At 64 KB an event the largest answer is 32 MB. */
const [smallestStep, largestStep] = [32, 500];
/** Events passed over by one page at most: a filter that matches nothing still gets on, and says so. */
const passedOverInPage = 5000;

/** Reads streams and the whole log. All reads are the leader's: what was answered as appended is read. */
export class EventLogReader {
  readonly #client: EventStoreClient;
  readonly #calls: Calls;
  /** The last position of ours that was seen: looking for the head goes back no further. */
  #seen: Position | null = null;

  constructor(client: EventStoreClient, calls: Calls) {
    this.#client = client;
    this.#calls = calls;
  }

  /** One of ours stands there. */
  noteSeen(position: Position): void {
    this.#seen = later(this.#seen, position);
  }

  async readStream(stream: string, fromRevision: number, limit: number): Promise<readonly StoredEvent[]> {
    const events: StoredEvent[] = [];
    for (let from = fromRevision; events.length < limit; ) {
      const count = Math.min(largestStep, limit - events.length);
      const step = await this.#readStep(stream, from, count);
      for (const { event } of step) {
        if (event === undefined) continue;
        const position = positionOf(event);
        if (position === null) throw new StoreUnavailable(store, 'the server gives streams without positions');
        const stored = fromServerEvent(event, position);
        if (stored !== null) events.push(stored);
      }
      const last = step.at(-1)?.event;
      if (last === undefined || step.length < count) break;
      from = Number(last.revision) + 1;
    }
    return events;
  }

  async #readStep(stream: string, from: number, maxCount: number) {
    const options = { fromRevision: BigInt(from), maxCount, direction: FORWARDS, requiresLeader: true } as const;
    try {
      return await this.#calls.run(
        (deadlineMs) => collect(this.#client.readStream(stream, options), deadlineMs),
        isNotFound,
      );
    } catch (error) {
      if (isNotFound(error)) return [];
      throw error;
    }
  }

  /**
   * The client can only filter what it subscribes to, so that a page is filtered here. `readTo` stays on the log's own events:
   * what only the system wrote behind them does not count as more, unless it is too much for one page.
   */
  async readAll(after: Position | null, limit: number, filter: EventFilter = {}): Promise<LogPage> {
    const turns = new Turns();
    const events: StoredEvent[] = [];
    let readTo = after;
    let scannedTo = after;
    for (let scanned = 0; events.length < limit; ) {
      const count = Math.min(largestStep, Math.max(smallestStep, limit - events.length + 1));
      const step = await this.#readAllStep(scannedTo, count);
      for (const { event } of step) {
        const position = event === undefined ? null : positionOf(event);
        if (event === undefined || position === null || (scannedTo !== null && position <= scannedTo)) continue;
        scannedTo = position;
        scanned += 1;
        const stored = fromServerEvent(event, position);
        if (stored === null) continue;
        readTo = position;
        if (matches(filter, stored)) events.push(stored);
        if (events.length >= limit) break;
      }
      if (step.length < count) break;
      if (scanned >= passedOverInPage) {
        readTo = scannedTo;
        break;
      }
      await turns.yieldWhenLong();
    }
    const last = events.at(-1);
    if (last !== undefined) this.noteSeen(last.position);
    return { events, readTo };
  }

  /** Begins with the event at `from` itself, if there is one. */
  #readAllStep(from: Position | null, maxCount: number) {
    const fromPosition = from === null ? START : { commit: from, prepare: from };
    return this.#calls.run((deadlineMs) =>
      collect(this.#client.readAll({ fromPosition, maxCount, direction: FORWARDS, requiresLeader: true }), deadlineMs),
    );
  }

  /** Looks back from the end, over what is not ours. */
  async head(): Promise<Position | null> {
    let before: Position | null = null;
    for (let count = smallestStep; ; count = Math.min(count * 2, largestStep)) {
      const step = await this.#readBackStep(before, count);
      for (const { event } of step) {
        const position = event === undefined ? null : positionOf(event);
        if (event === undefined || position === null) continue;
        if (this.#seen !== null && position <= this.#seen) return this.#seen;
        if (fromServerEvent(event, position) !== null) {
          this.noteSeen(position);
          return position;
        }
        before = position;
      }
      if (step.length < count) return this.#seen;
    }
  }

  /** From the event before `before`, or from the end, towards the beginning. */
  #readBackStep(before: Position | null, maxCount: number) {
    const fromPosition = before === null ? END : { commit: before, prepare: before };
    return this.#calls.run((deadlineMs) =>
      collect(this.#client.readAll({ fromPosition, maxCount, direction: BACKWARDS, requiresLeader: true }), deadlineMs),
    );
  }
}

function isNotFound(error: unknown): boolean {
  return typeOf(error) === 'stream-not-found';
}
