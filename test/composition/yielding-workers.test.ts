import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { YieldingWorkers } from '../../src/composition/yielding-workers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched() {
  const told: string[] = [];
  const running = new Set<object>();
  const away: string[] = [];
  const start = () => {
    const workers = { stop: async () => void running.delete(workers) };
    running.add(workers);
    return workers;
  };
  const options = {
    start,
    findUnavailable: async () => away,
    report: ({ message }: { message: string }) => void told.push(message),
  };
  const workers = new YieldingWorkers(options);
  onTestFinished(() => workers.stop(0));
  return { workers, told, running, away };
}

test('A node that does not reach a store for half a minute leaves its work to others until it does', async () => {
  const { told, running, away, workers } = watched();
  away.push('searchIndex');
  await vi.advanceTimersByTimeAsync(25_000);
  expect(running.size).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(running.size).toBe(0);
  away.pop();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(running.size).toBe(1);
  expect(told).toEqual([
    'This node has not reached searchIndex for 30 seconds, so it leaves background work to other nodes until it does',
    'This node reaches all stores again, and takes background work',
  ]);
  await workers.stop(0);
  expect(running.size).toBe(0);
});

test('Short outages hand nothing over, however many there are', async () => {
  const { told, running, away } = watched();
  for (let outage = 0; outage < 10; outage += 1) {
    away.push('documents');
    await vi.advanceTimersByTimeAsync(20_000);
    away.pop();
    await vi.advanceTimersByTimeAsync(4_000);
  }
  expect([running.size, told]).toEqual([1, []]);
});
