import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { begin, idsOf, newEvent, newEvents, type OpenLog, openForTest, readWholeLog } from './support.ts';

export function describeAppending(open: OpenLog): void {
  describe('appending', () => {
    test('keeps an event as it was given, and adds where and when', async () => {
      const { log } = await openForTest(open);
      const event = newEvent('chatbot.Renamed_2', {
        text: 'Grüße, 你好, 🎈, \u0000, "quoted",\n,\u2028 \ud800 <end>',
        nested: { list: [1, -0.5, 1e21, true, null, [], {}], ['__proto__']: 'a key like any other' },
      });
      const before = Date.now();
      const result = await begin(log, 'chatbot-1', [event]);
      const [stored, ...others] = await log.readStream('chatbot-1');
      expect(others).toEqual([]);
      expect(stored).toEqual({
        ...event,
        stream: 'chatbot-1',
        revision: 0,
        position: result.position,
        recordedAt: expect.any(Number),
      });
      expect(typeof stored?.position).toBe('bigint');
      expect(stored?.recordedAt).toBeGreaterThanOrEqual(before - 60_000);
      expect(stored?.recordedAt).toBeLessThanOrEqual(Date.now() + 60_000);
    });

    test('answers with revision and position of the last event', async () => {
      const { log } = await openForTest(open);
      const result = await begin(log, 'source-1', newEvents(3));
      const stored = await log.readStream('source-1');
      expect(result).toEqual({ ok: true, revision: 2, position: stored[2]?.position });
      expect(stored.map((event) => event.revision)).toEqual([0, 1, 2]);
      const next = await log.append('source-1', 2, [newEvent()]);
      expect(next).toMatchObject({ ok: true, revision: 3 });
    });

    test.each([
      ['no stream, but there is one', 'no-stream', 1],
      ['an earlier revision', 0, 1],
      ['a later revision', 7, 1],
    ] as const)('answers a conflict with the actual revision when expecting %s', async (_, expected, actual) => {
      const { log } = await openForTest(open);
      await begin(log, 'account-1', newEvents(2));
      expect(await log.append('account-1', expected, [newEvent()])).toEqual({ ok: false, actual });
      expect(await log.readStream('account-1')).toHaveLength(2);
    });

    test('answers a conflict when expecting a stream that does not exist', async () => {
      const { log } = await openForTest(open);
      expect(await log.append('account-1', 0, [newEvent()])).toEqual({ ok: false, actual: 'no-stream' });
      expect(await log.readStream('account-1')).toEqual([]);
      expect(await log.head()).toBeNull();
    });

    test('gives the first answer when the same append is repeated', async () => {
      const { log, restart } = await openForTest(open);
      const first = newEvents(2);
      const second = newEvents(2);
      const firstResult = await begin(log, 'session-1', first);
      expect(await log.append('session-1', 'no-stream', first)).toEqual(firstResult);
      const secondResult = await log.append('session-1', 1, second);
      await log.append('session-1', 3, newEvents(1));
      expect(await log.append('session-1', 'no-stream', first)).toEqual(firstResult);
      expect(await log.append('session-1', 1, second)).toEqual(secondResult);
      const reopened = await restart();
      expect(await reopened.append('session-1', 1, second)).toEqual(secondResult);
      expect(await reopened.readStream('session-1')).toHaveLength(5);
    });

    test('gives both the same answer when an append and its repetition run at once', async () => {
      const { log } = await openForTest(open);
      const events = newEvents(2);
      const [one, other] = await Promise.all([
        log.append('session-1', 'no-stream', events),
        log.append('session-1', 'no-stream', events),
      ]);
      expect(one).toMatchObject({ ok: true, revision: 1 });
      expect(other).toEqual(one);
      expect(idsOf(await log.readStream('session-1'))).toEqual(idsOf(events));
    });

    test('takes an append for another one when any of its events is another', async () => {
      const { log } = await openForTest(open);
      const [first, second] = [newEvent(), newEvent()];
      await begin(log, 'session-1', [first, second]);
      const conflict = { ok: false, actual: 1 };
      expect(await log.append('session-1', 'no-stream', [first, newEvent()])).toEqual(conflict);
      expect(await log.append('session-1', 'no-stream', [newEvent(), second])).toEqual(conflict);
      expect(await log.append('session-1', 'no-stream', [first, second, newEvent()])).toEqual(conflict);
      expect(await log.readStream('session-1')).toHaveLength(2);
    });

    test('keeps everything it has answered, also when the process is killed', async () => {
      const { log, crash } = await openForTest(open);
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) => log.append(`lead-${index}`, 'no-stream', newEvents(2))),
      );
      const survivor = await crash();
      for (const [index, result] of results.entries()) {
        const stored = await survivor.readStream(`lead-${index}`);
        expect(stored).toHaveLength(2);
        expect(result).toEqual({ ok: true, revision: 1, position: stored[1]?.position });
      }
    });

    test('continues with higher positions and the next revision after a restart', async () => {
      const { log, restart } = await openForTest(open);
      const before = await begin(log, 'account-1', newEvents(2));
      const reopened = await restart();
      expect(await reopened.head()).toBe(before.position);
      const after = await reopened.append('account-1', 1, newEvents(1));
      if (!after.ok) throw new Error('conflict');
      expect(after.revision).toBe(2);
      expect(after.position > before.position).toBe(true);
    });

    test('refuses an event of more than 64 KB, and all that was to be appended with it', async () => {
      const { log } = await openForTest(open);
      const large = newEvent('Noted', { text: 'x'.repeat(65_536) });
      const manyBytes = newEvent('Noted', { text: '你'.repeat(30_000) });
      await expect(log.append('account-1', 'no-stream', [newEvent(), large])).rejects.toThrow(RangeError);
      await expect(log.append('account-1', 'no-stream', [manyBytes])).rejects.toThrow(RangeError);
      expect(await readWholeLog(log)).toEqual([]);
      await begin(log, 'account-1', [newEvent('Noted', { text: 'x'.repeat(65_000) })]);
    });

    test('refuses an append of more than a megabyte', async () => {
      const { log } = await openForTest(open);
      const events = Array.from({ length: 20 }, () => newEvent('Noted', { text: 'x'.repeat(60_000) }));
      await expect(log.append('account-1', 'no-stream', events)).rejects.toThrow(RangeError);
      await begin(log, 'account-1', events.slice(0, 16));
    });

    test.each([
      ['nothing', 'account-1', 'no-stream', []],
      ['to a stream without a name', '', 'no-stream', [newEvent()]],
      ['to a stream with a strange name', 'account-"1"', 'no-stream', [newEvent()]],
      ['to a system stream', '$account-1', 'no-stream', [newEvent()]],
      ['after a negative revision', 'account-1', -1, [newEvent()]],
      ['after half a revision', 'account-1', 0.5, [newEvent()]],
      ['an event of a strange type', 'account-1', 'no-stream', [newEvent('Re named')]],
      ['an event whose id is no UUID', 'account-1', 'no-stream', [{ ...newEvent(), id: 'first' }]],
      ['an event without data', 'account-1', 'no-stream', [{ ...newEvent(), data: undefined as never }]],
      ['an event whose metadata are a list', 'account-1', 'no-stream', [{ ...newEvent(), metadata: [] as never }]],
    ] as const)('refuses to append %s', async (_, stream, expected, events) => {
      const { log } = await openForTest(open);
      await expect(log.append(stream, expected, events)).rejects.toThrow(TypeError);
      expect(await log.head()).toBeNull();
    });

    test('says that it is unavailable once it is closed', async () => {
      const { log } = await openForTest(open);
      await log.close();
      await expect(log.append('account-1', 'no-stream', [newEvent()])).rejects.toThrow(StoreUnavailable);
      await expect(log.readStream('account-1')).rejects.toThrow(StoreUnavailable);
      await expect(log.readAll({ after: null, limit: 1 })).rejects.toThrow(StoreUnavailable);
      await expect(log.head()).rejects.toThrow(StoreUnavailable);
    });

    test('gives every event a stream of its own name, however alike the names are', async () => {
      const { log } = await openForTest(open);
      const names = ['a-1', 'A-1', 'a_1', 'a.1', 'a-1-', `a-${randomUUID()}`];
      for (const name of names) await begin(log, name, [newEvent('Noted', { name })]);
      for (const name of names) expect((await log.readStream(name)).map((event) => event.data)).toEqual([{ name }]);
    });
  });
}
