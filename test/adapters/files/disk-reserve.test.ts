import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diskSpaceOf, requireReserve } from '../../../src/adapters/files/disk-reserve.ts';
import { lackingReserve } from '../../../src/adapters/shared/disk-reserve.ts';
import { DiskRefusesWrites } from '../../../src/ports/store-unavailable.ts';
import { smallFileSystem } from '../../support/small-file-system.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const MB = 1024 * 1024;

test.each([
  ['a large disk', 500_000 * MB, 256],
  ['a small disk', 1_000 * MB, 50],
])('%s keeps a reserve', (_disk, total, reserve) => {
  expect(lackingReserve({ total, free: reserve * MB - 1 }, 256)).toBe(reserve);
  expect(lackingReserve({ total, free: reserve * MB }, 256)).toBeNull();
});

test('A file system that names no size keeps none', () => {
  expect(lackingReserve({ total: 0, free: 0 }, 256)).toBeNull();
});

test.each([
  ['in fragments', { frsize: 4_096, bsize: MB, blocks: 1_000, bavail: 10 }],
  ['in blocks where fragments are not known', { frsize: 0, bsize: 4_096, blocks: 1_000, bavail: 10 }],
])('Free space is counted %s', (_unit, figures) => {
  expect(diskSpaceOf(figures)).toEqual({ total: 4_096_000, free: 40_960 });
});

test('A disk without its reserve refuses', async () => {
  const mounted = smallFileSystem('size=4k');
  if (mounted === null) return;
  writeFileSync(`${mounted}/filler`, 'x');
  await expect(requireReserve(mounted)).rejects.toBeInstanceOf(DiskRefusesWrites);
});

test('A disk whose free space cannot be read is written to', async () => {
  await expect(requireReserve(join(temporaryDirectory(), 'missing'))).resolves.toBeUndefined();
});
