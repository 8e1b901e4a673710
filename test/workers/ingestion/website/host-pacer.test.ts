/** The pace of requests to a host, by a clock whose timers are late as a busy machine's are. */
import { describe, expect, test } from 'vitest';
import { HostPacer, type PacerTime } from '../../../../src/workers/ingestion/website/host-pacer.ts';

const DELAY_MS = 100;
const never = new AbortController().signal;

/** Timers fire in their order, each late by what is said of it, round and round. */
class LateTime implements PacerTime {
  #now = 1_000;
  readonly #lateBy: readonly number[];
  readonly #timers: { readonly due: number; readonly fire: () => void }[] = [];

  constructor(lateBy: readonly number[]) {
    this.#lateBy = lateBy;
  }

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#timers.push({ due: this.#now + milliseconds, fire: resolve });
    return promise;
  }

  /** Until no timer is left. */
  async run(): Promise<void> {
    for (let fired = 0; ; fired += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      this.#timers.sort((a, b) => b.due - a.due);
      const timer = this.#timers.pop();
      if (timer === undefined) return;
      this.#now = Math.max(this.#now, timer.due + (this.#lateBy[fired % this.#lateBy.length] ?? 0));
      timer.fire();
    }
  }
}

/** Start times, in order, of requests that ask for their turn at once. */
async function startsOf(time: LateTime, pacer: HostPacer, hosts: readonly string[]): Promise<readonly number[]> {
  const starts = hosts.map(async (host) => {
    await pacer.waitForTurn(host, DELAY_MS, never);
    return time.now();
  });
  await time.run();
  return (await Promise.all(starts)).toSorted((a, b) => a - b);
}

describe('The pace of requests to a host', () => {
  test.each([
    ['in time', [0]],
    ['late now and then', [0, 90, 0, 0, 40]],
    ['later than the delay', [250, 0]],
    ['early by a fraction', [-0.4, 0]],
  ])('leaves the delay in every gap when timers are %s', async (_when, lateBy) => {
    const time = new LateTime(lateBy);
    const starts = await startsOf(time, new HostPacer(time), Array(8).fill('a'));
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(DELAY_MS);
    if (lateBy.every((late) => late === 0)) expect(new Set(gaps)).toEqual(new Set([DELAY_MS]));
  });

  test('is its own for each host', async () => {
    const time = new LateTime([0]);
    expect(await startsOf(time, new HostPacer(time), ['a', 'b', 'a', 'b'])).toEqual([1_000, 1_000, 1_100, 1_100]);
  });

  test('waits as long as the host asks', async () => {
    const time = new LateTime([0]);
    const pacer = new HostPacer(time);
    pacer.pauseHost('a', 5_000);
    expect(await startsOf(time, pacer, ['a', 'a'])).toEqual([6_000, 6_100]);
  });
});
