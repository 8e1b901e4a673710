import type { EventFilter, Position } from '../event-log.ts';

/** How far a group of competing consumers has come, as a migration to another log carries it over. */
export interface WorkProgress {
  readonly group: string;
  readonly filter: EventFilter;
  /** Work up to this event is finished, except what is listed. `null` for a group that has not begun. */
  readonly readTo: Position | null;
  readonly unfinished: readonly UnfinishedWork[];
}

export interface UnfinishedWork {
  readonly position: Position;
  readonly attempts: number;
  /** Why it is parked; null while it waits for another attempt. */
  readonly parked: string | null;
}
