import { describe, expect, onTestFinished, test } from 'vitest';
import type { WorkResult } from '../../../src/ports/event-log.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { consume, done, idsIn, never, parked } from '../../contracts/event-log/consuming.ts';
import { begin, idsOf, newEvent, newEvents } from '../../contracts/event-log/support.ts';
import { failures } from '../../support/engines/eventstoredb/faults.ts';
import { openOnTestServer } from '../../support/engines/eventstoredb/open.ts';
import { jsonRecord } from '../../support/engines/eventstoredb/server-log.ts';
import { openBreakable, openLog, startServer } from './support.ts';

describe('Work from EventStoreDB', () => {
  test('is not begun again by a consumer that is still at it when its connection breaks', async () => {
    const { way, log } = await openBreakable();
    const [slow, next] = [newEvent('Slow'), newEvent()];
    await begin(log, 'source-1', [slow]);
    const gate = Promise.withResolvers<WorkResult>();
    const { consumer, deliveries } = consume(log, {
      concurrency: 2,
      handle: async (event) => (event.type === 'Slow' ? gate.promise : done),
    });
    await deliveries.count(1);
    way.breakAll();
    await begin(log, 'source-2', [next]);
    await deliveries.count(2);
    gate.resolve(done);
    await consumer.stop(1000);
    const other = consume(log);
    const last = newEvent();
    await begin(log, 'source-3', [last]);
    expect(idsIn(await other.deliveries.count(1))).toEqual([last.id]);
    expect(idsIn(deliveries.seen)).toEqual([slow.id, next.id]);
  });

  test('whose verdict got lost is not done again when it comes back', async () => {
    const { server, log } = await openBreakable();
    const event = newEvent();
    await begin(log, 'source-1', [event]);
    const { consumer, deliveries } = consume(log, {
      async handle() {
        await server.stop();
        return done;
      },
    });
    await deliveries.count(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await server.startAgain();
    const next = newEvent();
    await begin(log, 'source-2', [next]);
    await deliveries.until((all) => idsIn(all).includes(next.id));
    await consumer.stop(0);
    expect(idsIn(deliveries.seen)).toEqual([event.id, next.id]);
  });

  test('is taken by no connection that was closed before the server confirmed it', async () => {
    const { server, log } = await openBreakable();
    server.faults.confirmationMs = 100;
    const { consumer } = consume(log);
    await begin(log, 'source-1', newEvents(1));
    while (server.faults.lateConfirmations === 0) await new Promise((resolve) => setImmediate(resolve));
    await consumer.stop(0);
    server.faults.end();
    const events = newEvents(8);
    await begin(log, 'source-2', events);
    const { deliveries } = consume(log);
    expect(idsIn(await deliveries.count(9))).toEqual(expect.arrayContaining(idsOf(events)));
  });

  test('keeps no consumer from stopping when the server never confirms its connections', async () => {
    const server = await startServer();
    const log = await openLog(`esdb://127.0.0.1:${server.port}?tls=false`, 30_000);
    await begin(log, 'source-1', newEvents(1));
    const { consumer, deliveries } = consume(log, {
      handle: async () => {
        server.faults.confirmationMs = 600_000;
        return { kind: 'retry', reason: 'busy' };
      },
    });
    await deliveries.count(1);
    await expect.poll(() => server.faults.lateConfirmations).toBeGreaterThan(0);
    const startedAt = performance.now();
    await consumer.stop(0);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test('gets all its attempts when each retry is shorter than the server takes to confirm a connection', async () => {
    const { server, log } = await openBreakable();
    await begin(log, 'source-1', newEvents(1));
    const { deliveries } = consume(log, {
      retryDelayMs: 1,
      maxAttempts: 5,
      handle: async () => {
        server.faults.confirmationMs = 30;
        return { kind: 'retry', reason: 'busy' };
      },
    });
    expect((await parked(log, 1))[0]?.attempts).toBe(5);
    expect(deliveries.seen.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
  });

  test('is all done while connections break and the server restarts', async () => {
    const { server, way, log } = await openBreakable();
    const { deliveries } = consume(log, { concurrency: 3 });
    const appended: string[] = [];
    for (let round = 0; round < 9; round += 1) {
      const events = newEvents(10);
      await begin(log, `source-${round}`, events);
      appended.push(...idsOf(events));
      if (round % 3 === 1) way.breakAll();
      if (round % 3 === 2) await server.restart();
    }
    const seen = await deliveries.until((all) => new Set(idsIn(all)).size === appended.length);
    expect(new Set(idsIn(seen))).toEqual(new Set(appended));
  });

  test('is taken again by those that tried in vain to connect while the server was away', async () => {
    const server = await startServer();
    const [working, appending] = [await openLog(server.url, 300), await openLog(server.url)];
    const { deliveries } = consume(working);
    await begin(appending, 'source-1', newEvents(1));
    await deliveries.count(1);
    await server.stop();
    // Several attempts, of which each takes as long as a call may.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await server.startAgain();
    await begin(appending, 'source-2', newEvents(1));
    await deliveries.count(2);
  });

  test('waits for its next attempt also when the connection breaks meanwhile', async () => {
    const { way, log } = await openBreakable();
    await begin(log, 'source-1', newEvents(1));
    const { deliveries } = consume(log, {
      retryDelayMs: 400,
      handle: async (_, attempt) => (attempt === 1 ? { kind: 'retry', reason: 'busy' } : done),
    });
    await deliveries.count(1);
    const failedAt = performance.now();
    setTimeout(() => way.breakAll(), 20);
    await deliveries.count(2);
    expect(performance.now() - failedAt).toBeGreaterThanOrEqual(380);
    expect(deliveries.seen[1]?.attempt).toBeGreaterThan(1);
  });

  test('that fails in numbers lets the rest through', async () => {
    const { log } = await openBreakable();
    const bad = Array.from({ length: 20 }, () => newEvent('Bad'));
    const good = newEvents(20);
    await begin(log, 'source-1', [...bad, ...good]);
    const { deliveries } = consume(log, {
      concurrency: 1,
      retryDelayMs: 60_000,
      handle: async (event) => (event.type === 'Bad' ? { kind: 'retry', reason: 'later' } : done),
    });
    expect(new Set(idsIn(await deliveries.count(40)))).toEqual(new Set(idsOf([...bad, ...good])));
  });

  test('that lay behind a deadly event was never attempted', async () => {
    const { log, crash } = await openOnTestServerForTest();
    const [deadly, ...innocent] = newEvents(6);
    await begin(log, 'source-1', [deadly ?? newEvent(), ...innocent]);
    let current = log;
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const { deliveries } = consume(current, { concurrency: 1, handle: () => never });
      expect(idsIn(await deliveries.count(1))).toEqual([deadly?.id]);
      current = await crash();
    }
    const { deliveries } = consume(current, { concurrency: 1 });
    const seen = await deliveries.count(5);
    expect(idsIn(seen)).toEqual(idsOf(innocent));
    expect(seen.every(({ attempt }) => attempt === 1)).toBe(true);
    expect((await current.parkedWork('readers', 10)).map(({ event }) => event.id)).toEqual([deadly?.id]);
  });

  test('goes on when its group was deleted on the server', async () => {
    const { server, way, log } = await openBreakable();
    await begin(log, 'source-1', newEvents(1));
    const { deliveries } = consume(log);
    await deliveries.count(1);
    server.deleteGroup('readers');
    way.breakAll();
    const event = newEvent();
    await begin(log, 'source-2', [event]);
    await deliveries.until((all) => idsIn(all).includes(event.id));
  });

  test('waits out a server that does not make groups or let anybody in', async () => {
    const { server, log } = await openBreakable();
    server.faults.failNext('create', failures.notReady, 2);
    server.faults.failNext('work', failures.accessDenied, 2);
    const { deliveries } = consume(log);
    await begin(log, 'source-1', newEvents(1));
    await deliveries.count(1);
  });

  test('is never what is not ours', async () => {
    const { server, log } = await openBreakable();
    server.log.append('source-1', 'any', [jsonRecord('Added', { n: 1 }, { actor: 'somebody' })]);
    const { deliveries } = consume(log, { filter: { categories: ['source'], types: ['Added'] } });
    const event = newEvent('Added');
    await begin(log, 'source-2', [event]);
    expect(idsIn(await deliveries.count(1))).toEqual([event.id]);
  });

  test('that was parked by hand is listed with what is known of it', async () => {
    const { server, log } = await openBreakable();
    await begin(log, 'source-1', newEvents(1));
    const link = jsonRecord('$>', null, { reason: 'Reached retry count of 10' });
    const parked = '$persistentsubscription-$all::readers-parked';
    server.log.append(parked, 'any', [{ ...link, isJson: false, data: Buffer.from('0@source-1') }]);
    server.log.append(parked, 'any', [{ ...link, id: newEvent().id, isJson: false, data: Buffer.from('7@nowhere') }]);
    expect(await log.parkedWork('readers', 10)).toEqual([
      { event: (await log.readStream('source-1'))[0], attempts: 0, reason: 'Reached retry count of 10' },
    ]);
  });

  test('that is parked says so when the server refuses to list or replay it', async () => {
    const { server, log } = await openBreakable();
    await begin(log, 'source-1', newEvents(1));
    const { deliveries } = consume(log, { handle: async () => ({ kind: 'park', reason: 'no' }) });
    await deliveries.count(1);
    while ((await log.parkedWork('readers', 1)).length === 0) await new Promise((resolve) => setImmediate(resolve));
    server.faults.failNext('replay', failures.accessDenied);
    await expect(log.replayParkedWork('readers')).rejects.toThrow(StoreUnavailable);
    server.faults.failNext('read', failures.accessDenied);
    await expect(log.parkedWork('readers', 1)).rejects.toThrow(StoreUnavailable);
  });

  test('takes no group of a strange name', async () => {
    const { log } = await openBreakable();
    expect(() => consume(log, { group: 'a group::b' })).toThrow(TypeError);
    await expect(log.parkedWork('$all', 1)).rejects.toThrow(TypeError);
  });
});

async function openOnTestServerForTest() {
  const opened = await openOnTestServer();
  onTestFinished(() => opened.close());
  return opened;
}
