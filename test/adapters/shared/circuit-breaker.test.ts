import { beforeEach, describe, expect, it } from 'vitest';
import { CircuitBreaker, type Permit } from '../../../src/adapters/shared/circuit-breaker.ts';

const LIMITS = { deadlineMs: 10_000, trialDeadlineMs: 1_000 };
const refusal = () => new Error('away');
let now = 0;
let breaker: CircuitBreaker;
beforeEach(() => {
  now = 5_000;
  breaker = new CircuitBreaker(LIMITS, () => now);
});

/** @returns the deadline that the call had */
const answeredCall = (deadlineMs?: number) =>
  breaker.run(
    async (permit) => {
      breaker.answered();
      return permit.deadlineMs;
    },
    refusal,
    deadlineMs,
  );
const unansweredCall = (deadlineMs?: number) =>
  breaker.run(
    async (permit) => {
      now += 1;
      breaker.unanswered(permit);
      return permit.deadlineMs;
    },
    refusal,
    deadlineMs,
  );

describe('A circuit breaker', () => {
  it('gives each call the whole deadline while the store answers', async () => {
    expect(await Promise.all([answeredCall(), answeredCall(), answeredCall(120_000)])).toEqual([
      10_000, 10_000, 120_000,
    ]);
    expect(breaker.isOpen).toBe(false);
  });

  it('opens with a call that has no answer, and gives short deadlines until the next answer', async () => {
    await unansweredCall();
    expect(breaker.isOpen).toBe(true);
    const deadlines: number[] = [];
    for (const wanted of [undefined, 120_000, 300]) {
      now += 1_000;
      deadlines.push(await unansweredCall(wanted));
    }
    expect(deadlines).toEqual([1_000, 1_000, 300]);
    now += 1_000;
    await answeredCall();
    expect(breaker.isOpen).toBe(false);
    expect(await answeredCall()).toBe(10_000);
  });

  it('gives the whole deadline now and then, since a slow call would never be answered otherwise', async () => {
    await unansweredCall();
    now += 29_000;
    expect(await unansweredCall()).toBe(1_000);
    now += 1_000;
    expect(await unansweredCall(120_000)).toBe(10_000);
    now += 1_000;
    expect(await unansweredCall()).toBe(1_000);
  });

  it('makes no trial for a second after a call without an answer', async () => {
    await unansweredCall();
    now += 999;
    await expect(answeredCall()).rejects.toThrow('away');
    now += 1;
    expect(await answeredCall()).toBe(1_000);
    expect(await answeredCall()).toBe(10_000);
  });

  it('closes with an answer that comes after the deadline', async () => {
    await unansweredCall();
    breaker.answered();
    expect(await answeredCall()).toBe(10_000);
  });

  it('stays closed when another call had an answer since the one without began', async () => {
    let slow: Permit | undefined;
    await breaker.run(async (permit) => {
      slow = permit;
    }, refusal);
    now += 100;
    await answeredCall();
    now += 100;
    if (slow !== undefined) breaker.unanswered(slow);
    expect(breaker.isOpen).toBe(false);
  });

  it('lets others through with the trial when that is answered', async () => {
    await unansweredCall();
    now += 1_000;
    const back = Promise.withResolvers<void>();
    const trial = breaker.run(async () => {
      await back.promise;
      breaker.answered();
      return 'back';
    }, refusal);
    const others = [answeredCall(), answeredCall()];
    back.resolve();
    expect(await trial).toBe('back');
    expect(await Promise.all(others)).toEqual([10_000, 10_000]);
  });

  it('refuses others without making them when the trial has no answer', async () => {
    await unansweredCall();
    now += 1_000;
    const given = Promise.withResolvers<void>();
    const trial = breaker.run(async (permit) => {
      await given.promise;
      breaker.unanswered(permit);
    }, refusal);
    let made = 0;
    const other = breaker.run(async () => {
      made += 1;
    }, refusal);
    given.resolve();
    await trial;
    await expect(other).rejects.toThrow('away');
    expect(made).toBe(0);
  });

  it('refuses at once what comes when the trial has lasted for a while', async () => {
    await unansweredCall();
    now += 1_000;
    const never = Promise.withResolvers<void>();
    const trial = breaker.run(() => never.promise, refusal);
    now += 250;
    await expect(answeredCall()).rejects.toThrow('away');
    never.resolve();
    await trial;
  });
});
