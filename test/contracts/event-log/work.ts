import { describe, expect, test } from 'vitest';
import type { WorkResult } from '../../../src/ports/event-log.ts';
import { consume, done, idsIn, never, parked } from './consuming.ts';
import { begin, idsOf, newEvent, newEvents, type OpenLog, openForTest, Witness } from './support.ts';

export function describeWork(open: OpenLog): void {
  describe('work', () => {
    test('starts at the beginning of the log and continues with new events', async () => {
      const { log } = await openForTest(open);
      const before = newEvents(5);
      await begin(log, 'source-1', before);
      const { deliveries } = consume(log);
      await deliveries.count(5);
      const after = newEvents(5);
      await begin(log, 'source-2', after);
      const seen = await deliveries.count(10);
      expect(idsIn(seen).toSorted()).toEqual(idsOf([...before, ...after]).toSorted());
      expect(seen.every((delivery) => delivery.attempt === 1)).toBe(true);
      expect(seen.find((delivery) => delivery.event.id === before[0]?.id)?.event).toEqual(
        (await log.readStream('source-1'))[0],
      );
    });

    test('delivers only what matches the filter that the group was created with', async () => {
      const { log } = await openForTest(open);
      const filter = { categories: ['source'], types: ['Added'] };
      const first = consume(log, { filter });
      await begin(log, 'account-1', [newEvent('Added')]);
      await begin(log, 'source-1', [newEvent('Added', { n: 1 }), newEvent('Read')]);
      await first.deliveries.count(1);
      await first.consumer.stop(1000);
      const second = consume(log, { filter: { categories: ['account'] } });
      await begin(log, 'account-2', [newEvent('Added')]);
      await begin(log, 'source-2', [newEvent('Added', { n: 2 })]);
      await second.deliveries.count(1);
      const all = [...first.deliveries.seen, ...second.deliveries.seen];
      expect(all.map((delivery) => delivery.event.data)).toEqual([{ n: 1 }, { n: 2 }]);
    });

    test('is found behind many events of others', async () => {
      const { log } = await openForTest(open);
      for (let number = 0; number < 5; number += 1) await begin(log, `account-${number}`, newEvents(600));
      const event = newEvent();
      await begin(log, 'source-1', [event]);
      const { deliveries } = consume(log, { filter: { categories: ['source'] } });
      expect(idsIn(await deliveries.count(1))).toEqual([event.id]);
    });

    test('is shared by the consumers of a group, and delivered to every group', async () => {
      const { log } = await openForTest(open);
      const shared = [consume(log, { concurrency: 1 }), consume(log, { concurrency: 1 })];
      const alone = consume(log, { group: 'others' });
      const events = newEvents(40);
      await begin(log, 'source-1', events);
      const last = newEvent();
      await alone.deliveries.count(40);
      const seenByBoth = () => shared.flatMap(({ deliveries }) => deliveries.seen);
      await Promise.race(shared.map(({ deliveries }) => deliveries.until(() => seenByBoth().length >= 40)));
      await begin(log, 'source-2', [last]);
      await Promise.race(shared.map(({ deliveries }) => deliveries.until((seen) => idsIn(seen).includes(last.id))));
      expect(idsIn(seenByBoth()).toSorted()).toEqual(idsOf([...events, last]).toSorted());
      await alone.deliveries.count(41);
      expect(idsIn(alone.deliveries.seen).toSorted()).toEqual(idsOf([...events, last]).toSorted());
    });

    test('is done as many at a time as the consumer allows, never more', async () => {
      const { log } = await openForTest(open);
      await begin(log, 'source-1', newEvents(12));
      let running = 0;
      let most = 0;
      const finished = new Witness<number>();
      const full = Promise.withResolvers<void>();
      void consume(log, {
        concurrency: 3,
        async handle() {
          running += 1;
          most = Math.max(most, running);
          if (running === 3) full.resolve();
          await full.promise;
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
          finished.see(most);
          return done;
        },
      });
      await finished.count(12);
      expect(most).toBe(3);
    });

    test('that is done is not redelivered after a restart', async () => {
      const { log, restart } = await openForTest(open);
      await begin(log, 'source-1', newEvents(10));
      const { deliveries, consumer } = consume(log);
      await deliveries.count(10);
      await consumer.stop(5000);
      const reopened = await restart();
      const later = consume(reopened);
      const event = newEvent();
      await begin(reopened, 'source-2', [event]);
      expect(idsIn(await later.deliveries.count(1))).toEqual([event.id]);
    });

    test('that was unfinished when the process was killed is redelivered, the attempt counted', async () => {
      const { log, crash } = await openForTest(open);
      const [quick, slow] = [newEvent('Quick'), newEvent('Slow')];
      await begin(log, 'source-1', [quick, slow]);
      const before = consume(log, { handle: async (event) => (event.type === 'Slow' ? never : done) });
      await before.deliveries.count(2);
      const marker = newEvent('Quick');
      // Once a later event came through a full consumer, the verdict on the first is on its way; it may be lost all the same.
      await begin(log, 'source-2', [marker]);
      await before.deliveries.count(3);
      const after = consume(await crash());
      const seen = await after.deliveries.until((all) => idsIn(all).includes(slow.id));
      expect(seen.find((delivery) => delivery.event.id === slow.id)?.attempt).toBe(2);
    });

    test('that kills the process each time is parked after its last attempt', async () => {
      const { log, crash } = await openForTest(open);
      await begin(log, 'source-1', [newEvent('Poison')]);
      let current = log;
      for (let attempt = 1; attempt <= 2; attempt += 1) {
        const { deliveries } = consume(current, { maxAttempts: 2, handle: () => never });
        expect((await deliveries.count(1))[0]?.attempt).toBe(attempt);
        current = await crash();
      }
      const { deliveries } = consume(current, { maxAttempts: 2 });
      const [work] = await parked(current, 1);
      expect(work).toMatchObject({ event: { type: 'Poison' }, attempts: 2, reason: expect.stringMatching(/./) });
      expect(deliveries.seen).toEqual([]);
    });

    test('is redelivered after a doubling back-off when the result is retry or the handler fails', async () => {
      const { log } = await openForTest(open);
      await begin(log, 'source-1', newEvents(1));
      const { deliveries } = consume(log, {
        retryDelayMs: 40,
        async handle(_, attempt) {
          if (attempt === 1) return { kind: 'retry', reason: 'busy' };
          if (attempt === 2) throw new Error('broken');
          return done;
        },
      });
      const [first, second, third] = await deliveries.count(3);
      expect([first?.attempt, second?.attempt, third?.attempt]).toEqual([1, 2, 3]);
      // The clock of the due times has a resolution of a millisecond.
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(39);
      expect((third?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThanOrEqual(79);
      expect(await log.parkedWork('readers', 10)).toEqual([]);
    });

    test('that waits for a retry delays nothing else', async () => {
      const { log } = await openForTest(open);
      const [bad, ...good] = newEvents(10);
      if (bad === undefined) throw new Error('no event');
      await begin(log, 'source-1', [bad, ...good]);
      const { deliveries } = consume(log, {
        concurrency: 1,
        retryDelayMs: 60_000,
        handle: async (event) => (event.id === bad.id ? { kind: 'retry', reason: 'later' } : done),
      });
      expect(idsIn(await deliveries.count(10)).toSorted()).toEqual(idsOf([bad, ...good]).toSorted());
    });

    test('is parked after its last attempt, with the last reason, and stays parked over a restart', async () => {
      const { log, restart } = await openForTest(open);
      await begin(log, 'source-1', newEvents(1));
      const { deliveries } = consume(log, {
        handle: async (_, attempt) => ({ kind: 'retry', reason: `no luck ${attempt}` }),
      });
      const [work] = await parked(log, 1);
      expect(work).toEqual({ event: (await log.readStream('source-1'))[0], attempts: 3, reason: 'no luck 3' });
      expect(deliveries.seen).toHaveLength(3);
      const reopened = await restart();
      expect(await reopened.parkedWork('readers', 10)).toEqual([work]);
    });

    test('is parked at once when the result says so, and redelivered as new when replayed', async () => {
      const { log } = await openForTest(open);
      await begin(log, 'source-1', newEvents(3));
      let verdict: WorkResult = { kind: 'park', reason: 'not now' };
      const { deliveries } = consume(log, { handle: async () => verdict });
      const work = await parked(log, 3);
      expect(work.map((one) => [one.attempts, one.reason])).toEqual(Array(3).fill([1, 'not now']));
      expect(await log.parkedWork('readers', 2)).toHaveLength(2);
      expect(await log.parkedWork('others', 2)).toEqual([]);
      const counts = [
        log.countParkedWork('readers', 2),
        log.countParkedWork('readers', 10),
        log.countParkedWork('others', 2),
      ];
      expect(await Promise.all(counts)).toEqual([2, 3, 0]);
      expect(deliveries.seen).toHaveLength(3);
      verdict = done;
      expect(await log.replayParkedWork('others')).toBe(0);
      expect(await log.replayParkedWork('readers')).toBe(3);
      const seen = await deliveries.count(6);
      expect(seen.slice(3).map((delivery) => delivery.attempt)).toEqual([1, 1, 1]);
      expect(idsIn(seen.slice(3)).toSorted()).toEqual(idsIn(seen.slice(0, 3)).toSorted());
      expect(await log.parkedWork('readers', 10)).toEqual([]);
      expect(await log.countParkedWork('readers', 10)).toBe(0);
      expect(await log.replayParkedWork('readers')).toBe(0);
    });

    test('is awaited when its consumer stops, and its result counts', async () => {
      const { log } = await openForTest(open);
      const [event] = [newEvent()];
      await begin(log, 'source-1', [event]);
      const { consumer, deliveries } = consume(log, {
        async handle(_, __, signal) {
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
          await new Promise((resolve) => setImmediate(resolve));
          return done;
        },
      });
      await deliveries.count(1);
      await consumer.stop(10_000);
      const next = newEvent();
      await begin(log, 'source-2', [next]);
      const other = consume(log);
      expect(idsIn(await other.deliveries.count(1))).toEqual([next.id]);
    });

    test.each([
      ['does not finish in time', () => never],
      ['fails because of it', (signal: AbortSignal) => rejectsOnAbort(signal)],
    ])('goes to another consumer when its own stops and it %s', async (_, work) => {
      const { log } = await openForTest(open);
      const event = newEvent();
      await begin(log, 'source-1', [event]);
      const { consumer, deliveries } = consume(log, { handle: (_event, _attempt, signal) => work(signal) });
      await deliveries.count(1);
      const other = consume(log);
      await consumer.stop(10);
      expect(idsIn(await other.deliveries.count(1))).toEqual([event.id]);
      expect(deliveries.seen).toHaveLength(1);
    });

    test('is taken no more once its consumer has stopped', async () => {
      const { log } = await openForTest(open);
      const { consumer, deliveries } = consume(log);
      await consumer.stop(0);
      await begin(log, 'source-1', newEvents(1));
      const other = consume(log);
      await other.deliveries.count(1);
      expect(deliveries.seen).toEqual([]);
    });

    test('is released when the log is closed', async () => {
      const { log, restart } = await openForTest(open);
      await begin(log, 'source-1', newEvents(1));
      const { deliveries } = consume(log, { handle: () => never });
      await deliveries.count(1);
      const other = consume(await restart());
      expect(idsIn(await other.deliveries.count(1))).toEqual(idsIn(deliveries.seen));
    });
  });
}

function rejectsOnAbort(signal: AbortSignal): Promise<WorkResult> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
}
