import type { EventFilter, Position } from '../../../ports/event-log.ts';
import type { Calls } from '../calls.ts';
import {
  type EventStoreClient,
  eventTypeFilter,
  jsonEvent,
  NO_STREAM,
  type PersistentSubscriptionToAllSettings,
  persistentSubscriptionToAllSettingsFromDefaults,
  ROUND_ROBIN,
  START,
  streamNameFilter,
  UNBOUNDED,
} from '../client.ts';
import { collect } from '../collect.ts';
import { typeOf } from '../failures.ts';
import { serverName } from '../shared-server.ts';
import {
  forgetMigratedWork,
  type MigratedWork,
  migratedStream,
  NOTHING_MIGRATED,
  readMigratedWork,
} from './migrated-work.ts';

/** Stands for "never": the maximum of a 32-bit field, 24 days as milliseconds. Zero would mean at once. */
const NEVER = 0x7fff_ffff;
type StartFrom = PersistentSubscriptionToAllSettings['startFrom'];
const GROUP_NAME = /^[A-Za-z0-9_.-]{1,100}$/;

/** @throws TypeError unless the name is 1 to 100 letters, digits, `_`, `.` and `-` */
export function checkGroup(group: string): void {
  if (!GROUP_NAME.test(group)) throw new TypeError(`Not a name of a work group: ${group.slice(0, 80)}`);
}

/** Stream in which the server keeps links to parked events of a group. @param group as the server names it */
export function parkedStream(group: string): string {
  return `$persistentsubscription-$all::${group}-parked`;
}

/**
 * A persistent subscription to `$all`, created on first use. Its first filter applies, whatever later callers request. The
 * server holds only half of a filter, so a stream beside the log records all of it.
 */
export class SubscriptionGroup {
  /** Name of the group at the server. */
  readonly name: string;
  readonly #record: string;
  readonly #client: EventStoreClient;
  readonly #calls: Calls;
  readonly #filter: EventFilter;
  #created: Promise<EventFilter> | null = null;
  #migrated: MigratedWork = NOTHING_MIGRATED;

  /** @throws TypeError when the name is invalid */
  constructor(client: EventStoreClient, calls: Calls, name: string, filter: EventFilter) {
    checkGroup(name);
    this.name = serverName(client.prefix, name);
    this.#record = serverName(client.prefix, `workgroup-${name}`);
    this.#client = client;
    this.#calls = calls;
    this.#filter = filter;
  }

  /** Creates the group unless it exists. @returns its filter */
  ensureCreated(): Promise<EventFilter> {
    this.#created ??= this.#create().catch((error: unknown) => {
      this.#created = null;
      throw error;
    });
    return this.#created;
  }

  /** Called when the server has no such group, so that it is created again. */
  forget(): void {
    this.#created = null;
  }

  /** Names of all connections that the server knows. */
  async connectionNames(): Promise<readonly string[]> {
    const { connections } = await this.#info();
    return connections.map(({ connectionName }) => connectionName);
  }

  /** Closes all connections. Their consumers connect again, and everything that is not finished is delivered again. */
  async reset(): Promise<void> {
    const { startFrom = START } = (await this.#info()).settings;
    await this.#calls.run((deadline) =>
      this.#client.updatePersistentSubscriptionToAll(this.name, settings(startFrom), { deadline }),
    );
  }

  #info() {
    return this.#calls.run((deadline) => this.#client.getPersistentSubscriptionToAllInfo(this.name, { deadline }));
  }

  /** Work that was finished before the events were migrated here from another log. */
  get migrated(): MigratedWork {
    return this.#migrated;
  }

  /** Used by a migration: creates the group at a place of the log, unless it exists. */
  async createMigrated(startAfter: Position | null): Promise<void> {
    await this.#createUnlessExists(await this.recordedFilter(), startAfter);
  }

  async #create(): Promise<EventFilter> {
    const filter = await this.recordedFilter();
    const migrated = await readMigratedWork(this.#client, this.#calls, migratedStream(this.#record));
    const isNew = await this.#createUnlessExists(filter, null);
    if (isNew && migrated !== NOTHING_MIGRATED)
      await forgetMigratedWork(this.#client, this.#calls, migratedStream(this.#record));
    this.#migrated = isNew ? NOTHING_MIGRATED : migrated;
    return filter;
  }

  /** @returns whether it is new */
  #createUnlessExists(filter: EventFilter, startAfter: Position | null): Promise<boolean> {
    const startFrom = startAfter === null ? START : { commit: startAfter, prepare: startAfter };
    return this.#calls.run(async (deadline) => {
      const options = { filter: serverFilter(filter, this.#client.prefix), deadline };
      try {
        await this.#client.createPersistentSubscriptionToAll(this.name, settings(startFrom), options);
        return true;
      } catch (error) {
        if (typeOf(error) !== 'persistent-subscription-exists') throw error;
        return false;
      }
    });
  }

  /** Records the filter unless there is one. @returns the recorded one */
  recordedFilter(): Promise<EventFilter> {
    const stream = this.#record;
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

/** @throws TypeError when the record is malformed */
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

/** The half of the filter that the server can apply: types, or else categories. */
function serverFilter({ categories, types }: EventFilter, prefix: string) {
  if (types !== undefined) return eventTypeFilter({ regex: `^(?:${types.map(escaped).join('|')})$` });
  const start = `^${escaped(serverName(prefix, ''))}`;
  if (categories !== undefined) {
    return streamNameFilter({ regex: `${start}(?:${categories.map(escaped).join('|')})(?:-|$)` });
  }
  if (prefix !== '') return streamNameFilter({ regex: start });
  return eventTypeFilter({ regex: '^[^$]' });
}

function escaped(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, '\\$&');
}

/**
 * We count attempts and delays, so the server never times out or parks an event. The lower checkpoint bound is ten because
 * checkpoints are events of `$all` too: with fewer, each would cause the next one for ever.
 */
function settings(startFrom: StartFrom) {
  return persistentSubscriptionToAllSettingsFromDefaults({
    startFrom,
    resolveLinkTos: false,
    messageTimeout: NEVER,
    maxRetryCount: NEVER,
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
