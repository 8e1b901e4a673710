import type { LogSubscription, Position, StoredEvent, SubscribeOptions } from '../../ports/event-log.ts';
import { Turns } from '../../runtime/turns.ts';
import { AllFeed, type Fed } from './all-feed.ts';
import { BackOff } from './back-off.ts';
import type { Calls } from './calls.ts';
import type { EventStoreClient } from './client.ts';
import { isRefusal, unavailable } from './failures.ts';
import type { EventLogReader } from './reader.ts';
import { fromServerEvent, matches } from './stored-event.ts';

const defaultBatch = 512;

interface Source {
  readonly client: EventStoreClient;
  readonly calls: Calls;
  readonly reader: EventLogReader;
}

/**
 * Hands on what the server feeds, at the pace of its reader, and subscribes again from the last position handed on whenever the
 * connection breaks. The reader's filter is applied here and not by the server: so each event of ours moves `readTo` at once, and
 * nobody who waits for a position waits for the server's next checkpoint.
 */
export function startSubscription(source: Source, options: SubscribeOptions): LogSubscription {
  const subscription = new Subscription(source, options);
  const ended = subscription.run();
  // Whoever looks at `ended` is told; whoever does not must not bring the process down.
  ended.catch(() => undefined);
  return {
    ended,
    async stop() {
      subscription.stop();
      await ended.catch(() => undefined);
    },
  };
}

/** What the reader rejected with, as opposed to what happened to the connection. */
class ReaderFailure {
  readonly reason: unknown;
  constructor(reason: unknown) {
    this.reason = reason;
  }
}

class Subscription {
  readonly #source: Source;
  readonly #options: SubscribeOptions;
  readonly #stopping = new AbortController();
  readonly #backOff = new BackOff();
  #feed: AllFeed | null = null;
  #readTo: Position | null;

  constructor(source: Source, options: SubscribeOptions) {
    this.#source = source;
    this.#options = options;
    this.#readTo = options.after;
  }

  stop(): void {
    this.#stopping.abort();
    this.#feed?.close();
  }

  async run(): Promise<void> {
    const { client, calls } = this.#source;
    while (!this.#stopping.signal.aborted) {
      const feed = new AllFeed(client, this.#readTo, calls.deadlineMs);
      this.#feed = feed;
      try {
        await this.#follow(feed);
      } catch (error) {
        if (error instanceof ReaderFailure) throw error.reason;
        if (isRefusal(error)) throw unavailable(error);
        await this.#backOff.pause(this.#stopping.signal);
      } finally {
        feed.close();
      }
    }
  }

  async #follow(feed: AllFeed): Promise<void> {
    const { maxBatch = defaultBatch } = this.#options;
    const turns = new Turns();
    while (!this.#stopping.signal.aborted) {
      const fed = await feed.take(maxBatch);
      if (this.#stopping.signal.aborted) return;
      if (fed.length > 0) this.#backOff.reset();
      await this.#handOn(fed);
      await turns.yieldWhenLong();
    }
  }

  async #handOn(fed: readonly Fed[]): Promise<void> {
    const events: StoredEvent[] = [];
    let readTo = this.#readTo;
    for (const next of fed) {
      // The server may repeat itself; it never goes back.
      if (readTo !== null && next.position <= readTo) continue;
      readTo = next.position;
      const stored = next.kind === 'event' ? fromServerEvent(next.event, next.position) : null;
      if (stored === null) continue;
      this.#source.reader.noteSeen(stored.position);
      if (matches(this.#options.filter ?? {}, stored)) events.push(stored);
    }
    if (readTo === null || readTo === this.#readTo) return;
    try {
      await this.#options.onEvents(events, readTo);
    } catch (reason) {
      throw new ReaderFailure(reason);
    }
    this.#readTo = readTo;
  }
}
