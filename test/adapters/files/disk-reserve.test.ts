import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requireReserve, reserveOf } from '../../../src/adapters/files/disk-reserve.ts';
import { DiskRefusesWrites } from '../../../src/ports/store-unavailable.ts';
import { smallFileSystem } from '../../support/small-file-system.ts';

const MB = 1024 * 1024;

test.each([
  ['a large disk', 500_000 * MB, 256 * MB],
  ['a small disk', 1_000 * MB, 50 * MB],
  ['a file system that names no size', 0, 0],
])('%s keeps a reserve for the log', (_disk, total, reserve) => {
  expect(reserveOf({ total })).toBe(reserve);
});

test('A disk without its reserve refuses', async () => {
  const mounted = smallFileSystem('size=4k');
  if (mounted === null) return;
  writeFileSync(`${mounted}/filler`, 'x');
  await expect(requireReserve(mounted)).rejects.toBeInstanceOf(DiskRefusesWrites);
});
