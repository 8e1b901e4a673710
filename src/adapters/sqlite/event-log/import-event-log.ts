/** Takes over the events of another log. The caller holds the lock of the data folder. */
import { join } from 'node:path';
import type { StoredEvent } from '../../../ports/event-log.ts';
import type { LogImport } from '../../../ports/migration/log-import.ts';
import { categoryOf, checkAppend, eventBodies } from '../../shared/append-input.ts';
import { createPrivateFolder } from '../../shared/private-files.ts';
import { SqliteThread } from '../thread/sqlite-thread.ts';
import type { EventLogHandlers, ImportedRow } from './event-log-writer.ts';

export async function openSqliteLogImport({ directory }: { readonly directory: string }): Promise<LogImport> {
  createPrivateFolder(directory);
  const thread = await SqliteThread.open<EventLogHandlers>({
    store: 'event log',
    path: join(directory, 'events.db'),
    module: new URL('./event-log-writer.ts', import.meta.url),
    checkpointPages: 4000,
  });
  return {
    async importEvents(events) {
      const head = await thread.call('head', null);
      const rows = events.map((event, index) => importedRow(event, head + index + 1));
      if (rows.length > 0) await thread.call('importRows', rows);
    },
    close: () => thread.close(),
  };
}

/** The first position of the event is named only where it differs. */
function importedRow(event: StoredEvent, position: number): ImportedRow {
  const { stream, revision, type, recordedAt } = event;
  checkAppend(stream, revision === 0 ? 'no-stream' : revision - 1, [event]);
  const recordedPosition = event.recordedPosition ?? event.position;
  const first = recordedPosition === BigInt(position) ? '' : `,"recordedPosition":${recordedPosition}`;
  const [body = ''] = eventBodies([event]);
  return {
    position,
    stream,
    revision,
    type,
    category: categoryOf(stream),
    event: `{"stream":"${stream}","revision":${revision},"position":${position}${first},"recordedAt":${recordedAt},${body}}`,
  };
}
