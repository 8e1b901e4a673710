/**
 * Imports the events of another log. Many appends are in flight over one stream, which keeps their order, so an interrupted
 * import has written a prefix of what was sent.
 */
import type { StoredEvent } from '../../ports/event-log.ts';
import { ImportConflict, type LogImport } from '../../ports/migration/log-import.ts';
import { checkAppend, eventBodies } from '../shared/append-input.ts';
import { Calls } from './calls.ts';
import { connectClient, type EventStoreClient, NO_STREAM, WrongExpectedVersionError } from './client.ts';
import { parseConnectionUrl } from './connection-url.ts';
import { STORE_NAME, unavailable } from './failures.ts';
import { EventLogReader } from './reader.ts';
import { serverName } from './shared-server.ts';
import { toMigratedEvent, toPosition } from './stored-event.ts';

/** Events of 64 KB each stay below the server's limit of a megabyte. */
const MAX_EVENTS_PER_APPEND = 8;
const MAX_PENDING_APPENDS = 64;
/** Covers the appends that a killed import may have had in flight. */
const FIRST_EVENTS = MAX_EVENTS_PER_APPEND * MAX_PENDING_APPENDS;
const DEFAULT_DEADLINE_MS = 10_000;
/** Long, because an append that the server times out would leave a gap before later ones. */
const APPEND_DEADLINE_MS = 60_000;

export function openEventStoreLogImport({ url }: { readonly url: string }): LogImport {
  const settings = parseConnectionUrl(url);
  const calls = new Calls(settings.deadlineMs ?? DEFAULT_DEADLINE_MS);
  return new EventStoreLogImport(connectClient(settings, calls.deadlineMs), calls);
}

class EventStoreLogImport implements LogImport {
  readonly #client: EventStoreClient;
  readonly #calls: Calls;
  readonly #reader: EventLogReader;
  #imported = 0;
  #lastPosition = -1n;

  constructor(client: EventStoreClient, calls: Calls) {
    client.sendAppendsInOrder();
    this.#client = client;
    this.#calls = calls;
    this.#reader = new EventLogReader(client, calls);
  }

  async importEvents(events: readonly StoredEvent[]): Promise<void> {
    this.#calls.requireOpen();
    const pending: Promise<void>[] = [];
    for (const run of runsOfOneStream(events)) {
      if (this.#imported < FIRST_EVENTS) await this.#appendMissing(run);
      else pending.push(this.#append(run));
      this.#imported += run.length;
      // The oldest answers first.
      if (pending.length >= MAX_PENDING_APPENDS) await pending.shift();
      // A rejection is seen by the next `await` of it, which may come later.
      pending.at(-1)?.catch(() => undefined);
    }
    await Promise.all(pending);
  }

  async close(): Promise<void> {
    this.#calls.close();
    await this.#client.close();
  }

  async #append(run: readonly StoredEvent[]): Promise<void> {
    const [first] = run;
    if (first === undefined) return;
    const { stream, revision } = first;
    checkAppend(stream, revision === 0 ? 'no-stream' : revision - 1, run);
    eventBodies(run);
    const expectedRevision = revision === 0 ? NO_STREAM : BigInt(revision - 1);
    const options = { expectedRevision, requiresLeader: true, deadline: APPEND_DEADLINE_MS } as const;
    const { prefix } = this.#client;
    const migrated = run.map((event) => toMigratedEvent(event, prefix));
    const { position } = await this.#client
      .appendToStream(serverName(prefix, stream), migrated, options)
      .catch((error) => {
        throw error instanceof WrongExpectedVersionError ? new ImportConflict(stream, revision) : unavailable(error);
      });
    this.#requireOrder(toPosition(position?.commit));
  }

  /** An append of a killed import may have arrived meanwhile, with fewer or more events than this one. */
  async #appendMissing(run: readonly StoredEvent[]): Promise<void> {
    try {
      await this.#append(run);
    } catch (error) {
      if (!(error instanceof ImportConflict)) throw error;
      const [first] = run;
      const found = first === undefined ? [] : await this.#reader.readStream(first.stream, first.revision, run.length);
      if (found.length === 0 || found.some(({ id }, index) => id !== run[index]?.id)) throw error;
      await this.#appendMissing(run.slice(found.length));
    }
  }

  /** @param position null for an append that the server recognised as repeated */
  #requireOrder(position: bigint | null): void {
    if (position === null) return;
    if (position < this.#lastPosition && this.#imported > FIRST_EVENTS) {
      throw unavailable(new Error(`${STORE_NAME} wrote appends in another order than they were sent`));
    }
    this.#lastPosition = position;
  }
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
