import { totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;

export interface ReadingLimits {
  /** Heap and buffers of the thread that handles heavy documents. */
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
    lightHeapMegabytes: shareOf(0.1, 64, 128),
  };
}

const MIN_CPU_MS = 4_000;
const CPU_MS_A_MEGABYTE = 24_000;

/**
 * CPU time for a file of that size, as uploaded. Documents whose text is packed tightest, long tables, need a quarter of it; a small
 * file that unpacks to very much, or that a parser is slow with, must not cost as much as a large one.
 */
export const cpuLimitMs = (bytes: number): number => MIN_CPU_MS + (bytes / MEGABYTE) * CPU_MS_A_MEGABYTE;
