import { describe, expect, test } from 'vitest';
import { type Position, parsePosition } from '../../../src/ports/event-log.ts';
import { begin, idsOf, newEvent, newEvents, type OpenLog, openForTest, readWholeLog } from './support.ts';

export function describeReading(open: OpenLog): void {
  describe('reading', () => {
    test('reads a stream that does not exist as empty', async () => {
      const { log } = await openForTest(open);
      expect(await log.readStream('account-1')).toEqual([]);
      await begin(log, 'account-1', newEvents(1));
      expect(await log.readStream('account-1', { fromRevision: 1 })).toEqual([]);
    });

    test('gives a stream in order from a revision on, at most as many as asked for', async () => {
      const { log } = await openForTest(open);
      const events = newEvents(300);
      await begin(log, 'account-1', events);
      const ids = idsOf(events);
      expect(idsOf(await log.readStream('account-1'))).toEqual(ids);
      expect(idsOf(await log.readStream('account-1', { fromRevision: 290 }))).toEqual(ids.slice(290));
      expect(idsOf(await log.readStream('account-1', { limit: 128 }))).toEqual(ids.slice(0, 128));
      expect(idsOf(await log.readStream('account-1', { fromRevision: 3, limit: 129 }))).toEqual(ids.slice(3, 132));
    });

    test('finds the event at a position, and none where there is none', async () => {
      const { log } = await openForTest(open);
      await begin(log, 'account-1', newEvents(3));
      const { events } = await log.readAll({ after: null, limit: 10 });
      for (const event of events) expect(await log.eventAt(event.position)).toEqual(event);
      const last = events.at(-1)?.position ?? 0n;
      expect(await log.eventAt((last + 1_000_000n) as Position)).toBeNull();
      // Positions that are byte offsets are never consecutive.
      const between = (last - 1n) as Position;
      expect(await log.eventAt(between)).toEqual(events.find(({ position }) => position === between) ?? null);
    });

    test('gives the events at many places in the order asked for, and none where another event stands', async () => {
      const { log } = await openForTest(open);
      for (let number = 0; number < 40; number += 1)
        await begin(log, `account-${number}`, newEvents(number % 3 === 0 ? 30 : 2));
      const { events } = await log.readAll({ after: null, limit: 1000 });
      const wanted = events.filter((_, index) => index % 7 !== 3).toReversed();
      expect(await log.readEvents(wanted)).toEqual(wanted);
      const [first, second] = wanted;
      if (first === undefined || second === undefined) throw new Error('There are events');
      const elsewhere = [
        { ...first, stream: 'account-gone' },
        { ...first, revision: first.revision + 1 },
        { ...second, position: ((events.at(-1)?.position ?? 0n) + 1_000_000n) as Position },
      ];
      expect(await log.readEvents([...elsewhere, second, second])).toEqual([null, null, null, second, second]);
      expect(await log.readEvents([])).toEqual([]);
    });

    test('reads at most a thousand places at once', async () => {
      const { log } = await openForTest(open);
      const place = { stream: 'account-1', revision: 0, position: 1n as Position };
      await expect(log.readEvents(new Array(1001).fill(place))).rejects.toThrow(RangeError);
    });

    test('gives the last events, newest first', async () => {
      const { log } = await openForTest(open);
      expect(await log.readLatest(5)).toEqual([]);
      await begin(log, 'account-1', newEvents(300));
      await begin(log, 'account-2', newEvents(2));
      const { events } = await log.readAll({ after: null, limit: 400 });
      expect(await log.readLatest(2)).toEqual(events.slice(-2).reverse());
      expect(idsOf(await log.readLatest(301))).toEqual(idsOf(events.slice(1)).reverse());
      expect(await log.readLatest(1000)).toHaveLength(302);
    });

    test('gives a thousand events of a stream unless told otherwise', async () => {
      const { log } = await openForTest(open);
      await begin(log, 'account-1', newEvents(1001));
      expect(await log.readStream('account-1')).toHaveLength(1000);
      expect(await log.readStream('account-1', { limit: 2000 })).toHaveLength(1001);
    });

    test('gives large events whole', async () => {
      const { log } = await openForTest(open);
      const events = Array.from({ length: 40 }, (_, index) =>
        newEvent('Noted', { text: `${index}`.repeat(30_000), breaks: ',\n'.repeat(100) }),
      );
      // No more than a megabyte at once.
      for (let from = 0; from < events.length; from += 10) {
        await log.append('account-1', from === 0 ? 'no-stream' : from - 1, events.slice(from, from + 10));
      }
      expect((await log.readStream('account-1')).map((event) => event.data)).toEqual(events.map((event) => event.data));
      expect((await log.readAll({ after: null, limit: 100 })).events.map((event) => event.id)).toEqual(idsOf(events));
    });

    test('knows its last position, and that an empty log has none', async () => {
      const { log } = await openForTest(open);
      expect(await log.head()).toBeNull();
      expect(await log.readAll({ after: null, limit: 10 })).toEqual({ events: [], readTo: null });
      const { position } = await begin(log, 'account-1', newEvents(2));
      expect(await log.head()).toBe(position);
      expect(parsePosition(String(position))).toBe(position);
    });

    test('gives the whole log page by page, in the order of its positions', async () => {
      const { log } = await openForTest(open);
      const appended: string[] = [];
      for (let number = 0; number < 10; number += 1) {
        const events = newEvents(3);
        await log.append(`account-${number}`, 'no-stream', events);
        appended.push(...idsOf(events));
      }
      const first = await log.readAll({ after: null, limit: 4 });
      expect(idsOf(first.events)).toEqual(appended.slice(0, 4));
      expect(first.readTo).toBe(first.events[3]?.position);
      const second = await log.readAll({ after: first.readTo, limit: 4 });
      expect(idsOf(second.events)).toEqual(appended.slice(4, 8));
      expect(idsOf(await readWholeLog(log))).toEqual(appended);
    });

    test('says that there is nothing more by the position it was given', async () => {
      const { log } = await openForTest(open);
      const { position } = await begin(log, 'account-1', newEvents(3));
      expect(await log.readAll({ after: position, limit: 10 })).toEqual({ events: [], readTo: position });
      const quiet = await log.readAll({ after: position, limit: 10, filter: { categories: ['nobody'] } });
      expect(quiet).toEqual({ events: [], readTo: position });
    });

    test('gives only what matches both the categories and the types asked for', async () => {
      const { log } = await openForTest(open);
      await begin(log, 'chatbot-a-1', [newEvent('Made', { n: 1 }), newEvent('Renamed', { n: 2 })]);
      await begin(log, 'chatbotter-1', [newEvent('Made', { n: 3 })]);
      await begin(log, 'source-1', [newEvent('Made', { n: 4 }), newEvent('Read', { n: 5 })]);
      await begin(log, 'clock', [newEvent('Made', { n: 6 })]);
      const matching = async (filter: { categories?: string[]; types?: string[] }) =>
        (await log.readAll({ after: null, limit: 100, filter })).events.map((event) => event.data.n);
      expect(await matching({ categories: ['chatbot'] })).toEqual([1, 2]);
      expect(await matching({ categories: ['source', 'clock'] })).toEqual([4, 5, 6]);
      expect(await matching({ types: ['Made'] })).toEqual([1, 3, 4, 6]);
      expect(await matching({ types: ['Read', 'Renamed'] })).toEqual([2, 5]);
      expect(await matching({ categories: ['source', 'chatbot'], types: ['Made'] })).toEqual([1, 4]);
      expect(await matching({})).toEqual([1, 2, 3, 4, 5, 6]);
    });

    test('skips what does not match, so that reading on from there misses nothing', async () => {
      const { log } = await openForTest(open);
      const { position: matching } = await begin(log, 'source-1', newEvents(1));
      await begin(log, 'account-1', newEvents(50));
      const filter = { categories: ['source'] };
      const first = await log.readAll({ after: null, limit: 10, filter });
      expect(first.events).toHaveLength(1);
      expect(first.readTo !== null && first.readTo >= matching).toBe(true);
      let readTo = first.readTo;
      for (let more = true; more; ) {
        const page = await log.readAll({ after: readTo, limit: 10, filter });
        expect(page.events).toEqual([]);
        more = page.readTo !== readTo;
        readTo = page.readTo;
      }
      expect(readTo).toBe(await log.head());
      await log.append('source-1', 0, newEvents(1));
      expect((await log.readAll({ after: readTo, limit: 10, filter })).events).toHaveLength(1);
    });
  });
}
