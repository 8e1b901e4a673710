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
