/** Making a group: a persistent subscription to `$all` that stands on the server, and the filter it was made with. */
import type { EventFilter } from '../../../ports/event-log.ts';
import type { Calls } from '../calls.ts';
import {
  type EventStoreClient,
  eventTypeFilter,
  jsonEvent,
  NO_STREAM,
  persistentSubscriptionToAllSettingsFromDefaults,
  ROUND_ROBIN,
  START,
  streamNameFilter,
  UNBOUNDED,
} from '../client.ts';
import { collect } from '../collect.ts';
import { typeOf } from '../failures.ts';

/** The server counts both in 32 bits. 24 days: no work lasts as long, and zero would mean at once. */
const never = 0x7fff_ffff;
const groupName = /^[A-Za-z0-9_.-]{1,100}$/;

/** @throws TypeError when it is not a name of letters, digits, `_`, `.` and `-`. */
export function checkGroup(group: string): void {
  if (!groupName.test(group)) throw new TypeError(`Not a name of a work group: ${group.slice(0, 80)}`);
}

/** Where the server keeps links to what a group has parked. */
export function parkedStream(group: string): string {
  return `$persistentsubscription-$all::${group}-parked`;
}

/**
 * A group, made when first needed. The filter it was first made with holds, whatever later callers ask for: the server applies one
 * half of a filter only and tells nobody which, so the whole is written down beside the group, in a stream that is none of the
 * log's.
 */
export class WorkGroup {
  readonly name: string;
  readonly #client: EventStoreClient;
  readonly #calls: Calls;
  readonly #filter: EventFilter;
  #made: Promise<EventFilter> | null = null;

  /** @throws TypeError when the name is not one. */
  constructor(client: EventStoreClient, calls: Calls, name: string, filter: EventFilter) {
    checkGroup(name);
    this.name = name;
    this.#client = client;
    this.#calls = calls;
    this.#filter = filter;
  }

  /** Makes the group unless it is there. Answers its filter. */
  make(): Promise<EventFilter> {
    this.#made ??= this.#make().catch((error: unknown) => {
      this.#made = null;
      throw error;
    });
    return this.#made;
  }

  /** The server does not have it (any more): it is to be made again. */
  forget(): void {
    this.#made = null;
  }

  async #make(): Promise<EventFilter> {
    const filter = await this.#firstFilter();
    await this.#calls.run(async (deadline) => {
      const options = { filter: serverFilter(filter), deadline };
      try {
        await this.#client.createPersistentSubscriptionToAll(this.name, settings(), options);
      } catch (error) {
        if (typeOf(error) !== 'persistent-subscription-exists') throw error;
      }
    });
    return filter;
  }

  #firstFilter(): Promise<EventFilter> {
    const stream = `workgroup-${this.name}`;
    const { categories, types } = this.#filter;
    const data = { ...(categories ? { categories: [...categories] } : {}), ...(types ? { types: [...types] } : {}) };
    const event = jsonEvent({ type: 'WorkGroupMade', data });
    return this.#calls.run(async (deadline): Promise<EventFilter> => {
      const options = { expectedRevision: NO_STREAM, requiresLeader: true, deadline } as const;
      try {
        await this.#client.appendToStream(stream, event, options);
        return data;
      } catch (error) {
        if (typeOf(error) !== 'wrong-expected-version') throw error;
      }
      const record = this.#client.readStream(stream, { maxCount: 1, requiresLeader: true });
      const [first] = await collect(record, deadline);
      return parseFilter(first?.event?.data);
    });
  }
}

/** @throws TypeError when it is not what `firstFilter` wrote. */
function parseFilter(data: unknown): EventFilter {
  if (typeof data !== 'object' || data === null) throw new TypeError('The record of a work group is damaged');
  const names = (key: 'categories' | 'types') => {
    const value: unknown = Reflect.get(data, key);
    if (value === undefined) return {};
    if (Array.isArray(value) && value.every((name) => typeof name === 'string')) return { [key]: value };
    throw new TypeError('The record of a work group is damaged');
  };
  return { ...names('categories'), ...names('types') };
}

/** As much of the filter as the server can apply: types or else categories. */
function serverFilter({ categories, types }: EventFilter) {
  if (types !== undefined) return eventTypeFilter({ regex: `^(?:${types.map(escaped).join('|')})$` });
  if (categories !== undefined) return streamNameFilter({ regex: `^(?:${categories.map(escaped).join('|')})(?:-|$)` });
  return eventTypeFilter({ regex: '^[^$]' });
}

function escaped(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, '\\$&');
}

/**
 * Attempts and back-offs are ours to count, so the server times nothing out and parks nothing by itself. It remembers how far the
 * group has come after ten events at the earliest: its own notes about that are events too, which the group passes over, and with
 * fewer the notes would follow each other for ever.
 */
function settings() {
  return persistentSubscriptionToAllSettingsFromDefaults({
    startFrom: START,
    resolveLinkTos: false,
    messageTimeout: never,
    maxRetryCount: never,
    checkPointAfter: 1000,
    checkPointLowerBound: 10,
    checkPointUpperBound: 1000,
    maxSubscriberCount: UNBOUNDED,
    liveBufferSize: 1000,
    readBatchSize: 100,
    historyBufferSize: 1000,
    consumerStrategyName: ROUND_ROBIN,
  });
}
