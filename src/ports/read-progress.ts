import type { Position } from './event-log.ts';

/** How reads see writes: an answer that promises a change waits until the read models have passed it. */
export interface ReadProgress {
  /** Settles once every read model has passed the position. Null waits for nothing. @throws StoreUnavailable after the time limit. */
  waitFor(position: Position | null): Promise<void>;
}
