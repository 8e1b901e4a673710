import type { StoredEvent } from '../event-log.ts';

/** An empty log that takes over the events of another one, while nothing else writes to it. */
export interface LogImport {
  /**
   * Adds the events in this order, with their ids, revisions and times, at new positions. Durable once it resolves. An
   * interrupted import may be repeated from any event that is not stored yet. @throws StoreUnavailable, ImportConflict
   */
  importEvents(events: readonly StoredEvent[]): Promise<void>;
  close(): Promise<void>;
}

/** The log holds something else where the next event belongs. */
export class ImportConflict extends Error {
  override readonly name = 'ImportConflict';
  constructor(stream: string, revision: number) {
    super(`The log holds another event as ${stream}@${revision}: something else has written to it`);
  }
}
