import { describe, expect, test } from 'vitest';
import { LossChecks } from '../../../src/adapters/mongodb/documents/loss-checks.ts';
import { layoutOf } from '../../../src/adapters/mongodb/documents/stored.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { failureOf } from '../../support/failures.ts';

const chatbots = { name: 'chatbots', version: 2, indexes: [] };
const layout = layoutOf(chatbots, '');

/** Checks that are answered by hand, in their order. */
function heldBack({ isReadModel = true } = {}) {
  const answers: ((isGone: boolean) => void)[] = [];
  const checks = new LossChecks(
    () => isReadModel,
    () => new Promise((resolve) => answers.push(resolve)),
  );
  return { answers, miss: () => checks.refuseIfLost(chatbots, layout, 0), checks };
}

const answerNext = async (answers: ((isGone: boolean) => void)[], at: number, isGone: boolean) => {
  await expect.poll(() => answers.length).toBe(at + 1);
  answers[at]?.(isGone);
};

describe('Reads that find nothing', () => {
  test('cause two checks of the collection at most, however many come at once', async () => {
    const { answers, miss } = heldBack();
    const misses = Array.from({ length: 500 }, miss);
    await answerNext(answers, 0, false);
    await answerNext(answers, 1, false);
    await Promise.all(misses);
    expect(answers).toHaveLength(2);
  });

  test('are told of a loss after the check before them has begun', async () => {
    const { answers, miss } = heldBack();
    const before = miss();
    const after = failureOf(miss());
    await answerNext(answers, 0, false);
    await before;
    await answerNext(answers, 1, true);
    expect(await after).toBeInstanceOf(StoreUnavailable);
  });

  test('are checked at once, and those that find something are not within a second of a check', async () => {
    const { answers, miss, checks } = heldBack();
    const first = checks.refuseIfLost(chatbots, layout, 3);
    await answerNext(answers, 0, false);
    await first;
    await checks.refuseIfLost(chatbots, layout, 3);
    const empty = failureOf(miss());
    await answerNext(answers, 1, true);
    expect(await empty).toBeInstanceOf(StoreUnavailable);
    const later = failureOf(checks.refuseIfLost(chatbots, layout, 3));
    await answerNext(answers, 2, true);
    expect(await later).toBeInstanceOf(StoreUnavailable);
  });

  test('are checked anew after a check has failed', async () => {
    const failing = [new StoreUnavailable('documents', 'is away')];
    const checks = new LossChecks(
      () => true,
      async () => {
        const failure = failing.pop();
        if (failure !== undefined) throw failure;
        return false;
      },
    );
    expect(await failureOf(checks.refuseIfLost(chatbots, layout, 0))).toBeInstanceOf(StoreUnavailable);
    await checks.refuseIfLost(chatbots, layout, 0);
  });

  test('are not checked for projectors, nor for what has no log to come back from', async () => {
    const { answers, checks } = heldBack();
    await checks.refuseIfLost({ ...chatbots, generation: '' }, layout, 0);
    await heldBack({ isReadModel: false }).miss();
    expect(answers).toEqual([]);
  });
});
