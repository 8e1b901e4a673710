import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serverSentData } from '../../../src/adapters/openai/server-sent-data.ts';

const eventsOf = (...data: readonly string[]) => data.map((each) => `data: ${each}\n\n`).join('');

/** Reads all batches of a body; `batches` holds those that have come so far. */
function reading(body: PassThrough, mayLinger: () => boolean = () => true) {
  const batches: (readonly string[])[] = [];
  const read = async () => {
    for await (const batch of serverSentData(body, mayLinger)) batches.push(batch);
  };
  const ended = read();
  // A failure is looked at where a test awaits the end.
  ended.catch(() => undefined);
  return { batches, ended };
}

/** Until all that was written has been read: streams pass data on in ticks and microtasks. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
}

describe('Events of a stream', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('of which the first comes at once, and those of the next 30 ms together', async () => {
    const body = new PassThrough();
    const { batches } = reading(body);
    body.write(eventsOf('a'));
    await settle();
    expect(batches).toEqual([['a']]);
    for (const data of ['b', 'c', 'd']) {
      vi.advanceTimersByTime(9);
      body.write(eventsOf(data));
      await settle();
    }
    expect(batches).toEqual([['a']]);
    vi.advanceTimersByTime(3);
    await settle();
    expect(batches).toEqual([['a'], ['b', 'c', 'd']]);
    body.destroy();
  });

  it('are not delayed when they are 30 ms apart', async () => {
    const body = new PassThrough();
    const { batches } = reading(body);
    for (const data of ['a', 'b', 'c']) {
      body.write(eventsOf(data));
      await settle();
      expect(batches.at(-1)).toEqual([data]);
      vi.advanceTimersByTime(30);
    }
    body.destroy();
  });

  it('are not delayed while they may not linger', async () => {
    const body = new PassThrough();
    const { batches } = reading(body, () => false);
    for (const data of ['a', 'b', 'c']) {
      body.write(eventsOf(data));
      await settle();
    }
    expect(batches).toEqual([['a'], ['b'], ['c']]);
    body.destroy();
  });

  it.each([
    ['[DONE]', ['b', '[DONE]'], (body: PassThrough) => void body.write(eventsOf('[DONE]', 'never read'))],
    ['the end of the body', ['b'], (body: PassThrough) => void body.end()],
  ])('come at once at %s', async (_name, last, end) => {
    const body = new PassThrough();
    const { batches, ended } = reading(body);
    body.write(eventsOf('a'));
    await settle();
    body.write(eventsOf('b'));
    end(body);
    await settle();
    expect(batches).toEqual([['a'], last]);
    vi.advanceTimersByTime(100);
    await ended;
  });

  it('come before the failure of the body', async () => {
    const body = new PassThrough();
    const { batches, ended } = reading(body);
    body.write(eventsOf('a'));
    await settle();
    body.write(eventsOf('b'));
    await settle();
    body.destroy(new Error('The connection was reset'));
    await expect(ended).rejects.toThrow('The connection was reset');
    expect(batches).toEqual([['a'], ['b']]);
  });

  it('of a body that is already destroyed are a failure, not a wait without end', async () => {
    const body = new PassThrough();
    body.on('error', () => undefined);
    body.destroy(new Error('Aborted'));
    await settle();
    await expect(reading(body).ended).rejects.toThrow('Aborted');
  });

  it('stop the body while a slow reader has not taken 64 KB of them', async () => {
    const body = new PassThrough();
    const batches = serverSentData(body, () => true);
    const first = batches.next();
    body.write(eventsOf('a'));
    await first;
    for (let written = 0; written < 500 && !body.isPaused(); written += 1) {
      body.write(eventsOf('x'.repeat(1_000)));
      await setImmediate();
    }
    expect(body.isPaused()).toBe(true);
    const next = batches.next();
    await settle();
    vi.advanceTimersByTime(30);
    const { value } = await next;
    expect(value?.length).toBeLessThan(100);
    expect(body.isPaused()).toBe(false);
    await batches.return(undefined);
    expect(body.destroyed).toBe(true);
  });
});

describe('Events of a stream, however it is cut', () => {
  it('are all read once and in order', async () => {
    const data = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => JSON.stringify(text));
    await fc.assert(
      fc.asyncProperty(
        fc.array(data, { maxLength: 30 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 40 })),
        async (all, cuts) => {
          const bytes = Buffer.from(eventsOf(...all, '[DONE]'));
          const body = new PassThrough();
          const { batches, ended } = reading(body);
          for (let at = 0; at < bytes.length; ) {
            const size = cuts.next().value ?? bytes.length;
            body.write(bytes.subarray(at, at + size));
            at += size;
            if (size % 3 === 0) await setImmediate();
          }
          body.end();
          await ended;
          expect(batches.flat()).toEqual([...all, '[DONE]']);
        },
      ),
      { numRuns: 50 },
    );
  });
});
