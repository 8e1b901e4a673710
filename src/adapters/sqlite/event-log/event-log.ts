import { join } from 'node:path';
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
} from '../../../ports/event-log.ts';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import { categoryOf, checkAppend, eventBodies } from '../../shared/append-input.ts';
import { createPrivateFolder } from '../../shared/private-files.ts';
import type { UnwritableStores } from '../../shared/unwritable-stores.ts';
import { SqliteThread } from '../thread/sqlite-thread.ts';
import { SqliteWorkConsumer } from './event-log-consumer.ts';
import { EventLogReader, parseEvent } from './event-log-reader.ts';
import { startSubscription } from './event-log-subscription.ts';
import { LogTail } from './event-log-tail.ts';
import { WorkSignals } from './event-log-work-signals.ts';
import { type AppendReply, type AppendRequest, type EventLogHandlers, NO_STREAM } from './event-log-writer.ts';
import { WakeSignal } from './wake-signal.ts';

const STORE = 'event log';
const DEFAULT_READ_LIMIT = 1000;

/**
 * Only one process may open the file (see DataDirLock).
 * @throws NewerFileError (by name) when a newer release wrote the file, StoreUnavailable when it cannot be opened
 */
export async function openSqliteEventLog(options: {
  readonly directory: string;
  readonly unwritableStores?: UnwritableStores | undefined;
}): Promise<EventLog> {
  createPrivateFolder(options.directory);
  const path = join(options.directory, 'events.db');
  const log: { opened?: SqliteEventLog } = {};
  const thread = await SqliteThread.open<EventLogHandlers>({
    store: STORE,
    path,
    module: new URL('./event-log-writer.ts', import.meta.url),
    checkpointPages: 4000,
    unwritableStores: options.unwritableStores,
    irreplaceable: true,
    onLateAnswer: () => log.opened?.noticeUnknownAppends(),
  });
  log.opened = new SqliteEventLog(thread, new EventLogReader(path));
  return log.opened;
}

class SqliteEventLog implements EventLog {
  readonly #thread: SqliteThread<EventLogHandlers>;
  readonly #reader: EventLogReader;
  readonly #tail = new LogTail();
  readonly #growth = new WakeSignal();
  readonly #workSignals = new WorkSignals();
  readonly #subscriptions = new Set<LogSubscription>();
  readonly #consumers = new Set<WorkConsumer>();
  #lastHead: number;
  #closed: Promise<void> | undefined;

  constructor(thread: SqliteThread<EventLogHandlers>, reader: EventLogReader) {
    this.#thread = thread;
    this.#reader = reader;
    this.#lastHead = reader.head();
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    checkAppend(stream, expected, events);
    const bodies = eventBodies(events);
    const request = {
      stream,
      category: categoryOf(stream),
      expected: expected === 'no-stream' ? NO_STREAM : expected,
      ids: events.map((event) => event.id),
      types: events.map((event) => event.type),
      bodies,
    };
    const reply = await this.#thread.call('append', request).catch((error: unknown) => {
      // The append may be committed all the same.
      this.noticeUnknownAppends();
      throw error;
    });
    if (!reply.appended) return { ok: false, actual: reply.revision === NO_STREAM ? 'no-stream' : reply.revision };
    if (reply.recordedAt !== null) this.#noticeAppend(events, request, reply, reply.recordedAt);
    return { ok: true, position: BigInt(reply.position) as Position, revision: reply.revision };
  }

  async readStream(
    stream: string,
    options: { fromRevision?: number; limit?: number } = {},
  ): Promise<readonly StoredEvent[]> {
    this.#requireOpen();
    const { fromRevision = 0, limit = DEFAULT_READ_LIMIT } = options;
    return this.#tail.readStream(stream, fromRevision, limit) ?? this.#reader.readStream(stream, fromRevision, limit);
  }

  async readAll(options: { after: Position | null; limit: number; filter?: EventFilter }): Promise<LogPage> {
    this.#requireOpen();
    return this.#reader.readAll(options.after, options.limit, options.filter);
  }

  async head(): Promise<Position | null> {
    this.#requireOpen();
    const head = this.#reader.head();
    return head === 0 ? null : (BigInt(head) as Position);
  }

  async eventAt(position: Position): Promise<StoredEvent | null> {
    this.#requireOpen();
    return this.#reader.eventAt(position);
  }

  async readLatest(limit: number): Promise<readonly StoredEvent[]> {
    this.#requireOpen();
    return this.#reader.latest(limit);
  }

  async readEvents(places: readonly EventPlace[]): Promise<readonly (StoredEvent | null)[]> {
    this.#requireOpen();
    return this.#reader.atPlaces(places);
  }

  subscribe(options: SubscribeOptions): LogSubscription {
    this.#requireOpen();
    const subscription = startSubscription(
      async (...page) => this.#tail.after(...page) ?? this.#reader.readAll(...page),
      this.#growth,
      options,
    );
    this.#subscriptions.add(subscription);
    const forget = () => this.#subscriptions.delete(subscription);
    subscription.ended.then(forget, forget);
    return subscription;
  }

  consume(options: ConsumeOptions): WorkConsumer {
    this.#requireOpen();
    const consumer = new SqliteWorkConsumer(
      {
        take: (request) => this.#thread.call('takeWork', request),
        settle: (settlement) => this.#thread.call('settleWork', settlement),
      },
      this.#workSignals.of(options),
      options,
      parseEvent,
    );
    this.#consumers.add(consumer);
    return {
      stop: async (graceMs) => {
        await consumer.stop(graceMs);
        this.#consumers.delete(consumer);
      },
    };
  }

  async parkedWork(group: string, limit: number): Promise<readonly ParkedWork[]> {
    this.#requireOpen();
    return this.#reader.parkedWork(group, limit);
  }

  async countParkedWork(group: string, limit: number): Promise<number> {
    this.#requireOpen();
    return this.#reader.countParkedWork(group, limit);
  }

  async replayParkedWork(group: string): Promise<number> {
    const replayed = await this.#thread.call('replayWork', group);
    this.#workSignals.notify(group);
    return replayed;
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /** Passes the events on from memory, and wakes subscriptions and consumers. */
  #noticeAppend(
    events: readonly NewEvent[],
    { stream, category, bodies }: Pick<AppendRequest, 'stream' | 'category' | 'bodies'>,
    { position, revision }: AppendReply,
    recordedAt: number,
  ): void {
    for (const [index, { id, type, data, metadata }] of events.entries()) {
      const fromEnd = events.length - 1 - index;
      const place = { position: BigInt(position - fromEnd) as Position, revision: revision - fromEnd };
      this.#tail.add({ id, type, data, metadata, stream, ...place, recordedAt }, bodies[index]?.length ?? 0);
    }
    this.#lastHead = Math.max(this.#lastHead, position);
    this.#workSignals.noticeGrowth(
      position,
      events.map(({ type }) => ({ category, type })),
    );
    this.#growth.notify();
  }

  /** Wakes subscriptions and consumers after appends whose callers timed out or failed. Reads from the file what there is. */
  noticeUnknownAppends(): void {
    this.#tail.clear();
    try {
      const { head, kinds } = this.#reader.kindsAfter(this.#lastHead);
      if (head === this.#lastHead) return;
      this.#lastHead = head;
      this.#workSignals.noticeGrowth(head, kinds);
    } catch {
      // Woken readers report the error themselves.
      this.#workSignals.notifyAll();
    }
    this.#growth.notify();
  }

  #requireOpen(): void {
    if (this.#closed !== undefined) throw new StoreUnavailable(STORE, 'closed');
  }

  async #close(): Promise<void> {
    await Promise.all([...this.#consumers].map((consumer) => consumer.stop(0)));
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
    await this.#thread.close();
    this.#tail.clear();
    this.#reader.close();
  }
}
