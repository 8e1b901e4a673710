import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { openProxy } from '../../support/engines/eventstoredb/tcp-proxy.ts';
import { openLog, startServer } from './support.ts';

const newEvent = () => ({ id: randomUUID(), type: 'Noted', data: { some: 'thing' }, metadata: {} });

async function write(log: EventLog, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await log.append(`account-${randomUUID()}`, 'no-stream', [newEvent()]);
}

test('A subscription that finds an older copy of the log behind its connection ends and says so; one on the same log goes on', async () => {
  const [server, restored] = [await startServer(), await startServer()];
  let current = server;
  const way = await openProxy(() => current.port);
  onTestFinished(() => way.cut());
  const log = await openLog(`esdb://127.0.0.1:${way.port}?tls=false`);
  await write(log, 5);
  let seen = 0;
  const subscription = log.subscribe({
    after: null,
    onEvents: async (events) => {
      seen += events.length;
    },
  });
  await expect.poll(() => seen).toBe(5);
  way.breakAll();
  await write(log, 1);
  await expect.poll(() => seen).toBe(6);

  const head = await log.head();
  await write(await openLog(restored.url), 2);
  current = restored;
  way.breakAll();
  await expect(subscription.ended).rejects.toThrow(/does not hold event \S+ at position \d+/);
  // The head of the earlier log is no head of this one.
  expect(await log.head()).not.toBe(head);
  expect(await log.head()).toBe((await log.readLatest(1))[0]?.position);
});
