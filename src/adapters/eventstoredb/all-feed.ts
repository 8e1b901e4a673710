import type { Position } from '../../ports/event-log.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { type EventStoreClient, eventTypeFilter, type RecordedEvent, START } from './client.ts';
import { store } from './failures.ts';
import { positionOf, toPosition } from './stored-event.ts';

/** Events held ready here; behind them the server waits. */
const heldReady = 256;
/**
 * The server tells how far it has come after so many events that it passed over; it reads as many at once while it catches up,
 * so that fewer would slow it down.
 */
const passedOverToCheckpoint = 32;

export type Fed =
  | { readonly kind: 'event'; readonly position: Position; readonly event: RecordedEvent }
  /** All up to here has been passed over or fed. */
  | { readonly kind: 'checkpoint'; readonly position: Position };

interface Checkpoint {
  readonly position: Position | null;
  taken(): void;
}

/**
 * One subscription to `$all` without the system's events, until it breaks. Taken from, not pushed: what is not taken holds up the
 * server. The client tells of a checkpoint when it comes, ahead of the events that still wait here; it is kept back behind them.
 */
export class AllFeed {
  readonly #subscription: ReturnType<EventStoreClient['subscribeToAll']>;
  readonly #confirmation: NodeJS.Timeout;
  #checkpoint: Checkpoint | null = null;
  #failure: Error | null = null;
  #closed = false;
  #wake: () => void = () => undefined;

  /** @param after exclusive; null is the beginning */
  constructor(client: EventStoreClient, after: Position | null, deadlineMs: number) {
    const filter = eventTypeFilter({
      regex: '^[^$]',
      maxSearchWindow: passedOverToCheckpoint,
      checkpointInterval: 1,
      checkpointReached: (_, { commit }) => this.#reachCheckpoint(toPosition(commit)),
    });
    const fromPosition = after === null ? START : { commit: after, prepare: after };
    this.#confirmation = setTimeout(
      () => this.#fail(new StoreUnavailable(store, `not subscribed within ${Math.round(deadlineMs)} ms`)),
      deadlineMs,
    );
    this.#subscription = client.subscribeToAll({ fromPosition, filter }, { highWaterMark: heldReady });
    this.#subscription.on('confirmation', () => clearTimeout(this.#confirmation));
    this.#subscription.on('readable', () => this.#wake());
    this.#subscription.on('end', () => this.#fail(new StoreUnavailable(store, 'the server ended a subscription')));
    this.#subscription.on('error', (error) => this.#fail(error));
  }

  /**
   * What is there, at most `limit`, at least one; waits for it. Nothing when the feed was closed.
   * @throws whatever broke the subscription, once all that came before has been taken
   */
  async take(limit: number): Promise<readonly Fed[]> {
    for (;;) {
      if (this.#closed) return [];
      const fed: Fed[] = [];
      while (fed.length < limit) {
        const next = this.#next();
        if (next === null) break;
        fed.push(next);
      }
      if (fed.length > 0) return fed;
      if (this.#failure !== null) throw this.#failure;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#confirmation);
    this.#checkpoint?.taken();
    this.#wake();
    this.#subscription.unsubscribe().catch(() => undefined);
    this.#subscription.destroy();
  }

  #next(): Fed | null {
    for (;;) {
      const resolved = this.#subscription.read();
      if (resolved === null) break;
      const position = resolved.event === undefined ? null : positionOf(resolved.event);
      if (position !== null) return { kind: 'event', position, event: resolved.event };
    }
    const checkpoint = this.#checkpoint;
    this.#checkpoint = null;
    checkpoint?.taken();
    if (checkpoint === null || checkpoint.position === null) return null;
    return { kind: 'checkpoint', position: checkpoint.position };
  }

  /** Until it has been taken nothing comes after it: the client waits for this. */
  #reachCheckpoint(position: Position | null): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return new Promise((taken) => {
      this.#checkpoint = { position, taken };
      this.#wake();
    });
  }

  #fail(error: Error): void {
    clearTimeout(this.#confirmation);
    this.#failure ??= error;
    this.#wake();
  }
}
