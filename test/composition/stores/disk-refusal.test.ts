import { describe, expect, test } from 'vitest';
import { requireRoom } from '../../../src/composition/stores/disk-refusal.ts';
import { DiskRefusesWrites, StoreUnavailable } from '../../../src/ports/store-unavailable.ts';

const SQLITE_FULL = 13;
const SQLITE_BUSY = 5;

const failing = (error: Error) => requireRoom('DATA_DIR /data', 'start again', () => Promise.reject(error));

describe('A step that writes', () => {
  test.each([
    new DiskRefusesWrites('event log', 'database or disk is full'),
    Object.assign(new Error('database or disk is full'), { errcode: SQLITE_FULL }),
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  ])('names the place of a full disk, the reason and what to do: %s', async (error) => {
    await expect(failing(error)).rejects.toThrow(
      `The disk of DATA_DIR /data is full or fails (${error.message}): make room on it, and start again.`,
    );
  });

  test.each([
    new StoreUnavailable('event log', 'away'),
    Object.assign(new Error('database is locked'), { errcode: SQLITE_BUSY }),
    Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }),
  ])('passes on what is no fault of the disk: %s', async (error) => {
    await expect(failing(error)).rejects.toBe(error);
  });
});
