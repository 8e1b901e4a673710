import type { RecordedEvent } from '../event-log/recorded-event.ts';
import { laterPosition, type Position } from '../ports/event-log.ts';

export interface FeedListener {
  /** Called in log order, once the read models hold the events. */
  onEvents(events: readonly RecordedEvent[]): void;
  /** The log was replaced: positions begin anew. */
  onReset(): void;
}

/** Publishes new events within the process, once its read models hold them. */
export class LiveFeed {
  readonly #listeners = new Set<FeedListener>();
  #position: Position | null = null;

  /** Listeners receive all events that follow. */
  get position(): Position | null {
    return this.#position;
  }

  /** @returns a function that stops listening */
  listen(listener: FeedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Read models that are rebuilt pass old events again, which are not published again. */
  publish(events: readonly RecordedEvent[], readTo: Position): void {
    const before = this.#position;
    const fresh = before === null ? events : events.filter(({ position }) => position > before);
    this.#position = laterPosition(before, readTo);
    if (fresh.length === 0) return;
    for (const listener of this.#listeners) listener.onEvents(fresh);
  }

  reset(): void {
    this.#position = null;
    for (const listener of this.#listeners) listener.onReset();
  }
}
