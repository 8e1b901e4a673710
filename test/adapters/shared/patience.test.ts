import { beforeEach, describe, expect, it } from 'vitest';
import { Patience } from '../../../src/adapters/shared/patience.ts';

const LIMITS = { deadlineMs: 10_000, awayDeadlineMs: 1_000 };
let now = 0;
let patience: Patience;
beforeEach(() => {
  now = 5_000;
  patience = new Patience(LIMITS, () => now);
});

describe('Patience with a store', () => {
  it('is the whole deadline while the store answers', () => {
    expect([patience.nextDeadlineMs(), patience.nextDeadlineMs()]).toEqual([10_000, 10_000]);
  });

  it('is short after a call without an answer, until the next answer', () => {
    patience.unanswered();
    now += 1_000;
    patience.unanswered();
    expect([patience.nextDeadlineMs(), patience.nextDeadlineMs()]).toEqual([1_000, 1_000]);
    patience.answered();
    expect(patience.nextDeadlineMs()).toBe(10_000);
  });

  it('is whole for one call now and then, since a slow one would never be answered otherwise', () => {
    patience.unanswered();
    now += 29_999;
    expect(patience.nextDeadlineMs()).toBe(1_000);
    now += 1;
    expect([patience.nextDeadlineMs(), patience.nextDeadlineMs()]).toEqual([10_000, 1_000]);
  });
});
