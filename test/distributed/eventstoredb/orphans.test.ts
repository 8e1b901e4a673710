/** A subscription that is cut off before the server has confirmed it may stay there for ever, with all events that it was given. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectClient, type EventStoreClient } from '../../../src/adapters/eventstoredb/client.ts';
import { parseConnectionUrl } from '../../../src/adapters/eventstoredb/connection-url.ts';
import { openEventStoreLog } from '../../../src/adapters/eventstoredb/event-log.ts';
import type { Problem } from '../../../src/ports/report.ts';
import { consume, idsIn } from '../../contracts/event-log/consuming.ts';
import { begin, idsOf, newEvents } from '../../contracts/event-log/support.ts';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { RealEventStore } from '../../support/engines/eventstoredb/real-server.ts';

const DEADLINE_MS = 10_000;
/** The server confirms within milliseconds. */
const LATEST_CUT_MS = 8;
const CUTS_AT_ONCE = 20;
const MOST_CUTS = 1_000;

/** @returns how many connections the server keeps although their client is gone */
async function leaveOrphans(url: string, group: string): Promise<number> {
  const admin = connectClient(parseConnectionUrl(url), DEADLINE_MS);
  onTestFinished(() => admin.close());
  const connected = async () => (await admin.getPersistentSubscriptionToAllInfo(group)).connections.length;
  const before = await connected();
  for (let cuts = 0; cuts < MOST_CUTS; cuts += CUTS_AT_ONCE) {
    const killed = connectClient(parseConnectionUrl(url), DEADLINE_MS);
    await killed.getPersistentSubscriptionToAllInfo(group);
    for (let cut = 0; cut < CUTS_AT_ONCE; cut += 1) await cutOff(killed, group);
    await killed.close();
    await pause(500);
    const left = (await connected()) - before;
    if (left > 0) return left;
  }
  return 0;
}

async function cutOff(client: EventStoreClient, group: string): Promise<void> {
  const subscription = client.subscribeToPersistentSubscriptionToAll(group, { bufferSize: 1 });
  subscription.on('error', () => undefined).resume();
  await pause(Math.random() * LATEST_CUT_MS);
  await subscription.unsubscribe().catch(() => undefined);
  subscription.destroy();
}

describe.skipIf(engineUrl('EVENTSTOREDB_PROGRAM') === null)('An EventStoreDB', () => {
  test('that holds work for a process that is gone gives it to one that runs', { timeout: 120_000 }, async () => {
    const server = await RealEventStore.start();
    onTestFinished(() => server.remove());
    const problems: Problem[] = [];
    const report = (problem: Problem) => void problems.push(problem);
    const log = await openEventStoreLog({ url: server.url(), report, orphanCheckMs: 1_500 });
    onTestFinished(() => log.close());
    const group = `readers-${randomUUID()}`;
    const { deliveries } = consume(log, { group, filter: { categories: ['source'] } });
    const first = newEvents(30);
    await begin(log, 'source-1', first);
    await deliveries.count(30);

    expect(await leaveOrphans(server.url(), group)).toBeGreaterThan(0);
    const events = newEvents(60);
    await begin(log, 'source-2', events);
    await begin(log, 'chatbot-1', newEvents(5));
    const all = [...idsOf(first), ...idsOf(events)];
    await deliveries.until((seen) => new Set(idsIn(seen)).size === all.length);
    // A result that is known is not worked for again, and the group still has its filter.
    expect(idsIn(deliveries.seen).sort()).toEqual(all.sort());
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining(group)]);
  });
});
