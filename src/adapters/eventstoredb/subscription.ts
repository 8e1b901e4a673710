import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import {
  LogReplaced,
  type LogSubscription,
  type Position,
  type StoredEvent,
  type SubscribeOptions,
} from '../../ports/event-log.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { AllFeed, type FeedItem } from './all-feed.ts';
import { allPages } from './all-pages.ts';
import { BackOff } from './back-off.ts';
import type { Calls } from './calls.ts';
import type { EventStoreClient } from './client.ts';
import { isRefusal, unavailable } from './failures.ts';
import type { EventLogReader } from './reader.ts';
import { fromServerEvent, matches } from './stored-event.ts';

const DEFAULT_BATCH_SIZE = 512;

interface Source {
  readonly client: EventStoreClient;
  readonly calls: Calls;
  readonly reader: EventLogReader;
}

/**
 * Reads pages up to the end of the log, then follows it. Continues after the last delivered position when the connection
 * breaks. Filters here, not on the server, so that every event of ours moves `readTo` without waiting for a checkpoint.
 */
export function startSubscription(source: Source, options: SubscribeOptions): LogSubscription {
  const subscription = new Subscription(source, options);
  const ended = subscription.run();
  // An `ended` that nobody observes must not crash the process.
  ended.catch(() => undefined);
  return {
    ended,
    async stop() {
      subscription.stop();
      await ended.catch(() => undefined);
    },
  };
}

/** Tells errors of the handler from errors of the connection. */
class HandlerFailure {
  readonly reason: unknown;
  constructor(reason: unknown) {
    this.reason = reason;
  }
}

class Subscription {
  readonly #source: Source;
  readonly #options: SubscribeOptions;
  readonly #stopping = new AbortController();
  readonly #stopped = Promise.withResolvers<'stopped'>();
  readonly #backOff = new BackOff();
  #feed: AllFeed | null = null;
  #readTo: Position | null;
  /** Last delivered event of ours. */
  #last: Pick<StoredEvent, 'id' | 'position'> | null = null;

  constructor(source: Source, options: SubscribeOptions) {
    this.#source = source;
    this.#options = options;
    this.#readTo = options.after;
  }

  stop(): void {
    this.#stopping.abort();
    this.#stopped.resolve('stopped');
    this.#feed?.close();
  }

  async run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#readOn();
      } catch (error) {
        if (error instanceof HandlerFailure) throw error.reason;
        if (error instanceof LogReplaced) throw error;
        if (isRefusal(error)) throw unavailable(error);
        await this.#backOff.pause(this.#stopping.signal);
      }
    }
  }

  /** Reads from the last delivered position on, until the subscription is stopped or its connection breaks. */
  async #readOn(): Promise<void> {
    const { client, calls } = this.#source;
    // The server stays silent for ever after a position that it does not have.
    await this.#requireSameLog();
    await this.#catchUp();
    if (this.#stopping.signal.aborted) return;
    const feed = new AllFeed(client, this.#readTo, calls.deadlineMs);
    this.#feed = feed;
    try {
      await this.#follow(feed);
    } finally {
      feed.close();
    }
  }

  /** @throws LogReplaced when the server holds an older copy of the log, or another log */
  async #requireSameLog(): Promise<void> {
    const last = this.#last;
    if (last === null) return;
    // A stop does not wait for an unavailable server.
    const found = await Promise.race([this.#source.reader.eventAt(last.position), this.#stopped.promise]);
    if (found === 'stopped' || found?.id === last.id) return;
    throw new LogReplaced(`the log does not hold event ${last.id} at position ${last.position} any more`);
  }

  /**
   * Leaves the rest to `#follow` when a page cannot be read in time: a subscription needs no leader, and no deadline for large
   * events.
   */
  async #catchUp(): Promise<void> {
    const pages = allPages((after) => this.#source.reader.records(after), this.#readTo);
    while (!this.#stopping.signal.aborted) {
      const next = pages.next().catch((error: unknown) => {
        if (error instanceof StoreUnavailable) return null;
        throw error;
      });
      const page = await Promise.race([next, this.#stopped.promise]);
      if (page === null || page === 'stopped' || page.done === true) return;
      this.#backOff.reset();
      await this.#deliverInBatches(page.value);
    }
  }

  async #deliverInBatches(page: readonly FeedItem[]): Promise<void> {
    const { maxBatch = DEFAULT_BATCH_SIZE } = this.#options;
    const budget = new EventLoopBudget();
    for (let start = 0; start < page.length && !this.#stopping.signal.aborted; start += maxBatch) {
      await this.#deliver(page.slice(start, start + maxBatch));
      await budget.yieldIfUsedUp();
    }
  }

  async #follow(feed: AllFeed): Promise<void> {
    const { maxBatch = DEFAULT_BATCH_SIZE } = this.#options;
    const budget = new EventLoopBudget();
    while (!this.#stopping.signal.aborted) {
      const batch = await feed.nextBatch(maxBatch, () => this.#source.reader.seen);
      if (this.#stopping.signal.aborted) return;
      if (batch.length > 0) this.#backOff.reset();
      await this.#deliver(batch);
      await budget.yieldIfUsedUp();
    }
  }

  async #deliver(batch: readonly FeedItem[]): Promise<void> {
    const { filter = {} } = this.#options;
    const fresh = this.#withoutRepeats(batch);
    const readTo = fresh.at(-1)?.position;
    if (readTo === undefined) return;
    const ours = fresh.flatMap((item) => this.#storedEventOf(item) ?? []);
    for (const { position } of ours) this.#source.reader.noteSeen(position);
    const matching = ours.filter((event) => matches(filter, event));
    try {
      await this.#options.onEvents(matching, readTo);
    } catch (reason) {
      throw new HandlerFailure(reason);
    }
    this.#readTo = readTo;
    this.#last = ours.at(-1) ?? this.#last;
  }

  /** The server may repeat events, but never goes back. */
  #withoutRepeats(batch: readonly FeedItem[]): readonly FeedItem[] {
    let readTo = this.#readTo;
    return batch.filter(({ position }) => {
      if (readTo !== null && position <= readTo) return false;
      readTo = position;
      return true;
    });
  }

  #storedEventOf(item: FeedItem): StoredEvent | null {
    return item.kind === 'event' ? fromServerEvent(item.event, item.position, this.#source.client.prefix) : null;
  }
}
