import { describe, expect, onTestFinished, test } from 'vitest';
import { openEventStoreLog } from '../../../src/adapters/eventstoredb/event-log.ts';
import { openRawEventStoreLog } from '../../../src/adapters/eventstoredb/raw-event-log.ts';
import type { EventLog, StoredEvent, WorkResult } from '../../../src/ports/event-log.ts';
import { begin, idsOf, newEvents, readWholeLog, Witness } from '../../contracts/event-log/support.ts';
import { jsonRecord } from '../../support/engines/eventstoredb/server-log.ts';
import { startServer } from './support.ts';

const PREFIXES = ['', 'shop', 'shop_2'];

async function logsOnOneServer() {
  const server = await startServer();
  const urlOf = (prefix: string) => `${server.url}&prefix=${prefix}`;
  const logs = await Promise.all(PREFIXES.map((prefix) => openEventStoreLog({ url: urlOf(prefix) })));
  onTestFinished(async () => void (await Promise.all(logs.map((log) => log.close()))));
  const rawLog = (prefix: string) => {
    const raw = openRawEventStoreLog({ url: urlOf(prefix), categories: ['account'] });
    onTestFinished(() => raw.close());
    return raw;
  };
  return { server, logs, rawLog };
}

/** The same stream of each log, as each service has its own `installation`. */
const beginEach = (logs: readonly EventLog[]): Promise<readonly string[][]> =>
  Promise.all(
    logs.map(async (log) => {
      const events = newEvents(3);
      await begin(log, 'account-1', events);
      return idsOf(events);
    }),
  );

function consume(log: EventLog, result: WorkResult) {
  const delivered = new Witness<StoredEvent>();
  const consumer = log.consume({
    group: 'readers',
    filter: {},
    concurrency: 2,
    maxAttempts: 1,
    handle: async (event) => {
      delivered.see(event);
      return result;
    },
  });
  onTestFinished(() => consumer.stop(0));
  return delivered;
}

describe('Services that share an EventStoreDB under prefixes', () => {
  test('append to, read and follow streams of their own, whose names are the same to them', async () => {
    const { logs } = await logsOnOneServer();
    const own = await beginEach(logs);
    for (const [place, log] of logs.entries()) {
      const ids = own[place] ?? [];
      const stream = await log.readStream('account-1');
      expect(idsOf(stream)).toEqual(ids);
      expect(stream.map((event) => event.stream)).toEqual(['account-1', 'account-1', 'account-1']);
      expect(idsOf(await readWholeLog(log))).toEqual(ids);
      expect(idsOf(await log.readLatest(100))).toEqual(ids.toReversed());
      expect(await log.head()).toBe(stream.at(-1)?.position);
      const followed = new Witness<StoredEvent>();
      const subscription = log.subscribe({
        after: null,
        onEvents: async (events) => {
          for (const event of events) followed.see(event);
        },
      });
      onTestFinished(() => subscription.stop());
      await followed.count(3);
      const more = newEvents(1);
      await log.append('account-1', 2, more);
      expect(idsOf(await followed.count(4))).toEqual([...ids, ...idsOf(more)]);
      const others = logs.filter((other) => other !== log);
      const position = stream[0]?.position;
      if (position === undefined) throw new Error('Nothing was appended');
      expect(await Promise.all(others.map((other) => other.eventAt(position)))).toEqual([null, null]);
    }
  });

  test('find the end of their log while others write', async () => {
    const { logs } = await logsOnOneServer();
    const [quiet, busy] = logs;
    if (quiet === undefined || busy === undefined) throw new Error('Logs are missing');
    expect(await quiet.head()).toBeNull();
    await begin(busy, 'account-1', newEvents(100));
    expect(await quiet.head()).toBeNull();
    const { position } = await begin(quiet, 'account-1', newEvents(1));
    await begin(busy, 'account-2', newEvents(100));
    expect([await quiet.head(), await quiet.head()]).toEqual([position, position]);
    const next = await quiet.append('account-1', 0, newEvents(1));
    await begin(busy, 'account-3', newEvents(100));
    expect(next).toEqual({ ok: true, revision: 1, position: await quiet.head() });
  });

  test('work in groups of their own, and park for themselves', async () => {
    const { logs } = await logsOnOneServer();
    const own = await beginEach(logs);
    const delivered = logs.map((log, place) =>
      consume(log, place === 1 ? { kind: 'park', reason: 'no' } : { kind: 'ack' }),
    );
    for (const [place, witness] of delivered.entries()) {
      expect(idsOf(await witness.count(3)).toSorted()).toEqual(own[place]?.toSorted());
    }
    await expect.poll(async () => (await logs[1]?.parkedWork('readers', 10))?.length).toBe(3);
    expect(await logs[0]?.parkedWork('readers', 10)).toEqual([]);
    expect(await logs[0]?.replayParkedWork('readers')).toBe(0);
    expect(await logs[1]?.replayParkedWork('readers')).toBe(3);
    expect(
      idsOf((await delivered[1]?.count(6)) ?? [])
        .slice(3)
        .toSorted(),
    ).toEqual(own[1]?.toSorted());
  });

  test('are audited alone, also for what hides events', async () => {
    const { server, logs, rawLog } = await logsOnOneServer();
    const own = await beginEach(logs);
    server.log.append('$$shop.account-1', 'any', [jsonRecord('$metadata', { $maxCount: 1 })]);
    const seen = PREFIXES.map(async (prefix) => {
      const pages = await Array.fromAsync(rawLog(prefix).pages());
      const events = pages.flatMap((page) => page.events.flatMap(({ event }) => event ?? []));
      return { ids: idsOf(events), hiding: pages.flatMap((page) => page.hiding.map(({ problem }) => problem)) };
    });
    expect(await Promise.all(seen)).toEqual([
      { ids: own[0], hiding: [] },
      { ids: own[1], hiding: ['hides events of the stream account-1 from its readers ($maxCount)'] },
      { ids: own[2], hiding: [] },
    ]);
  });
});
