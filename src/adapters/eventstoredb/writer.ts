import type { AppendResult, ExpectedRevision, NewEvent, Position } from '../../ports/event-log.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { checkAppend, eventBodies } from '../append-input.ts';
import type { Calls } from './calls.ts';
import { type EventStoreClient, NO_STREAM, WrongExpectedVersionError } from './client.ts';
import { store } from './failures.ts';
import type { EventLogReader } from './reader.ts';
import { toPosition, toServerEvent } from './stored-event.ts';

/**
 * Appends. An append whose answer got lost is made again: the server knows the ids of the events at the revision expected, and
 * gives the first answer again. Where it calls that a conflict all the same, the stream itself decides.
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
    const batch = events.map(toServerEvent);
    const expectedRevision = expected === 'no-stream' ? NO_STREAM : BigInt(expected);
    try {
      const { position, nextExpectedRevision } = await this.#calls.run(
        (deadline) => this.#client.appendToStream(stream, batch, { expectedRevision, requiresLeader: true, deadline }),
        isConflict,
      );
      const answer = toPosition(position?.commit);
      if (answer !== null) return this.#appended(answer, Number(nextExpectedRevision));
    } catch (error) {
      if (!isConflict(error)) throw error;
      const first = await this.#firstAnswer(stream, expected, events);
      return first ?? { outcome: 'conflict', actual: revisionOf(error.actualVersion) };
    }
    // Appended, but the server does not know where: it says so of appends that it had already.
    const found = await this.#firstAnswer(stream, expected, events);
    if (found === null) throw new StoreUnavailable(store, 'an append was answered without its position');
    return found;
  }

  #appended(position: Position, revision: number): AppendResult {
    this.#reader.noteSeen(position);
    return { outcome: 'appended', position, revision };
  }

  /** When these very events follow the revision expected. */
  async #firstAnswer(
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

function revisionOf(told: WrongExpectedVersionError['actualVersion']): ExpectedRevision {
  return typeof told === 'bigint' ? Number(told) : 'no-stream';
}
