/** The log as its engine stores it, for an audit. Readers of the log see less: they trust indexes, columns and the settings of streams. */
import type { Position, StoredEvent } from './event-log.ts';

/** Something that the service did not write. */
export interface RawFlaw {
  /** `null` when no single event is concerned. */
  readonly position: Position | null;
  readonly problem: string;
}

export interface RawEvent {
  readonly position: Position;
  /** `null` when the stored content is no event. */
  readonly event: StoredEvent | null;
  /** The stored bytes, where the engine stores an event as one. */
  readonly bytes: Uint8Array | null;
  /** Contradiction between the event and what the engine stores beside it, or the event before it. */
  readonly flaw: RawFlaw | null;
}

export interface RawEventPage {
  readonly events: readonly RawEvent[];
  /** Settings of streams among the events, which hide others from readers. */
  readonly hiding: readonly RawFlaw[];
}

export interface RawLog {
  /** Reads all events up to the end that the log has now, in log order. @throws StoreUnavailable, StoreDamaged */
  pages(): AsyncIterable<RawEventPage>;
  /** Finds changed indexes and triggers, which hide events from readers. Returns a few flaws at most. */
  hidden(): Promise<readonly RawFlaw[]>;
  close(): Promise<void>;
}
