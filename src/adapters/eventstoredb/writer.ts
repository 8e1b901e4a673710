import type { AppendResult, ExpectedRevision, NewEvent, Position } from '../../ports/event-log.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { checkAppend, eventBodies } from '../shared/append-input.ts';
import type { Calls } from './calls.ts';
import { type EventStoreClient, NO_STREAM, WrongExpectedVersionError } from './client.ts';
import { STORE_NAME } from './failures.ts';
import type { EventLogReader } from './reader.ts';
import { serverName } from './shared-server.ts';
import { toPosition, toServerEvent } from './stored-event.ts';

/**
 * An append whose response got lost is retried: the server recognises the event ids at the expected revision and repeats its
 * response. If it reports a conflict instead, the stream decides.
 */
export class EventLogWriter {
  readonly #client: EventStoreClient;
  readonly #calls: Calls;
  readonly #reader: EventLogReader;

  constructor(client: EventStoreClient, calls: Calls, reader: EventLogReader) {
    this.#client = client;
    this.#calls = calls;
    this.#reader = reader;
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    checkAppend(stream, expected, events);
    eventBodies(events);
    const { prefix } = this.#client;
    const name = serverName(prefix, stream);
    const batch = events.map((event) => toServerEvent(event, prefix));
    const expectedRevision = expected === 'no-stream' ? NO_STREAM : BigInt(expected);
    try {
      const { position, nextExpectedRevision } = await this.#calls.run(
        (deadline) => this.#client.appendToStream(name, batch, { expectedRevision, requiresLeader: true, deadline }),
        isConflict,
      );
      const appendedAt = toPosition(position?.commit);
      if (appendedAt !== null) return this.#appended(appendedAt, Number(nextExpectedRevision));
    } catch (error) {
      if (!isConflict(error)) throw error;
      const existing = await this.#existingAppend(stream, expected, events);
      return existing ?? { ok: false, actual: revisionOf(error.actualVersion) };
    }
    // The server recognised a repeated append, but sent no position.
    const found = await this.#existingAppend(stream, expected, events);
    if (found === null) throw new StoreUnavailable(STORE_NAME, 'an append was answered without its position');
    return found;
  }

  #appended(position: Position, revision: number): AppendResult {
    this.#reader.noteSeen(position);
    return { ok: true, position, revision };
  }

  /** @returns null unless exactly these events follow the expected revision */
  async #existingAppend(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult | null> {
    const from = expected === 'no-stream' ? 0 : expected + 1;
    const found = await this.#reader.readStream(stream, from, events.length);
    const same = found.length === events.length && found.every(({ id }, index) => id === events[index]?.id);
    const last = found.at(-1);
    return same && last !== undefined ? this.#appended(last.position, last.revision) : null;
  }
}

function isConflict(error: unknown): error is WrongExpectedVersionError {
  return error instanceof WrongExpectedVersionError;
}

function revisionOf(actual: WrongExpectedVersionError['actualVersion']): ExpectedRevision {
  return typeof actual === 'bigint' ? Number(actual) : 'no-stream';
}
