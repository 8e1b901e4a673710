import { expect, test } from 'vitest';
import { availableMemory, readingLimits } from '../../../src/reading/threads/reading-limits.ts';

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

test('The memory there is is a number of bytes, also where nothing constrains it', () => {
  expect(availableMemory()).toBeGreaterThan(GIGABYTE / 4);
  expect(availableMemory()).toBeLessThan(2 ** 50);
});
