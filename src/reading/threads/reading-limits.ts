import { totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;
/** Suffices for any document of few kilobytes. */
const LEAST_HEAP_MEGABYTES = 128;
/** Long Word tables, which are packed tightest, need a third of it. */
const HEAP_ALLOWANCE_FACTOR = 1_536;

export interface ReadingLimits {
  /** Limits of the thread that handles heavy documents. */
  readonly maxHeapMegabytes: number;
  readonly maxBufferMegabytes: number;
  /** Heap of each other thread. A document that needs more is heavy. */
  readonly lightHeapMegabytes: number;
}

/** The machine's memory, or the cgroup's limit, in bytes. */
export function availableMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** @param bytes available to the whole process */
export function readingLimits(bytes: number): ReadingLimits {
  const shareOf = (share: number, least: number, most: number) =>
    Math.round(Math.min(most, Math.max(least, (bytes * share) / MEGABYTE)));
  return {
    maxHeapMegabytes: shareOf(0.25, 96, 640),
    maxBufferMegabytes: shareOf(0.15, 96, 512),
    lightHeapMegabytes: shareOf(0.1, 64, LEAST_HEAP_MEGABYTES),
  };
}

/**
 * Megabytes of heap for a document of that size. A small one that unpacks to very much, or names ranges of millions, must not cost as much
 * as a large one.
 */
export function heapLimit(bytes: number, maxHeapMegabytes: number): number {
  return Math.min(maxHeapMegabytes, LEAST_HEAP_MEGABYTES + (bytes / MEGABYTE) * HEAP_ALLOWANCE_FACTOR);
}

interface CpuAllowance {
  readonly leastMs: number;
  readonly msAMegabyte: number;
}

const CPU_ALLOWANCES: Readonly<Record<'file' | 'page', CpuAllowance>> = {
  // Long tables, whose text is packed tightest, need a quarter of it.
  file: { leastMs: 4_000, msAMegabyte: 24_000 },
  // Pages of nothing but links need a third.
  page: { leastMs: 3_000, msAMegabyte: 3_000 },
};

/**
 * CPU time for a document of that size: a file as uploaded, a page unpacked. A small one that unpacks to very much, or is slow to parse,
 * must not cost as much as a large one.
 */
export function cpuLimitMs(kind: 'file' | 'page', bytes: number): number {
  const { leastMs, msAMegabyte } = CPU_ALLOWANCES[kind];
  return leastMs + (bytes / MEGABYTE) * msAMegabyte;
}
