/** Measures how work grows with its input. Absolute times would tell as much of the machine's load as of the code. */
import { expect } from 'vitest';

const TIMES_LARGER = 4;
/** Linear work takes 4 times the CPU, quadratic work 16 times. */
const MAX_TIMES_CPU = 10;
/** Below it, compilation and garbage collection decide the ratio. */
const MIN_COMPARED_MS = 20;

/** A garbage collection may fall into one measurement. Work that grows too fast fails each. */
const MEASUREMENTS = 3;

/**
 * Fails when `work` grows clearly faster than its input: it is done for a quarter of `size`, then for all of it.
 * @param work synchronous
 */
export function expectLinear(size: number, work: (size: number) => void, message?: string): void {
  let least = timesCpu(size, work);
  for (let done = 1; done < MEASUREMENTS && least >= MAX_TIMES_CPU; done += 1)
    least = Math.min(least, timesCpu(size, work));
  expect(least, message).toBeLessThan(MAX_TIMES_CPU);
}

/** CPU for all of `size` over that for a quarter of it. */
function timesCpu(size: number, work: (size: number) => void): number {
  const quarter = Math.max(
    MIN_COMPARED_MS,
    cpuMs(() => work(Math.floor(size / TIMES_LARGER))),
  );
  return cpuMs(() => work(size)) / quarter;
}

/** CPU of the calling thread alone: neither other processes nor the threads of V8 count. */
function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
