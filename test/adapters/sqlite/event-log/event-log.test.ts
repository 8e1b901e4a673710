import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openSqliteEventLog } from '../../../../src/adapters/sqlite/event-log/event-log.ts';
import type { EventFilter, EventLog, Position } from '../../../../src/ports/event-log.ts';
import { StoreUnavailable } from '../../../../src/ports/store-unavailable.ts';
import { consume, never } from '../../../contracts/event-log/consuming.ts';
import { begin, idsOf, newEvent, newEvents, Witness } from '../../../contracts/event-log/support.ts';
import { describeEventLogContract, type OpenedLog } from '../../../contracts/event-log.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const HOUR_MS = 3_600_000;

/** A killed process leaves its files as they are at that moment: the next one opens a copy of them. */
async function openWithCrashes(): Promise<OpenedLog> {
  let directory = temporaryDirectory();
  const opened: EventLog[] = [];
  async function open(): Promise<EventLog> {
    const log = await openSqliteEventLog({ directory });
    opened.push(log);
    return log;
  }
  return {
    log: await open(),
    async restart() {
      await opened.at(-1)?.close();
      return open();
    },
    async crash() {
      const copy = temporaryDirectory();
      cpSync(directory, copy, { recursive: true });
      directory = copy;
      return open();
    },
    async close() {
      await Promise.all(opened.map((log) => log.close()));
    },
  };
}

describeEventLogContract('SQLite', openWithCrashes);

async function openLog(): Promise<{ log: EventLog; directory: string }> {
  const directory = temporaryDirectory();
  const log = await openSqliteEventLog({ directory });
  onTestFinished(() => log.close());
  return { log, directory };
}

/** Ids of the events of each page. */
async function allPages(
  log: EventLog,
  options: { readonly limit: number; readonly filter?: EventFilter },
): Promise<readonly string[][]> {
  const pages: string[][] = [];
  for (let after: Position | null = null; ; ) {
    const { events, readTo } = await log.readAll({ ...options, after });
    if (readTo === after) return pages;
    pages.push(idsOf(events));
    after = readTo;
  }
}

describe('The SQLite event log', () => {
  test('lets no connection change or delete an event', async () => {
    const { log, directory } = await openLog();
    await begin(log, 'account-1', newEvents(2));
    const db = new DatabaseSync(join(directory, 'events.db'));
    onTestFinished(() => db.close());
    expect(() => db.exec("UPDATE events SET event = '{}'")).toThrow('events are never changed');
    expect(() => db.exec('DELETE FROM events')).toThrow('events are never deleted');
    expect(await log.readStream('account-1')).toHaveLength(2);
  });

  test('commits waiting appends together, and refuses none because of another', async () => {
    const { log } = await openLog();
    await begin(log, 'account-0', newEvents(1));
    const results = await Promise.all(
      Array.from({ length: 500 }, (_, number) => log.append(`account-${number}`, 'no-stream', newEvents(1))),
    );
    expect(results.filter((result) => !result.ok)).toEqual([{ ok: false, actual: 0 }]);
    const positions = results.flatMap((result) => (result.ok ? [result.position] : []));
    expect(new Set(positions).size).toBe(499);
  });

  test('passes on an append whose caller had given up, once it is committed', async () => {
    const { log, directory } = await openLog();
    await begin(log, 'account-1', newEvents(1));
    const seen = new Witness<string>();
    const subscription = log.subscribe({
      after: null,
      onEvents: async (events) => idsOf(events).forEach((id) => void seen.see(id)),
    });
    onTestFinished(() => subscription.stop());
    await seen.count(1);
    const other = new DatabaseSync(join(directory, 'events.db'));
    onTestFinished(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    const event = newEvent();
    const late = log.append('account-1', 0, [event]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    await expect(late).rejects.toBeInstanceOf(StoreUnavailable);
    vi.useRealTimers();
    other.exec('ROLLBACK');
    await seen.until((ids) => ids.includes(event.id));
    expect(idsOf(await log.readStream('account-1', { fromRevision: 1 }))).toEqual([event.id]);
    expect(await log.append('account-1', 1, newEvents(1))).toMatchObject({ ok: true, revision: 2 });
  });

  test('delivers work again whose retry was timed by a clock that has been set back since', async () => {
    const { log, directory } = await openLog();
    await begin(log, 'source-1', newEvents(1));
    const attempts = new Witness<number>();
    const work = {
      group: 'readers',
      filter: {},
      concurrency: 1,
      maxAttempts: 5,
      handle: async (_: unknown, attempt: number) => {
        attempts.see(attempt);
        return attempt === 1 ? ({ kind: 'retry', reason: 'fails once' } as const) : ({ kind: 'ack' } as const);
      },
    };
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * HOUR_MS });
    onTestFinished(() => void vi.useRealTimers());
    const failing = log.consume({ ...work, retryDelayMs: HOUR_MS });
    const db = new DatabaseSync(join(directory, 'events.db'), { readOnly: true });
    onTestFinished(() => db.close());
    await vi.waitFor(() => expect(db.prepare('SELECT due_at FROM work_items').get()?.due_at).toBeGreaterThan(0));
    await failing.stop(1_000);
    vi.useRealTimers();
    const consumer = log.consume(work);
    onTestFinished(() => consumer.stop(1_000));
    await attempts.until((seen) => seen.includes(2));
  });

  test('does not count an attempt that a stop interrupted, so that restarts park nothing', async () => {
    const { log } = await openLog();
    await begin(log, 'source-1', newEvents(1));
    const interrupted = consume(log, { maxAttempts: 1, handle: () => never });
    await interrupted.deliveries.count(1);
    await interrupted.consumer.stop(0);
    const [again] = await consume(log, { maxAttempts: 1 }).deliveries.count(1);
    expect(again?.attempt).toBe(1);
  });

  test('does not open what a newer release wrote', async () => {
    const directory = temporaryDirectory();
    const db = new DatabaseSync(join(directory, 'events.db'));
    db.exec('PRAGMA user_version = 99');
    db.close();
    await expect(openSqliteEventLog({ directory })).rejects.toThrow(/schema version 99/);
  });

  test('skips a long stretch of other events in pages that report how far they have read', async () => {
    const { log } = await openLog();
    for (let number = 0; number < 30; number += 1) await begin(log, `account-${number}`, newEvents(1000));
    await begin(log, 'source-1', newEvents(1));
    const filter = { categories: ['source'] };
    const first = await log.readAll({ after: null, limit: 10, filter });
    expect(first.events).toEqual([]);
    const second = await log.readAll({ after: first.readTo, limit: 10, filter });
    expect(second.events).toHaveLength(1);
    expect(second.readTo).toBe(await log.head());
  });

  test('reads full pages of small and of the largest events alike', async () => {
    const { log } = await openLog();
    const recorded: string[] = [];
    for (const length of [10, 10, 60_000, 60_000, 10, 60_000, 10]) {
      for (let count = 0; count < 50; count += 10) {
        const events = Array.from({ length: 10 }, () => newEvent('Noted', { text: 'ä'.repeat(length / 2) }));
        await begin(log, `account-${recorded.length}`, events);
        recorded.push(...idsOf(events));
      }
    }
    for (const options of [{}, { filter: { categories: ['account'] } }]) {
      const pages = await allPages(log, { limit: 128, ...options });
      expect(pages.map((page) => page.length)).toEqual([128, 128, 94]);
      expect(pages.flat()).toEqual(recorded);
    }
  });

  test('yields to the event loop while it reads many large events', async () => {
    const { log } = await openLog();
    const large = () => newEvent('Noted', { text: 'x'.repeat(60_000) });
    for (let number = 0; number < 100; number += 1)
      await begin(log, `account-${number}`, Array.from({ length: 10 }, large));
    let turns = 0;
    let reading = true;
    const count = () => {
      turns += 1;
      if (reading) setImmediate(count);
    };
    setImmediate(count);
    const page = await log.readAll({ after: null, limit: 1000 });
    reading = false;
    expect(page.events).toHaveLength(1000);
    expect(turns).toBeGreaterThan(4);
  });
});
