import { describe, expect, test } from 'vitest';
import { requireUsableDisk } from '../../../src/composition/stores/usable-disk.ts';
import { DiskRefusesWrites, StoreUnavailable } from '../../../src/ports/store-unavailable.ts';

const SQLITE_FULL = 13;
const SQLITE_IOERR_FSYNC = 1_034;
const SQLITE_BUSY = 5;

const failing = (error: Error) => requireUsableDisk('DATA_DIR /data', 'start again', () => Promise.reject(error));
const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });
const withResult = (message: string, errcode: number) => Object.assign(new Error(message), { errcode });

describe('A step that writes', () => {
  test.each([
    new DiskRefusesWrites('event log', 'database or disk is full', 'full'),
    withResult('database or disk is full', SQLITE_FULL),
    withCode('ENOSPC: no space left on device, write', 'ENOSPC'),
  ])('asks for room on a disk that is full: %s', async (error) => {
    await expect(failing(error)).rejects.toThrow(
      `The disk of DATA_DIR /data is full (${error.message}): make room on it, and start again.`,
    );
  });

  test.each([
    new DiskRefusesWrites('event log', 'disk I/O error', 'failing'),
    withResult('disk I/O error', SQLITE_IOERR_FSYNC),
    withCode('EIO: i/o error, fsync', 'EIO'),
    withCode('EROFS: read-only file system, mkdir', 'EROFS'),
  ])('asks to check a disk that fails: %s', async (error) => {
    await expect(failing(error)).rejects.toThrow(
      `The disk of DATA_DIR /data fails (${error.message}): check it, its free space and limits on the size of files, and start again.`,
    );
  });

  test.each([
    new StoreUnavailable('event log', 'away'),
    withResult('database is locked', SQLITE_BUSY),
    withCode('EACCES: permission denied', 'EACCES'),
  ])('passes on what is no fault of the disk: %s', async (error) => {
    await expect(failing(error)).rejects.toBe(error);
  });
});
