/** Connections to a work group that the server keeps although nobody is behind them any more. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { EventStoreClient } from '../../../src/adapters/eventstoredb/client.ts';
import type { WorkResult } from '../../../src/ports/event-log.ts';
import type { Problem } from '../../../src/ports/report.ts';
import { consume, done, idsIn } from '../../contracts/event-log/consuming.ts';
import { begin, idsOf, newEvents } from '../../contracts/event-log/support.ts';
import { openProxy } from '../../support/engines/eventstoredb/tcp-proxy.ts';
import type { TestEventStore } from '../../support/engines/eventstoredb/test-server.ts';
import { openBreakable, openLog, startServer } from './support.ts';

/** As `consume` names it. */
const GROUP = 'readers';
const OFTEN = { orphanCheckMs: 40 };

/** Leaves a connection that takes as many events as a consumer does at once. */
async function killWhileSubscribing(server: TestEventStore): Promise<void> {
  const way = await openProxy(() => server.port);
  const before = server.faults.lateConfirmations;
  server.faults.confirmationMs = 100;
  const log = await openLog(`esdb://127.0.0.1:${way.port}?tls=false`);
  const { deliveries } = consume(log, { concurrency: 2 });
  // The first tells others that it runs.
  await expect.poll(() => server.faults.lateConfirmations, { interval: 1 }).toBe(before + 2);
  await way.cut();
  expect(deliveries.seen).toEqual([]);
  server.faults.confirmationMs = 0;
}

describe('Work that the server holds', () => {
  test('for a process that was killed while it subscribed is given to another, and the log says so', async () => {
    const server = await startServer();
    const problems: Problem[] = [];
    const log = await openLog(server.url, 2000, { ...OFTEN, report: (problem) => void problems.push(problem) });
    await killWhileSubscribing(server);
    const events = newEvents(6);
    await begin(log, 'source-1', events);
    const { deliveries } = consume(log, { concurrency: 2 });
    expect(new Set(idsIn(await deliveries.until((all) => new Set(idsIn(all)).size === 6)))).toEqual(
      new Set(idsOf(events)),
    );
    await expect.poll(() => problems.map(({ message }) => message)).toEqual([expect.stringContaining(GROUP)]);
  });

  test('for a connection of its own that broke while it was opened is given to it again', async () => {
    const { server, way } = await openBreakable();
    const log = await openLog(`esdb://127.0.0.1:${way.port}?tls=false`, 2000, OFTEN);
    server.faults.confirmationMs = 100;
    const { deliveries } = consume(log, { concurrency: 2 });
    await expect.poll(() => server.faults.lateConfirmations, { interval: 1 }).toBe(2);
    way.breakAll();
    server.faults.confirmationMs = 0;
    const events = newEvents(6);
    await begin(log, 'source-1', events);
    expect(idsIn(await deliveries.until((all) => new Set(idsIn(all)).size === 6))).toHaveLength(6);
  });

  test('for processes that run stays theirs, however long they take, also for one of an earlier release', async () => {
    const server = await startServer();
    const [watching, working] = [await openLog(server.url, 2000, OFTEN), await openLog(server.url, 2000, OFTEN)];
    const gate = Promise.withResolvers<WorkResult>();
    onTestFinished(() => gate.resolve(done));
    const slow = consume(working, { handle: () => gate.promise });
    await begin(working, 'source-1', newEvents(1));
    await slow.deliveries.count(1);
    const endpoint = { address: '127.0.0.1', port: server.port };
    const earlier = new EventStoreClient('', { endpoint, connectionName: 'chatledger-earlier' }, { insecure: true });
    onTestFinished(() => earlier.close());
    let dropped = false;
    const subscription = earlier.subscribeToPersistentSubscriptionToAll(GROUP, { bufferSize: 1 });
    subscription.on('error', () => {
      dropped = true;
    });
    subscription.resume();
    await new Promise((confirmed) => subscription.on('confirmation', confirmed));
    const other = consume(watching);
    await pause(10 * OFTEN.orphanCheckMs);
    expect({ dropped, slow: slow.deliveries.seen.length }).toEqual({ dropped: false, slow: 1 });
    expect(other.deliveries.seen).toEqual([]);
  });
});
