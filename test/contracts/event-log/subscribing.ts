import { describe, expect, test } from 'vitest';
import { type Batch, eventsIn, subscribe } from './subscriber.ts';
import { begin, idsOf, newEvent, newEvents, type OpenLog, openForTest, Witness } from './support.ts';

export function describeSubscribing(open: OpenLog): void {
  describe('subscribing', () => {
    test('delivers existing and then new events, in order and once', async () => {
      const { log } = await openForTest(open);
      const before = newEvents(20);
      await begin(log, 'account-0', before);
      const { batches } = subscribe(log);
      const after: string[] = [];
      for (let number = 1; number <= 20; number += 1) {
        const [event] = [newEvent()];
        after.push(event.id);
        await begin(log, `account-${number}`, [event]);
      }
      const seen = eventsIn(await batches.until((all) => eventsIn(all).length >= 40));
      expect(idsOf(seen)).toEqual([...idsOf(before), ...after]);
      expect(seen.slice(0, 20)).toEqual(await log.readStream('account-0'));
    });

    test('delivers new events exactly as they are read later', async () => {
      const { log, restart } = await openForTest(open);
      const { batches } = subscribe(log);
      const data = { text: 'ä "\u2028" 🗝 \ud800', list: [1, 0.1, 1e300, [], {}], none: null, yes: true, '': { a: '' } };
      await begin(log, 'account-1', [newEvent('Noted', data), newEvent('Noted', {})]);
      await log.append('account-1', 1, [newEvent('Noted', { text: 'next' })]);
      const seen = eventsIn(await batches.until((all) => eventsIn(all).length >= 3));
      expect(await log.readStream('account-1')).toStrictEqual(seen);
      expect(await (await restart()).readStream('account-1')).toStrictEqual(seen);
    });

    test('continues after the given position, also after a restart', async () => {
      const { log, restart } = await openForTest(open);
      const events = newEvents(6);
      await begin(log, 'account-1', events);
      const stored = await log.readStream('account-1');
      const { batches, subscription } = subscribe(log, { after: stored[1]?.position ?? null, maxBatch: 2 });
      const [first] = await batches.count(1);
      await subscription.stop();
      expect(first?.readTo).toBe(first?.events.at(-1)?.position);
      const reopened = await restart();
      const rest = subscribe(reopened, { after: first?.readTo ?? null });
      await rest.batches.until((all) => eventsIn(all).some((event) => event.id === events[5]?.id));
      expect([...idsOf(first?.events ?? []), ...idsOf(eventsIn(rest.batches.seen))]).toEqual(idsOf(events).slice(2));
    });

    test('gives one batch at a time, none larger than asked for, and waits for it to be done with', async () => {
      const { log } = await openForTest(open);
      let running = 0;
      let most = 0;
      const { batches } = subscribe(log, {
        maxBatch: 3,
        async onEvents(events, readTo) {
          running += 1;
          most = Math.max(most, running);
          for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
          batches.see({ events, readTo });
        },
      });
      const streams = Array.from({ length: 20 }, (_, number) => begin(log, `account-${number}`, newEvents(2)));
      await Promise.all(streams);
      const seen = await batches.until((all) => eventsIn(all).length >= 40);
      expect(most).toBe(1);
      for (const batch of seen) expect(batch.events.length).toBeLessThanOrEqual(3);
      const positions = eventsIn(seen).map((event) => event.position);
      expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)));
      expect(new Set(positions).size).toBe(40);
    });

    test('reaches the head of a long log with its last event and no sooner, however long the batches are', async () => {
      const { log } = await openForTest(open);
      const written: string[] = [];
      for (let number = 0; number < 7; number += 1) {
        const events = newEvents(100);
        await begin(log, `account-${number}`, events);
        written.push(...idsOf(events));
      }
      const head = await log.head();
      const isBehind = ({ readTo }: Batch) => head !== null && readTo < head;
      const { batches } = subscribe(log, { maxBatch: 128 });
      const seen = await batches.until((all) => all.some((batch) => !isBehind(batch)));
      expect(idsOf(eventsIn(seen.filter(isBehind)))).toEqual(written.slice(0, -(seen.at(-1)?.events.length ?? 0)));
      expect(idsOf(eventsIn(seen))).toEqual(written);
      expect(eventsIn(seen).at(-1)?.position).toBe(head);
      for (const { events, readTo } of seen) expect(events.at(-1)?.position ?? readTo).toBeLessThanOrEqual(readTo);
    });

    test('gives only what matches its filter', async () => {
      const { log } = await openForTest(open);
      const { batches } = subscribe(log, { filter: { categories: ['source'], types: ['Read'] } });
      await begin(log, 'source-1', [newEvent('Made'), newEvent('Read', { n: 1 })]);
      await begin(log, 'account-1', [newEvent('Read')]);
      await begin(log, 'source-2', [newEvent('Read', { n: 2 })]);
      const seen = await batches.until((all) => eventsIn(all).length >= 2);
      expect(eventsIn(seen).map((event) => event.data)).toEqual([{ n: 1 }, { n: 2 }]);
    });

    test('moves its checkpoint on while its filter is quiet', async () => {
      const { log } = await openForTest(open);
      const filter = { categories: ['source'] };
      const { batches, subscription } = subscribe(log, { filter });
      const { position } = await begin(log, 'account-1', newEvents(3));
      const seen = await batches.until((all) => all.some((batch) => batch.readTo >= position));
      expect(eventsIn(seen)).toEqual([]);
      for (const [index, batch] of seen.entries()) {
        if (index > 0) expect(batch.readTo > (seen[index - 1]?.readTo ?? -1n)).toBe(true);
      }
      await subscription.stop();
      const rest = subscribe(log, { filter, after: seen.at(-1)?.readTo ?? null });
      const event = newEvent();
      await begin(log, 'source-1', [event]);
      await rest.batches.until((all) => eventsIn(all).length > 0);
      expect(idsOf(eventsIn(rest.batches.seen))).toEqual([event.id]);
    });

    test('ends with the error its reader rejects with, and gives nothing more', async () => {
      const { log } = await openForTest(open);
      await begin(log, 'account-1', newEvents(10));
      let calls = 0;
      const { subscription } = subscribe(log, {
        maxBatch: 2,
        async onEvents() {
          calls += 1;
          if (calls === 2) throw new Error('cannot go on');
        },
      });
      await expect(subscription.ended).rejects.toThrow('cannot go on');
      expect(calls).toBe(2);
      await subscription.stop();
    });

    test('stops after the batch that is being read, and then gives nothing more', async () => {
      const { log } = await openForTest(open);
      await begin(log, 'account-1', newEvents(10));
      const begun = new Witness<'begun'>();
      const order: string[] = [];
      const gate = Promise.withResolvers<void>();
      const { subscription } = subscribe(log, {
        maxBatch: 2,
        async onEvents() {
          begun.see('begun');
          await gate.promise;
          order.push('batch read');
        },
      });
      await begun.count(1);
      const stopped = subscription.stop().then(() => order.push('stopped'));
      await new Promise((resolve) => setImmediate(resolve));
      gate.resolve();
      await stopped;
      await subscription.ended;
      await begin(log, 'account-2', newEvents(1));
      expect(order).toEqual(['batch read', 'stopped']);
    });

    test('stops at once while it waits for events, as it does when the log is closed', async () => {
      const { log } = await openForTest(open);
      const stopped = subscribe(log);
      await stopped.subscription.stop();
      await stopped.subscription.ended;
      const closed = subscribe(log);
      await log.close();
      await closed.subscription.ended;
    });

    test('gives every subscriber everything', async () => {
      const { log } = await openForTest(open);
      const subscribers = Array.from({ length: 5 }, () => subscribe(log));
      const events = newEvents(3);
      await begin(log, 'account-1', events);
      for (const { batches } of subscribers) {
        expect(idsOf(eventsIn(await batches.until((all) => eventsIn(all).length >= 3)))).toEqual(idsOf(events));
      }
    });
  });
}
