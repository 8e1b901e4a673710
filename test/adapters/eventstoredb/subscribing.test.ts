import { describe, expect, test } from 'vitest';
import type { Position, StoredEvent } from '../../../src/ports/event-log.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { eventsIn, subscribe } from '../../contracts/event-log/subscriber.ts';
import { begin, idsOf, newEvent, newEvents } from '../../contracts/event-log/support.ts';
import { failures } from '../../support/engines/eventstoredb/faults.ts';
import { jsonRecord } from '../../support/engines/eventstoredb/server-log.ts';
import { openBreakable, openLog, startServer } from './support.ts';

describe('A subscription to EventStoreDB', () => {
  test('loses and repeats nothing while its connection breaks and the server restarts', async () => {
    const { server, way, log } = await openBreakable();
    const { batches } = subscribe(log, { maxBatch: 7 });
    const appended: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const events = newEvents(20);
      await begin(log, `account-${round}`, events);
      appended.push(...idsOf(events));
      if (round % 4 === 1) way.breakAll();
      if (round % 4 === 3) await server.restart();
      if (round % 2 === 0) await batches.until((all) => eventsIn(all).length >= round * 20);
    }
    const seen = await batches.until((all) => eventsIn(all).length >= appended.length);
    expect(idsOf(eventsIn(seen))).toEqual(appended);
    const positions = seen.map((batch) => batch.readTo);
    expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => (a < b ? -1 : 1)));
  });

  test('hands on a long log and what is appended meanwhile once, in order, while its connection breaks', async () => {
    const { server, way, log } = await openBreakable();
    const appended: string[] = [];
    const append = async (stream: string, count: number) => {
      const events = newEvents(count);
      await begin(log, stream, events);
      appended.push(...idsOf(events));
    };
    for (let round = 0; round < 12; round += 1) await append(`account-${round}`, 100);
    // System events alone, more than a page of them: the server skips these for a subscription.
    server.log.append(
      '$stats',
      'any',
      Array.from({ length: 600 }, () => jsonRecord('$statsCollected', {})),
    );
    for (let round = 12; round < 20; round += 1) await append(`account-${round}`, 100);
    let [batchCount, appending] = [0, Promise.resolve()];
    const { batches } = subscribe(log, {
      maxBatch: 64,
      async onEvents(events, readTo) {
        batchCount += 1;
        if (batchCount === 3 || batchCount === 15) way.breakAll();
        if (batchCount % 4 === 0) {
          const stream = `session-${batchCount}`;
          if (batchCount <= 40) appending = appending.then(() => append(stream, 5));
        }
        batches.see({ events, readTo });
      },
    });
    await batches.until((all) => eventsIn(all).length >= 2000);
    // The last batches may have begun another append.
    for (let begun: Promise<void> | null = null; begun !== appending; ) {
      begun = appending;
      await begun;
      await batches.until((all) => eventsIn(all).length >= appended.length);
    }
    const seen = await batches.until((all) => eventsIn(all).length >= appended.length);
    expect(idsOf(eventsIn(seen))).toEqual(appended);
  });

  test('passes over what the server says twice', async () => {
    const { server, log } = await openBreakable();
    server.faults.repeating = true;
    const events = newEvents(10);
    await begin(log, 'account-1', events);
    const { batches } = subscribe(log);
    const [last] = [newEvent()];
    await begin(log, 'account-2', [last]);
    const seen = await batches.until((all) => idsOf(eventsIn(all)).includes(last.id));
    expect(idsOf(eventsIn(seen))).toEqual([...idsOf(events), last.id]);
  });

  test('moves on over what is not ours, and goes on from there', async () => {
    const { server, log } = await openBreakable();
    const { batches, subscription } = subscribe(log);
    await begin(log, 'account-1', newEvents(1));
    await batches.until((all) => eventsIn(all).length === 1);
    const foreign = server.log.append('order-1', 'any', [jsonRecord('OrderPlaced', {})]);
    if (!foreign.ok) throw new Error('conflict');
    const afterForeign = await batches.until((all) => (all.at(-1)?.readTo ?? 0n) >= foreign.last.position);
    expect(eventsIn(afterForeign)).toHaveLength(1);
    server.log.append(
      '$stats',
      'any',
      Array.from({ length: 40 }, () => jsonRecord('$statsCollected', {})),
    );
    const stats = server.log.records.at(-40)?.position ?? 0n;
    const seen = await batches.until((all) => (all.at(-1)?.readTo ?? 0n) > stats);
    await subscription.stop();
    const event = newEvent();
    const rest = subscribe(log, { after: seen.at(-1)?.readTo ?? null });
    await begin(log, 'account-2', [event]);
    const afterwards = await rest.batches.until((all) => eventsIn(all).length > 0);
    expect(idsOf(eventsIn(afterwards))).toEqual([event.id]);
  });

  test('never says that it has read what it has not handed on', async () => {
    const { server, log } = await openBreakable();
    for (let round = 0; round < 30; round += 1) {
      await begin(log, `account-${round}`, newEvents(3));
      server.log.append(
        '$stats',
        'any',
        Array.from({ length: 31 }, () => jsonRecord('$statsCollected', {})),
      );
    }
    const whole = await log.readAll({ after: null, limit: 1000 });
    const handedOn = new Set<string>();
    let readTo: Position | null = null;
    const { batches } = subscribe(log, {
      maxBatch: 2,
      async onEvents(events, to) {
        for (const event of events) handedOn.add(event.id);
        const due: readonly StoredEvent[] = whole.events.filter((event) => event.position <= to);
        expect(due.every((event) => handedOn.has(event.id))).toBe(true);
        expect(readTo === null || to > readTo).toBe(true);
        readTo = to;
        await new Promise((resolve) => setImmediate(resolve));
        batches.see({ events, readTo: to });
      },
    });
    await batches.until((all) => eventsIn(all).length === 90);
  });

  test('hands on the events of an append together, though the server sends them one by one', async () => {
    const { server, log } = await openBreakable();
    const { batches } = subscribe(log);
    await begin(log, 'account-first', newEvents(1));
    await batches.until((all) => eventsIn(all).length === 1);
    server.faults.feedGapMs = 1;
    const appends = 20;
    for (let number = 0; number < appends; number += 1) {
      await begin(log, `account-${number}`, newEvents(3));
      await batches.until((all) => eventsIn(all).length === 1 + 3 * (number + 1));
    }
    const seen = await batches.until((all) => eventsIn(all).length === 1 + 3 * appends);
    // Half of them on a busy machine, which delays responses to appends until after their first events. Otherwise none would be whole.
    const whole = seen.filter(({ events }) => events.length === 3);
    expect(whole.length).toBeGreaterThan(appends / 5);
  });

  test('makes the server wait for a slow reader', async () => {
    const server = await startServer();
    // Twelve megabytes take a busy machine a while to write.
    const log = await openLog(server.url, 30_000);
    const gate = Promise.withResolvers<void>();
    const { batches } = subscribe(log, {
      async onEvents(events, readTo) {
        batches.see({ events, readTo });
        if (batches.seen.length > 1) await gate.promise;
      },
    });
    // The server feeds the subscription once it has caught up.
    await begin(log, 'account-first', newEvents(1));
    await batches.count(1);
    for (let number = 0; number < 14; number += 1) {
      const large = Array.from({ length: 45 }, () => newEvent('Noted', { text: 'x'.repeat(20_000) }));
      await begin(log, `account-${number}`, large);
    }
    await batches.count(2);
    let fed = -1;
    while (fed !== server.faults.eventsFed) {
      fed = server.faults.eventsFed;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(fed).toBeGreaterThan(0);
    expect(fed).toBeLessThan(500);
    gate.resolve();
    await batches.until((all) => eventsIn(all).length === 631);
  });

  test('waits out a server that is not ready, and ends when it is refused', async () => {
    const { server, log } = await openBreakable();
    await begin(log, 'account-1', newEvents(1));
    server.faults.failNext('subscribe', failures.notReady, 2);
    const waiting = subscribe(log);
    await waiting.batches.until((all) => eventsIn(all).length === 1);
    // Until then, each attempt to subscribe reads what is new in a page.
    for (let number = 2; server.faults.eventsFed === 0; number += 1) {
      await begin(log, `account-${number}`, newEvents(1));
      await waiting.batches.until((all) => eventsIn(all).length === number);
    }
    server.faults.failNext('subscribe', failures.accessDenied);
    const refused = subscribe(log);
    await expect(refused.subscription.ended).rejects.toThrow(StoreUnavailable);
  });

  test('asks again when the server does not answer', async () => {
    const server = await startServer();
    const log = await openLog(server.url, 100);
    server.faults.silence('subscribe');
    const { batches } = subscribe(log);
    await expect.poll(() => server.faults.unansweredCalls).toBeGreaterThanOrEqual(2);
    server.faults.end();
    // The circuit breaker of the first log may still be open.
    await begin(await openLog(server.url, 30_000), 'account-1', newEvents(1));
    await batches.until((all) => eventsIn(all).length === 1);
  });

  test('leaves no connection behind when the log is closed', async () => {
    const { way, log } = await openBreakable();
    await begin(log, 'account-1', newEvents(1));
    const { batches } = subscribe(log);
    const consumer = log.consume({
      group: 'readers',
      filter: {},
      concurrency: 1,
      maxAttempts: 1,
      handle: async () => ({ kind: 'ack' }),
    });
    await batches.count(1);
    await log.close();
    await consumer.stop(0);
    await way.emptied();
  });
});
