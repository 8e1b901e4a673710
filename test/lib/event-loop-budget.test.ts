import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { EventLoopBudget } from '../../src/lib/event-loop-budget.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function stoppedClock() {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  return { advance: (ms: number) => void clock.mockReturnValue(performance.now() + ms) };
}

test('work that begins later in a turn shares the time slice of the turn', async () => {
  const clock = stoppedClock();
  const first = new EventLoopBudget();
  await first.yieldNow();
  expect(first.isUsedUp).toBe(false);

  clock.advance(10);
  const second = new EventLoopBudget();

  expect(second.isUsedUp).toBe(true);
});

test('each turn of the event loop has a slice of its own', async () => {
  const clock = stoppedClock();
  const [first, second] = [new EventLoopBudget(), new EventLoopBudget()];
  await first.yieldNow();
  expect(first.isUsedUp).toBe(false);
  clock.advance(10);
  expect(first.isUsedUp).toBe(true);

  await first.yieldNow();

  expect([first.isUsedUp, second.isUsedUp]).toEqual([false, false]);
});

test('work of a burst resumes in arrival order, in as many turns as its steps need slices', async () => {
  const clock = stoppedClock();
  const steps: string[] = [];
  const work = async (name: string, ms: number) => {
    const budget = new EventLoopBudget();
    for (const part of [1, 2]) {
      await budget.yieldNow();
      steps.push(`${name}${part}`);
      clock.advance(ms);
    }
  };
  const all = Promise.all([work('a', 10), work('b', 1), work('c', 10), work('d', 10)]);
  const turns: (readonly string[])[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    await nextTurn();
    turns.push(steps.splice(0));
  }
  await all;
  expect(turns).toEqual([['a1'], ['b1', 'c1'], ['d1'], ['a2'], ['b2', 'c2'], ['d2']]);
});
