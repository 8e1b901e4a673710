/** The event log: durable appends by concurrent callers, and loading of streams. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { openSqliteEventLog } from '../../src/adapters/sqlite/event-log/event-log.ts';
import type { EventLog, ExpectedRevision, NewEvent, StoredEvent } from '../../src/ports/event-log.ts';
import type { BenchResult, Measurement } from '../harness/measurement.ts';
import { perSecond, scaled, sideBySide, withDirectory } from '../harness/timing.ts';
import { measureRebuild } from './rebuild.ts';

const appendsEach = { 1: 2000, 8: 8000, 64: 32_000 } as const;
const streamsOfCaller = 20;
const loadedStreams = 1024;
/** The loaded streams come from this many at a time, each appending this many events at once. */
const liveStreams = 64;
const eventsInAppend = 5;
const eventsInStream = 100;
const rounds = 5;

/** 300 bytes as JSON: a visitor's message, say. */
function sampleEvent(number: number): NewEvent {
  return {
    id: randomUUID(),
    type: 'conversation.VisitorAsked',
    data: { messageId: randomUUID(), number, sealed: 'uT8zKx0qWb5L'.repeat(5) },
    metadata: { actor: 'visitor', requestId: randomUUID() },
  };
}

export async function benchLog(): Promise<BenchResult> {
  return {
    measurements: [
      await measureAppends(1),
      await measureAppends(8),
      await measureAppends(64, 30_000),
      await measureLoading(6000),
      ...(await measureRebuild()),
    ],
  };
}

/** Appends of one event each, every caller waiting for its answer before the next, beside as many bare inserts a commit. */
function measureAppends(callers: keyof typeof appendsEach, aim?: number): Promise<Measurement> {
  const events = Array.from({ length: scaled(appendsEach[callers]) }, (_, number) => sampleEvent(number));
  const what = `durable appends, ${callers} ${callers === 1 ? 'caller' : 'callers'}`;
  return sideBySide(what, rounds, {
    ours: () =>
      withDirectory(async (directory) => {
        const log = await openSqliteEventLog({ directory });
        const result = await perSecond(() => appendByCallers(log, callers, events));
        await log.close();
        return result;
      }),
    bare: () =>
      withDirectory(async (directory) => {
        const bare = new BareLog(join(directory, 'bare.db'));
        const result = await perSecond(() => bare.insertInBatches(events, callers));
        bare.close();
        return result;
      }),
    ...(aim === undefined ? {} : { aim }),
  });
}

async function appendByCallers(log: EventLog, callers: number, events: readonly NewEvent[]): Promise<number> {
  let next = 0;
  async function caller(number: number): Promise<void> {
    const ends: ExpectedRevision[] = Array(streamsOfCaller).fill('no-stream');
    for (let turn = 0; ; turn = (turn + 1) % streamsOfCaller) {
      const event = events[next];
      next += 1;
      if (event === undefined) return;
      const result = await log.append(`conversation-${number}-${turn}`, ends[turn] ?? 'no-stream', [event]);
      if (!result.ok) throw new Error('Two callers share a stream');
      ends[turn] = result.revision;
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, number) => caller(number)));
  return events.length;
}

/** Loads streams whose events lie scattered among those of others, as those of live conversations do. */
function measureLoading(aim?: number): Promise<Measurement> {
  return withDirectory(async (directory) => {
    const log = await openSqliteEventLog({ directory });
    const bare = new BareLog(join(directory, 'bare.db'));
    const names = Array.from({ length: loadedStreams }, () => `conversation-${randomUUID()}`);
    for (let first = 0; first < names.length; first += liveStreams) {
      const live = names.slice(first, first + liveStreams);
      for (let revision = 0; revision < eventsInStream; revision += eventsInAppend) {
        const events = Array.from({ length: eventsInAppend }, (_, index) => sampleEvent(revision + index));
        const expected = revision === 0 ? 'no-stream' : revision - 1;
        await Promise.all(live.map((name) => log.append(name, expected, events)));
        bare.appendToEach(live, revision, events);
      }
    }
    const order = names.toSorted();
    const result = await sideBySide(`streams of ${eventsInStream} events loaded`, rounds, {
      ours: () =>
        perSecond(async () => {
          for (const name of order) requireWhole(await log.readStream(name));
          return order.length;
        }),
      bare: () =>
        perSecond(() => {
          for (const name of order) requireWhole(bare.load(name));
          return order.length;
        }),
      ...(aim === undefined ? {} : { aim }),
    });
    bare.close();
    await log.close();
    return result;
  });
}

function requireWhole(events: readonly unknown[]): void {
  if (events.length !== eventsInStream) throw new Error(`Loaded ${events.length} of ${eventsInStream} events`);
}

/** The baseline: `node:sqlite` and nothing else, with the same rows, index and durability. */
class BareLog {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #select: StatementSync;
  #position = 0;

  constructor(path: string) {
    this.#db = new DatabaseSync(path);
    this.#db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      CREATE TABLE events (position INTEGER PRIMARY KEY, category TEXT NOT NULL, type TEXT NOT NULL,
        stream TEXT NOT NULL, revision INTEGER NOT NULL, event TEXT NOT NULL) STRICT;
      CREATE UNIQUE INDEX events_by_stream ON events (stream, revision);
    `);
    this.#insert = this.#db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)');
    this.#select = this.#db.prepare('SELECT event FROM events WHERE stream = ? ORDER BY revision');
  }

  /** Over as many streams, and with as many events each, as the callers of ours write. */
  insertInBatches(events: readonly NewEvent[], batch: number): number {
    for (let start = 0; start < events.length; start += batch) {
      this.#db.exec('BEGIN IMMEDIATE');
      events.slice(start, start + batch).forEach((event, caller) => {
        const turn = start / batch;
        this.#insertOne(`conversation-${caller}-${turn % streamsOfCaller}`, Math.floor(turn / streamsOfCaller), event);
      });
      this.#db.exec('COMMIT');
    }
    return events.length;
  }

  appendToEach(streams: readonly string[], revision: number, events: readonly NewEvent[]): void {
    this.#db.exec('BEGIN IMMEDIATE');
    for (const stream of streams) {
      for (const [index, event] of events.entries()) this.#insertOne(stream, revision + index, event);
    }
    this.#db.exec('COMMIT');
  }

  load(stream: string): readonly StoredEvent[] {
    return this.#select.all(stream).map((row) => JSON.parse(String(row.event)));
  }

  close(): void {
    this.#db.close();
  }

  #insertOne(stream: string, revision: number, event: NewEvent): void {
    this.#position += 1;
    const stored = { stream, revision, position: this.#position, recordedAt: Date.now(), ...event };
    this.#insert.run(this.#position, 'conversation', event.type, stream, revision, JSON.stringify(stored));
  }
}
