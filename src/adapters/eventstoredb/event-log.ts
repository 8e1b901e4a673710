import type {
  AppendResult,
  ConsumeOptions,
  EventFilter,
  EventLog,
  EventPlace,
  ExpectedRevision,
  LogPage,
  LogSubscription,
  NewEvent,
  ParkedWork,
  Position,
  StoredEvent,
  SubscribeOptions,
  WorkConsumer,
} from '../../ports/event-log.ts';
import type { Report } from '../../ports/report.ts';
import { Calls } from './calls.ts';
import { connectClient, type EventStoreClient } from './client.ts';
import { parseConnectionUrl } from './connection-url.ts';
import { EventLogReader } from './reader.ts';
import { startSubscription } from './subscription.ts';
import { EventStoreWorkConsumer } from './work/consumer.ts';
import { type ConsumedGroup, OrphanWatch } from './work/orphan-watch.ts';
import { countParkedWork, parkedWork, replayParkedWork } from './work/parked.ts';
import { pendingAcksArrived } from './work/pending-acks.ts';
import { Presence } from './work/presence.ts';
import { EventLogWriter } from './writer.ts';

const DEFAULT_READ_LIMIT = 1000;
const DEFAULT_DEADLINE_MS = 10_000;

export interface EventStoreLogOptions {
  /** `esdb://user:password@host:2113?tls=true`, with several hosts or `esdb+discover://` for a cluster. */
  readonly url: string;
  /** Retries included. Default: `defaultDeadline` of the URL, or 10 s. */
  readonly deadlineMs?: number;
  /** Told of work that was freed from a process that is gone. */
  readonly report?: Report;
  /** Between two looks for such work. Default 30 s. */
  readonly orphanCheckMs?: number;
}

/**
 * Call it once per process. Connects on first use, so a service can start without the server.
 * @throws EventStoreUrlInvalid when the URL is malformed or a certificate file cannot be read
 */
export async function openEventStoreLog(options: EventStoreLogOptions): Promise<EventLog> {
  const { url, deadlineMs, report = () => undefined, orphanCheckMs } = options;
  const settings = parseConnectionUrl(url);
  const calls = new Calls(deadlineMs ?? settings.deadlineMs ?? DEFAULT_DEADLINE_MS);
  return new EventStoreLog(connectClient(settings, calls.deadlineMs), calls, { report, orphanCheckMs });
}

class EventStoreLog implements EventLog {
  readonly #client: EventStoreClient;
  readonly #calls: Calls;
  readonly #reader: EventLogReader;
  readonly #writer: EventLogWriter;
  readonly #subscriptions = new Set<LogSubscription>();
  readonly #consumers = new Set<EventStoreWorkConsumer>();
  readonly #presence: Presence;
  readonly #orphanWatch: OrphanWatch;
  #closed: Promise<void> | undefined;

  constructor(
    client: EventStoreClient,
    calls: Calls,
    { report, orphanCheckMs }: { readonly report: Report; readonly orphanCheckMs: number | undefined },
  ) {
    this.#client = client;
    this.#calls = calls;
    this.#reader = new EventLogReader(client, calls);
    this.#writer = new EventLogWriter(client, calls, this.#reader);
    this.#presence = new Presence(client, calls);
    this.#orphanWatch = new OrphanWatch({
      presence: this.#presence,
      connectionName: client.connectionName,
      consumed: () => this.#consumed(),
      report,
      checkEveryMs: orphanCheckMs,
    });
  }

  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    return this.#writer.append(stream, expected, events);
  }

  readStream(stream: string, options: { fromRevision?: number; limit?: number } = {}): Promise<readonly StoredEvent[]> {
    return this.#reader.readStream(stream, options.fromRevision ?? 0, options.limit ?? DEFAULT_READ_LIMIT);
  }

  readAll(options: { after: Position | null; limit: number; filter?: EventFilter }): Promise<LogPage> {
    return this.#reader.readAll(options.after, options.limit, options.filter);
  }

  head(): Promise<Position | null> {
    return this.#reader.head();
  }

  eventAt(position: Position): Promise<StoredEvent | null> {
    return this.#reader.eventAt(position);
  }

  readLatest(limit: number): Promise<readonly StoredEvent[]> {
    return this.#reader.latest(limit);
  }

  readEvents(places: readonly EventPlace[]): Promise<readonly (StoredEvent | null)[]> {
    return this.#reader.atPlaces(places);
  }

  subscribe(options: SubscribeOptions): LogSubscription {
    this.#calls.requireOpen();
    const source = { client: this.#client, calls: this.#calls, reader: this.#reader };
    const subscription = startSubscription(source, options);
    this.#subscriptions.add(subscription);
    const remove = () => this.#subscriptions.delete(subscription);
    subscription.ended.then(remove, remove);
    return subscription;
  }

  consume(options: ConsumeOptions): WorkConsumer {
    this.#calls.requireOpen();
    const acksArrived = () =>
      pendingAcksArrived(this.#client, this.#calls, options.group, () => this.#inFlight(options.group));
    const joined = () => this.#presence.joined();
    const source = { client: this.#client, calls: this.#calls, joined, acksArrived };
    const consumer = new EventStoreWorkConsumer(source, options);
    this.#consumers.add(consumer);
    this.#orphanWatch.start();
    return {
      stop: async (graceMs) => {
        await consumer.stop(graceMs);
        this.#consumers.delete(consumer);
      },
    };
  }

  parkedWork(group: string, limit: number): Promise<readonly ParkedWork[]> {
    return parkedWork(this.#client, this.#calls, group, limit);
  }

  countParkedWork(group: string, limit: number): Promise<number> {
    return countParkedWork(this.#client, this.#calls, group, limit);
  }

  replayParkedWork(group: string): Promise<number> {
    return replayParkedWork(this.#client, this.#calls, group);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  #inFlight(group: string): number {
    return [...this.#consumers]
      .filter((consumer) => consumer.group === group)
      .reduce((sum, consumer) => sum + consumer.inFlight, 0);
  }

  #consumed(): ReadonlyMap<string, ConsumedGroup> {
    const consumed = new Map<string, ConsumedGroup>();
    for (const { group: name, consumed: one } of this.#consumers) {
      const connections = one.connections + (consumed.get(name)?.connections ?? 0);
      consumed.set(name, { group: one.group, connections });
    }
    return consumed;
  }

  async #close(): Promise<void> {
    await Promise.all([...this.#consumers].map((consumer) => consumer.stop(0)));
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
    this.#calls.close();
    this.#orphanWatch.close();
    this.#presence.close();
    await this.#client.close();
  }
}
