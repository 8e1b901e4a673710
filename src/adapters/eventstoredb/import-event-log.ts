/** Takes over the events of another log, one append after the other: only so do they keep their order. */
import type { StoredEvent } from '../../ports/event-log.ts';
import { ImportConflict, type LogImport } from '../../ports/log-import.ts';
import { checkAppend, eventBodies } from '../shared/append-input.ts';
import { Calls } from './calls.ts';
import { connectClient, type EventStoreClient, NO_STREAM, WrongExpectedVersionError } from './client.ts';
import { parseConnectionUrl } from './connection-url.ts';
import { EventLogReader } from './reader.ts';
import { toMovedEvent } from './stored-event.ts';

/** At 64 KB an event, an append has at most the server's limit of a megabyte. */
const MAX_EVENTS_PER_APPEND = 12;
const DEFAULT_DEADLINE_MS = 10_000;

export function openEventStoreLogImport({ url }: { readonly url: string }): LogImport {
  const settings = parseConnectionUrl(url);
  const calls = new Calls(settings.deadlineMs ?? DEFAULT_DEADLINE_MS);
  const client = connectClient(settings, calls.deadlineMs);
  const reader = new EventLogReader(client, calls);
  return {
    async importEvents(events) {
      for (const run of runsOfOneStream(events)) await appendRun(client, calls, reader, run);
    },
    async close() {
      calls.close();
      await client.close();
    },
  };
}

function* runsOfOneStream(events: readonly StoredEvent[]): Generator<readonly StoredEvent[]> {
  for (let start = 0; start < events.length; ) {
    const stream = events[start]?.stream;
    let end = start + 1;
    while (end - start < MAX_EVENTS_PER_APPEND && events[end]?.stream === stream) end += 1;
    yield events.slice(start, end);
    start = end;
  }
}

async function appendRun(
  client: EventStoreClient,
  calls: Calls,
  reader: EventLogReader,
  run: readonly StoredEvent[],
): Promise<void> {
  const [first] = run;
  if (first === undefined) return;
  const { stream, revision } = first;
  checkAppend(stream, revision === 0 ? 'no-stream' : revision - 1, run);
  eventBodies(run);
  const batch = run.map(toMovedEvent);
  const expectedRevision = revision === 0 ? NO_STREAM : BigInt(revision - 1);
  try {
    await calls.run(
      (deadline) => client.appendToStream(stream, batch, { expectedRevision, requiresLeader: true, deadline }),
      isConflict,
    );
  } catch (error) {
    if (!isConflict(error)) throw error;
    await appendRun(client, calls, reader, await missingOf(run, reader));
  }
}

/** An append of an import that was killed may have arrived since, and have held fewer or more events than this one. */
async function missingOf(run: readonly StoredEvent[], reader: EventLogReader): Promise<readonly StoredEvent[]> {
  const [first] = run;
  if (first === undefined) return run;
  const { stream, revision } = first;
  const found = await reader.readStream(stream, revision, run.length);
  const isOther = found.some(({ id }, index) => id !== run[index]?.id);
  if (found.length === 0 || isOther) throw new ImportConflict(stream, revision);
  return run.slice(found.length);
}

function isConflict(error: unknown): error is WrongExpectedVersionError {
  return error instanceof WrongExpectedVersionError;
}
