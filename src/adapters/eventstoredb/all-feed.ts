import type { Position } from '../../ports/event-log.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { type EventStoreClient, eventTypeFilter, type RecordedEvent, START } from './client.ts';
import { STORE_NAME } from './failures.ts';
import { positionOf, toPosition } from './stored-event.ts';

/** Backpressure reaches the server when the buffer is full. */
const BUFFER_SIZE = 256;
/**
 * Skipped events between two checkpoints. The server also reads this many at once as it catches up, so fewer would slow it
 * down.
 */
const CHECKPOINT_WINDOW = 32;
/** The server sends the events of an append one by one, some tenths of a millisecond apart. */
const REST_OF_APPEND_MS = 10;

export type FeedItem =
  | { readonly kind: 'event'; readonly position: Position; readonly event: RecordedEvent }
  /** Everything up to here was skipped or fed. */
  | { readonly kind: 'checkpoint'; readonly position: Position };

/** @param upTo position of an event that is known to exist */
function lacksRest(batch: readonly FeedItem[], limit: number, upTo: Position | null): boolean {
  const last = batch.at(-1);
  return last !== undefined && batch.length < limit && upTo !== null && last.position < upTo;
}

interface Checkpoint {
  readonly position: Position | null;
  delivered(): void;
}

/**
 * One subscription to `$all` without system events, until it breaks. Callers pull (backpressure). The client reports
 * checkpoints ahead of events still buffered here; the feed holds them back.
 */
export class AllFeed {
  readonly #subscription: ReturnType<EventStoreClient['subscribeToAll']>;
  readonly #confirmation: NodeJS.Timeout;
  #checkpoint: Checkpoint | null = null;
  #failure: Error | null = null;
  #closed = false;
  #wake: () => void = () => undefined;

  /** @param after exclusive; null reads from the beginning */
  constructor(client: EventStoreClient, after: Position | null, deadlineMs: number) {
    const filter = eventTypeFilter({
      regex: '^[^$]',
      maxSearchWindow: CHECKPOINT_WINDOW,
      checkpointInterval: 1,
      checkpointReached: (_, { commit }) => this.#reachCheckpoint(toPosition(commit)),
    });
    const fromPosition = after === null ? START : { commit: after, prepare: after };
    this.#confirmation = setTimeout(
      () => this.#fail(new StoreUnavailable(STORE_NAME, `not subscribed within ${Math.round(deadlineMs)} ms`)),
      deadlineMs,
    );
    this.#subscription = client.subscribeToAll({ fromPosition, filter }, { highWaterMark: BUFFER_SIZE });
    this.#subscription.on('confirmation', () => clearTimeout(this.#confirmation));
    this.#subscription.on('readable', () => this.#wake());
    this.#subscription.on('end', () => this.#fail(new StoreUnavailable(STORE_NAME, 'the server ended a subscription')));
    this.#subscription.on('error', (error) => this.#fail(error));
  }

  /**
   * Waits for 1 to `limit` items, and a moment longer for items up to a known event. Empty once the feed is closed.
   * @param known position of an event that exists
   * @throws the error that broke the subscription, after the items before it
   */
  async nextBatch(limit: number, known: () => Position | null = () => null): Promise<readonly FeedItem[]> {
    const batch: FeedItem[] = [];
    this.#takeBuffered(batch, limit);
    while (batch.length === 0 && !this.#closed) {
      if (this.#failure !== null) throw this.#failure;
      await this.#wokenBy(null);
      this.#takeBuffered(batch, limit);
    }
    // Both are set once: events that arrive meanwhile must not postpone the batch.
    const upTo = known();
    const endsAt = performance.now() + REST_OF_APPEND_MS;
    while (this.#failure === null && !this.#closed && lacksRest(batch, limit, upTo) && performance.now() < endsAt) {
      await this.#wokenBy(endsAt);
      this.#takeBuffered(batch, limit);
    }
    return this.#closed ? [] : batch;
  }

  #takeBuffered(batch: FeedItem[], limit: number): void {
    while (batch.length < limit && !this.#closed) {
      const next = this.#next();
      if (next === null) return;
      batch.push(next);
    }
  }

  /** @param endsAt the latest; null for no limit */
  async #wokenBy(endsAt: number | null): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = endsAt === null ? undefined : setTimeout(resolve, Math.max(1, endsAt - performance.now()));
    await promise;
    clearTimeout(timer);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#confirmation);
    this.#checkpoint?.delivered();
    this.#wake();
    this.#subscription.unsubscribe().catch(() => undefined);
    this.#subscription.destroy();
  }

  #next(): FeedItem | null {
    for (;;) {
      const resolved = this.#subscription.read();
      if (resolved === null) break;
      const position = positionOf(resolved.event);
      if (position !== null) return { kind: 'event', position, event: resolved.event };
    }
    const checkpoint = this.#checkpoint;
    this.#checkpoint = null;
    checkpoint?.delivered();
    if (checkpoint === null || checkpoint.position === null) return null;
    return { kind: 'checkpoint', position: checkpoint.position };
  }

  /** The client delivers nothing more until this settles. */
  #reachCheckpoint(position: Position | null): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return new Promise((delivered) => {
      this.#checkpoint = { position, delivered };
      this.#wake();
    });
  }

  #fail(error: Error): void {
    clearTimeout(this.#confirmation);
    this.#failure ??= error;
    this.#wake();
  }
}
