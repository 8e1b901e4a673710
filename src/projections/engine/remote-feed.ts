/** Feeds new events from the log to a process whose read models another node projects, once those have passed them. */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventCodec } from '../../event-log/codec.ts';
import { type EventLog, LogReplaced, type LogSubscription, type Position } from '../../ports/event-log.ts';
import type { ReadProgress } from '../../ports/read-progress.ts';
import type { Report } from '../../ports/report.ts';
import type { LiveFeed } from '../live-feed.ts';

const BATCH = 128;
const RETRY_MS = 500;

interface RemoteFeedDeps {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly progress: ReadProgress;
  readonly feed: LiveFeed;
  readonly report: Report;
}

export class RemoteFeed {
  readonly #deps: RemoteFeedDeps;
  readonly #stopping = new AbortController();
  #subscription: LogSubscription | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: RemoteFeedDeps) {
    this.#deps = deps;
  }

  /** @param after everything up to here is in the read models */
  start(after: Position | null): void {
    if (after !== null) this.#deps.feed.publish([], after);
    this.#running = this.#follow(after);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#subscription?.stop();
    await this.#running;
  }

  /** A broken subscription is renewed until the feed is stopped. */
  async #follow(from: Position | null): Promise<void> {
    const { signal } = this.#stopping;
    let after = from;
    while (!signal.aborted) {
      const error = await this.#failureOf(after);
      if (error !== null) {
        if (signal.aborted) return;
        this.#deps.report({ message: 'Subscription of the realtime channel failed; will resubscribe', error });
        await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
      after = error instanceof LogReplaced ? await this.#beginAtHead() : (this.#deps.feed.position ?? after);
    }
  }

  /** Follows the log until the subscription ends. Returns null when it was stopped. */
  async #failureOf(after: Position | null): Promise<unknown> {
    try {
      this.#subscription = this.#subscribe(after);
      await this.#subscription.ended;
      return null;
    } catch (error) {
      return error;
    }
  }

  async #beginAtHead(): Promise<Position | null> {
    const { log, feed } = this.#deps;
    feed.reset();
    const head = await log.head().catch(() => null);
    if (head !== null) feed.publish([], head);
    return head;
  }

  #subscribe(after: Position | null): LogSubscription {
    const { log, codec, progress, feed } = this.#deps;
    return log.subscribe({
      after,
      maxBatch: BATCH,
      onEvents: async (events, readTo) => {
        const decoded = await codec.decode(events);
        const newest = events.at(-1);
        // Positions that only move past foreign events have no checkpoint to wait for.
        if (newest !== undefined) await progress.waitFor(newest.position);
        const recorded = decoded.flatMap((each) => (each.ok ? [each.recorded] : []));
        feed.publish(recorded, readTo);
      },
    });
  }
}
