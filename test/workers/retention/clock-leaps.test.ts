import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../../../src/ports/event-log.ts';
import { ClockLeaps, newestEventAt } from '../../../src/workers/retention/clock-leaps.ts';
import { NOON } from '../../support/fixtures.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A machine whose clock can be set. */
function machine(newestAgo: number | null) {
  const now = { wall: NOON, monotonic: 5_000 };
  const leaps: number[] = [];
  const told = new ClockLeaps({
    clock: { now: () => now.wall },
    monotonic: () => now.monotonic,
    newestEventAt: newestAgo === null ? null : NOON - newestAgo,
    onLeap: (days) => leaps.push(days),
  });
  return {
    leaps,
    settlesIn: () => told.settlesIn(),
    pass: (time: number) => {
      now.wall += time;
      now.monotonic += time;
    },
    set: (time: number) => {
      now.wall += time;
    },
  };
}

describe('A clock', () => {
  it.each([null, 0, 23 * HOUR])('is believed at a start when the newest event is not old: %s', (newestAgo) => {
    const { settlesIn, leaps } = machine(newestAgo);
    expect([settlesIn(), leaps]).toEqual([0, []]);
  });

  it('far ahead of the newest event is believed when it has run for six hours', () => {
    const { settlesIn, pass, leaps } = machine(40 * DAY);
    expect([settlesIn(), leaps]).toEqual([6 * HOUR, [40]]);
    pass(HOUR);
    expect(settlesIn()).toBe(5 * HOUR);
    pass(5 * HOUR);
    expect([settlesIn(), leaps]).toEqual([0, [40]]);
  });

  it('that leaps ahead by days while the process runs is believed six hours later', () => {
    const { settlesIn, pass, set, leaps } = machine(0);
    pass(10 * DAY);
    expect(settlesIn()).toBe(0);
    set(40 * DAY);
    pass(HOUR);
    expect([settlesIn(), leaps]).toEqual([6 * HOUR, [40]]);
    pass(6 * HOUR);
    expect([settlesIn(), leaps]).toEqual([0, [40]]);
  });

  it('is believed although it stood still for a night, or is set back', () => {
    const { settlesIn, pass, set } = machine(0);
    set(10 * HOUR);
    expect(settlesIn()).toBe(0);
    pass(HOUR);
    set(-400 * DAY);
    expect(settlesIn()).toBe(0);
  });
});

describe('The newest event', () => {
  const latest = (...events: readonly Pick<StoredEvent, 'type' | 'recordedAt'>[]) => ({
    readLatest: async () => events as readonly StoredEvent[],
  });
  const asked = (ago: number) => ({ type: 'QuestionAsked', recordedAt: NOON - ago });

  it('is none that the start itself recorded', async () => {
    const log = latest({ type: 'TreeHeadSigned', recordedAt: NOON }, asked(HOUR));
    expect(await newestEventAt(log, NOON)).toBe(NOON - HOUR);
    expect(await newestEventAt(latest(), NOON)).toBeNull();
  });

  it('is none that a clock recorded after it leapt, which a restart would believe', async () => {
    const log = latest(asked(0), asked(HOUR), asked(2 * HOUR), asked(40 * DAY), asked(41 * DAY));
    expect(await newestEventAt(log, NOON)).toBe(NOON - 40 * DAY);
  });

  it('is one after a leap again once that is six hours past', async () => {
    expect(await newestEventAt(latest(asked(0), asked(6 * HOUR), asked(40 * DAY)), NOON)).toBe(NOON);
  });

  it('is one recorded ahead once the clock is set back, and delays nothing then', async () => {
    const newestAt = await newestEventAt(latest(asked(-40 * DAY), asked(HOUR)), NOON);
    expect(newestAt).toBe(NOON - HOUR);
  });
});
