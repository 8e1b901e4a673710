/**
 * Newest events of the log in memory, for subscriptions and for the next command of a stream: reading an event back from the
 * file costs more than most of its uses. Holds events without a gap up to the end of the log, or nothing.
 */
import type { EventFilter, LogPage, Position, StoredEvent } from '../../../ports/event-log.ts';
import { categoryOf } from '../../shared/append-input.ts';
import { matchesFilter } from './event-filter-sql.ts';

const MAX_EVENTS = 512;
const MAX_CHARACTERS = 2_000_000;
/** Entries are kept briefly, because their subject may be erased meanwhile. */
const MAX_AGE_MS = 5_000;

interface Entry {
  readonly event: StoredEvent;
  readonly characters: number;
  /** Epoch milliseconds. */
  readonly addedAt: number;
}

export class LogTail {
  #entries: Entry[] = [];
  #characters = 0;
  readonly #streams = new Map<string, StoredEvent[]>();
  #expiry: NodeJS.Timeout | undefined;

  /** @param characters of the event as text */
  add(event: StoredEvent, characters: number): void {
    const last = this.#entries.at(-1)?.event;
    if (last !== undefined && event.position !== last.position + 1n) this.clear();
    this.#entries.push({ event, characters, addedAt: Date.now() });
    this.#characters += characters;
    const ofStream = this.#streams.get(event.stream);
    if (ofStream === undefined) this.#streams.set(event.stream, [event]);
    else ofStream.push(event);
    this.#trim();
    this.#expiry ??= setTimeout(() => this.#expire(), MAX_AGE_MS).unref();
  }

  /** Called when the log may have grown by events that were not added. */
  clear(): void {
    this.#entries = [];
    this.#characters = 0;
    this.#streams.clear();
    clearTimeout(this.#expiry);
    this.#expiry = undefined;
  }

  /** Returns null unless it holds all events after the position. */
  after(position: Position | null, limit: number, filter: EventFilter | undefined): LogPage | null {
    const oldest = this.#entries[0]?.event.position;
    if (oldest === undefined || position === null || position + 1n < oldest) return null;
    const events: StoredEvent[] = [];
    let readTo = position;
    for (let at = Number(position + 1n - oldest); at < this.#entries.length && events.length < limit; at += 1) {
      const event = this.#entries[at]?.event;
      if (event === undefined) break;
      readTo = event.position;
      if (filter === undefined || isOf(filter, event)) events.push(event);
    }
    return { events, readTo };
  }

  /** Returns null unless it holds all events of the stream from that revision on, or knows that there are none. */
  readStream(stream: string, fromRevision: number, limit: number): readonly StoredEvent[] | null {
    const events = this.#streams.get(stream);
    const first = events?.[0]?.revision;
    if (events === undefined || first === undefined || fromRevision < first) return null;
    return events.slice(fromRevision - first, fromRevision - first + limit);
  }

  #trim(): void {
    let surplus = 0;
    while (this.#entries.length - surplus > MAX_EVENTS || this.#characters > MAX_CHARACTERS) {
      this.#forget(this.#entries[surplus]);
      surplus += 1;
    }
    if (surplus > 0) this.#entries.splice(0, surplus);
  }

  #expire(): void {
    const until = Date.now() - MAX_AGE_MS;
    const firstYoung = this.#entries.findIndex(({ addedAt }) => addedAt > until);
    const old = firstYoung === -1 ? this.#entries.length : firstYoung;
    for (const entry of this.#entries.splice(0, old)) this.#forget(entry);
    this.#expiry = this.#entries.length === 0 ? undefined : setTimeout(() => this.#expire(), MAX_AGE_MS).unref();
  }

  #forget(entry: Entry | undefined): void {
    if (entry === undefined) return;
    this.#characters -= entry.characters;
    const { stream } = entry.event;
    const ofStream = this.#streams.get(stream);
    ofStream?.shift();
    if (ofStream?.length === 0) this.#streams.delete(stream);
  }
}

const isOf = (filter: EventFilter, { stream, type }: StoredEvent): boolean =>
  matchesFilter(filter, { category: categoryOf(stream), type });
