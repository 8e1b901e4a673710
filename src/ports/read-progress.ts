import type { Position } from './event-log.ts';

/** Read-your-writes: a response waits until the read models have applied the change that it reports. */
export interface ReadProgress {
  /** Resolves once every read model has applied the position; at once for null. @throws StoreUnavailable after the time limit */
  waitFor(position: Position | null): Promise<void>;
}
