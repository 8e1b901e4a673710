/** Measures how work grows with its input. Absolute times would tell as much of the machine's load as of the code. */
import { expect } from 'vitest';

const TIMES_LARGER = 4;
/** Linear work takes 4 times the CPU, quadratic work 16 times. */
const MAX_TIMES_CPU = 10;
/** Below it, compilation and garbage collection decide the ratio. */
const MIN_COMPARED_MS = 20;

/**
 * Fails when `work` grows clearly faster than its input: it is done for a quarter of `size`, then for all of it.
 * @param work synchronous
 */
export function expectLinear(size: number, work: (size: number) => void, message?: string): void {
  const quarter = Math.max(
    MIN_COMPARED_MS,
    cpuMs(() => work(Math.floor(size / TIMES_LARGER))),
  );
  expect(cpuMs(() => work(size)) / quarter, message).toBeLessThan(MAX_TIMES_CPU);
}

/** CPU of the calling thread alone: neither other processes nor the threads of V8 count. */
function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
