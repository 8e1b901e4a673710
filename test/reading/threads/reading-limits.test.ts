import { expect, test } from 'vitest';
import { availableMemory, cpuLimitMs, heapLimit, readingLimits } from '../../../src/reading/threads/reading-limits.ts';

const GIGABYTE = 1024 ** 3;

test('Limits of reading grow with the memory there is, and end where no document needs more', () => {
  expect(readingLimits(GIGABYTE)).toEqual({ maxHeapMegabytes: 256, maxBufferMegabytes: 154, lightHeapMegabytes: 102 });
  expect(readingLimits(64 * GIGABYTE)).toEqual({
    maxHeapMegabytes: 640,
    maxBufferMegabytes: 512,
    lightHeapMegabytes: 128,
  });
  expect(readingLimits(GIGABYTE / 4)).toEqual({ maxHeapMegabytes: 96, maxBufferMegabytes: 96, lightHeapMegabytes: 64 });
});

test('The CPU that a document may use grows with its size: 4 s and 24 s a megabyte for files, 3 s and 3 s for pages', () => {
  const megabytes = (count: number) => count * 1024 * 1024;
  expect([0, 1, 25].map((size) => cpuLimitMs('file', megabytes(size)))).toEqual([4_000, 28_000, 604_000]);
  expect([0, 1, 5].map((size) => cpuLimitMs('page', megabytes(size)))).toEqual([3_000, 6_000, 18_000]);
});

test('The heap that a document may use grows with its size, to the most there is', () => {
  const kilobytes = [0, 128, 1_024];
  expect(kilobytes.map((size) => heapLimit(size * 1024, 640))).toEqual([128, 320, 640]);
  expect(heapLimit(1024, 96)).toBe(96);
});

test('The memory there is is a number of bytes, also where nothing constrains it', () => {
  expect(availableMemory()).toBeGreaterThan(GIGABYTE / 4);
  expect(availableMemory()).toBeLessThan(2 ** 50);
});
