/** A repeated copy recognises the events of an interrupted one by their ids. */
import type { Position, ReadableLog } from '../../ports/event-log.ts';
import type { LogImport } from '../../ports/migration/log-import.ts';
import { MigrationRefused } from './migration-refused.ts';

/** At most 32 MB, at 64 KB an event. */
const PAGE = 512;

export interface LogCopy {
  readonly source: ReadableLog;
  readonly target: ReadableLog;
  readonly into: LogImport;
  readonly onProgress: (events: number) => void;
}

/**
 * @returns number of events that this run copied @throws MigrationRefused when the target holds something else than the source's beginning
 */
export async function copyLog({ source, target, into, onProgress }: LogCopy): Promise<number> {
  let copied = 0;
  for (let after = await endOfCopy(source, target); ; ) {
    const { events, readTo } = await source.readAll({ after, limit: PAGE });
    await into.importEvents(events);
    copied += events.length;
    onProgress(copied);
    if (readTo === null || (events.length === 0 && readTo === after)) return copied;
    after = readTo;
  }
}

/** Source position of the last event that the target has. */
async function endOfCopy(source: ReadableLog, target: ReadableLog): Promise<Position | null> {
  const [last] = await target.readLatest(1);
  if (last === undefined) return null;
  const [original] = await source.readStream(last.stream, { fromRevision: last.revision, limit: 1 });
  if (original?.id === last.id) return original.position;
  throw new MigrationRefused(
    'The event log of the target holds events that the source does not have. Empty the target, then begin again.',
  );
}
