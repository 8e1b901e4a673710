/** The embedded event log for reading alone, beside the process that writes it. */
import { join } from 'node:path';
import type { Position, ReadableLog } from '../../../ports/event-log.ts';
import { EventLogReader } from './event-log-reader.ts';

const DEFAULT_READ_LIMIT = 1000;

export function readSqliteEventLog({ directory }: { readonly directory: string }): ReadableLog {
  const reader = new EventLogReader(join(directory, 'events.db'));
  return {
    readStream: (stream, { fromRevision = 0, limit = DEFAULT_READ_LIMIT } = {}) =>
      reader.readStream(stream, fromRevision, limit),
    readAll: ({ after, limit, filter }) => reader.readAll(after, limit, filter),
    async head() {
      const head = reader.head();
      return head === 0 ? null : (BigInt(head) as Position);
    },
    eventAt: async (position) => reader.eventAt(position),
    readLatest: (limit) => reader.latest(limit),
    readEvents: (places) => reader.atPlaces(places),
    close: async () => reader.close(),
  };
}
