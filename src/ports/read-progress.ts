import type { Position } from './event-log.ts';

/** Limit of most responses. */
export const READ_WAIT_MS = 5_000;
/** Limit of a streamed answer: heartbeats keep its connection open, and the visitor has read the answer meanwhile. */
export const STREAM_READ_WAIT_MS = 60_000;

/** Read-your-writes: a response waits until the read models have applied the change that it reports. */
export interface ReadProgress {
  /**
   * Resolves once every read model has applied the position; at once for null.
   * @param withinMs default `READ_WAIT_MS`
   * @throws StoreUnavailable after the time limit, or after ten seconds without progress of the read models
   */
  waitFor(position: Position | null, withinMs?: number): Promise<void>;
}
