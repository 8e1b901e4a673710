import { describe, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { begin, idsOf, newEvent, newEvents, readWholeLog } from '../../contracts/event-log/support.ts';
import { failures } from '../../support/engines/eventstoredb/faults.ts';
import { jsonRecord } from '../../support/engines/eventstoredb/server-log.ts';
import { openBreakable, openLog, startServer } from './support.ts';

describe('Appending to EventStoreDB', () => {
  test('is done once when the answer gets lost', async () => {
    const { server, log } = await openBreakable();
    server.faults.lostAppends = 2;
    const events = newEvents(3);
    const result = await begin(log, 'account-1', events);
    const stored = await log.readStream('account-1');
    expect(idsOf(stored)).toEqual(idsOf(events));
    expect(result).toEqual({ ok: true, revision: 2, position: stored[2]?.position });
  });

  test('is done once when the answer gets lost and the server then calls it a conflict', async () => {
    const { server, log } = await openBreakable();
    const events = newEvents(2);
    const result = await begin(log, 'account-1', events);
    await log.append('account-1', 1, newEvents(1));
    server.faults.forgottenAppends = 1;
    expect(await log.append('account-1', 'no-stream', events)).toEqual(result);
    server.faults.forgottenAppends = 1;
    const other = [events[0] ?? newEvent(), newEvent()];
    expect(await log.append('account-1', 'no-stream', other)).toEqual({ ok: false, actual: 2 });
  });

  test('tells the position when the server does not', async () => {
    const { server, log } = await openBreakable();
    server.faults.positionless = 1;
    const result = await begin(log, 'account-1', newEvents(2));
    expect(result.position).toBe((await log.readStream('account-1'))[1]?.position);
  });

  test('survives a connection that breaks under many callers, each exactly once', async () => {
    const { server, way, log } = await openBreakable();
    server.faults.slowMs = 5;
    let appends = 0;
    const streams = Array.from({ length: 8 }, (_, number) => `account-${number}`);
    const written = await Promise.all(
      streams.map(async (stream) => {
        const ids: string[] = [];
        for (let revision = 0; revision < 12; revision += 1) {
          const [event] = [newEvent()];
          const result = await log.append(stream, revision === 0 ? 'no-stream' : revision - 1, [event]);
          expect(result).toMatchObject({ ok: true, revision });
          ids.push(event.id);
          appends += 1;
          if (appends % 8 === 0) way.breakAll();
        }
        return ids;
      }),
    );
    for (const [index, stream] of streams.entries()) {
      expect(idsOf(await log.readStream(stream))).toEqual(written[index]);
    }
    expect(await readWholeLog(log)).toHaveLength(96);
  });

  test('goes to the leader when the node is none', async () => {
    const server = await startServer();
    const follower = await server.startNode();
    follower.faults.leader = { host: '127.0.0.1', port: server.port };
    const log = await openLog(follower.url);
    await begin(log, 'account-1', newEvents(1));
    expect(await log.readStream('account-1')).toHaveLength(1);
    expect(server.log.stream('account-1')).toHaveLength(1);
    await follower.stop();
    expect(await log.append('account-1', 0, newEvents(1))).toMatchObject({ ok: true, revision: 1 });
  });

  test.each(['notReady', 'timeout', 'noLeader'] as const)('waits out a server that answers %s', async (failure) => {
    const { server, log } = await openBreakable();
    server.faults.failNext('append', failures[failure], 2);
    server.faults.failNext('read', failures[failure], 2);
    await begin(log, 'account-1', newEvents(1));
    expect(await log.readStream('account-1')).toHaveLength(1);
  });

  test('goes on after a restart of the server', async () => {
    const { server, log } = await openBreakable();
    await begin(log, 'account-1', newEvents(1));
    await server.stop();
    const waiting = log.append('account-1', 0, newEvents(1));
    await server.startAgain();
    expect(await waiting).toMatchObject({ ok: true, revision: 1 });
    expect(await log.readStream('account-1')).toHaveLength(2);
  });

  test('says so in time when the server is away', async () => {
    const server = await startServer();
    const log = await openLog(server.url, 300);
    await server.stop();
    const startedAt = performance.now();
    await expect(log.append('account-1', 'no-stream', newEvents(1))).rejects.toThrow(StoreUnavailable);
    await expect(log.readStream('account-1')).rejects.toThrow(StoreUnavailable);
    expect(performance.now() - startedAt).toBeLessThan(1500);
  });

  test('says so in time when the server does not answer', async () => {
    const server = await startServer();
    server.faults.silence('append');
    server.faults.silence('read');
    const log = await openLog(server.url, 200);
    const startedAt = performance.now();
    const calls = [
      log.append('account-1', 'no-stream', newEvents(1)),
      log.readStream('account-1'),
      log.readAll({ after: null, limit: 1 }),
      log.head(),
      log.parkedWork('readers', 1),
    ];
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    }
    expect(performance.now() - startedAt).toBeLessThan(1500);
    server.faults.end();
    // A call may take 200 ms, which a busy machine exceeds.
    await vi.waitFor(async () => expect(await log.head()).toBeNull(), { timeout: 10_000 });
  });

  test('says at once that it is refused, and no more than that', async () => {
    const server = await startServer();
    const log = await openLog(`esdb://user:hush-hush@127.0.0.1:${server.port}?tls=false`);
    server.faults.failNext('append', failures.accessDenied);
    const refused = log.append('account-1', 'no-stream', newEvents(1));
    await expect(refused).rejects.toThrow(/access-denied/);
    const error = await refused.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StoreUnavailable);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('hush');
  });
});

describe('Events of other programs', () => {
  test('are passed over, whatever they look like', async () => {
    const { server, log } = await openBreakable();
    const noise = () => {
      server.log.append('$stats-1', 'any', [jsonRecord('$statsCollected', { cpu: 1 })]);
      server.log.append('order-1', 'any', [jsonRecord('OrderPlaced', { total: 1 }, { actor: 'tester' })]);
      server.log.append('order-2', 'any', [{ ...jsonRecord('Sent', {}), isJson: false, data: Buffer.from([255, 0]) }]);
      server.log.append('order-3', 'any', [jsonRecord('Broken', [1, 2], 'no object')]);
      server.log.append('order-4', 'any', [{ ...jsonRecord('Broken', {}), data: Buffer.from('{not json') }]);
    };
    noise();
    expect(await log.head()).toBeNull();
    expect(await log.readAll({ after: null, limit: 10 })).toEqual({ events: [], readTo: null });
    const [first, second] = [newEvents(2), newEvents(2)];
    await begin(log, 'account-1', first);
    for (let round = 0; round < 50; round += 1) noise();
    const { position } = await begin(log, 'account-2', second);
    noise();
    expect(idsOf(await readWholeLog(log))).toEqual(idsOf([...first, ...second]));
    expect(await log.head()).toBe(position);
    expect(await (await openLog(server.url)).head()).toBe(position);
    expect(await log.readAll({ after: position, limit: 10 })).toEqual({ events: [], readTo: position });
  });

  test('in one of our streams are given to nobody', async () => {
    const { server, log } = await openBreakable();
    const events = newEvents(1);
    await begin(log, 'account-1', events);
    server.log.append('account-1', 0, [jsonRecord('Renamed', { name: 'somebody' }, { actor: 'tester' })]);
    expect(idsOf(await log.readStream('account-1'))).toEqual(idsOf(events));
    expect(await log.append('account-1', 0, newEvents(1))).toEqual({ ok: false, actual: 1 });
  });

  test('are passed over page by page when they fill more than one', async () => {
    const { server, log } = await openBreakable();
    server.log.append(
      'order-1',
      'any',
      Array.from({ length: 6000 }, () => jsonRecord('Ordered', {})),
    );
    await begin(log, 'account-1', newEvents(1));
    const first = await log.readAll({ after: null, limit: 10 });
    expect(first.events).toEqual([]);
    expect(first.readTo).not.toBeNull();
    expect((await log.readAll({ after: first.readTo, limit: 10 })).events).toHaveLength(1);
  });
});
