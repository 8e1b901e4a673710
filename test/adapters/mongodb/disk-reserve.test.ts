import { MongoClient } from 'mongodb';
import { describe, expect, test, vi } from 'vitest';
import { DiskReserve } from '../../../src/adapters/mongodb/blobs/disk-reserve.ts';
import { callsTo } from '../../../src/adapters/mongodb/failures.ts';
import { DiskRefusesWrites } from '../../../src/ports/store-unavailable.ts';

const GIGABYTE = 1024 ** 3;

/** A disk of a server, in gigabytes. */
const disk = (total: number, free: number) => ({
  fsTotalSize: total * GIGABYTE,
  fsUsedSize: (total - free) * GIGABYTE,
});

const reserveAt = (command: () => Promise<object>): DiskReserve =>
  new DiskReserve({ command }, callsTo('blobs', { client: new MongoClient('mongodb://127.0.0.1') }));

/** Outcome of storing a file while the server answers so. */
async function fileAt(answer: object | Error): Promise<string> {
  const command = async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return reserveAt(command)
    .require()
    .then(
      () => 'taken',
      (error: unknown) => (error instanceof DiskRefusesWrites ? `refused: ${error.message}` : String(error)),
    );
}

describe('Files in MongoDB', () => {
  test('leave its disk a gigabyte, or the twentieth part of a small one', async () => {
    expect(await fileAt(disk(100, 1.1))).toBe('taken');
    expect(await fileAt(disk(100, 0.9))).toMatch(/^refused: .*less than 1024 MB are free on the disk of MongoDB/);
    expect(await fileAt(disk(10, 0.6))).toBe('taken');
    expect(await fileAt(disk(10, 0.4))).toMatch(/^refused: .*less than 512 MB/);
    expect(await fileAt({ fsTotalSize: 10n ** 12n, fsUsedSize: 10n ** 12n - 1n })).toMatch(/^refused/);
  });

  test('leave the disk of each shard as much', async () => {
    expect(await fileAt({ raw: { one: disk(100, 50), two: disk(100, 2) } })).toBe('taken');
    expect(await fileAt({ raw: { one: disk(100, 50), two: disk(100, 0.5) } })).toMatch(/^refused/);
  });

  test('are taken where the server does not tell about its disk', async () => {
    expect(await fileAt({ ok: 1 })).toBe('taken');
    expect(await fileAt(new Error('not authorized'))).toBe('taken');
    expect(await fileAt({ fsTotalSize: 'unknown', fsUsedSize: 'unknown' })).toBe('taken');
  });

  test('wait no longer than a call for a server that does not answer', async () => {
    vi.useFakeTimers();
    try {
      const taken = reserveAt(() => new Promise(() => undefined)).require();
      await vi.advanceTimersByTimeAsync(10_000);
      await taken;
    } finally {
      vi.useRealTimers();
    }
  });

  test('cost a look at the disk every five seconds, and are taken again once there is room', async () => {
    vi.useFakeTimers();
    try {
      let [looks, free] = [0, 0.5];
      const command = async () => {
        looks += 1;
        return disk(100, free);
      };
      const reserve = reserveAt(command);
      for (let file = 0; file < 3; file += 1) await expect(reserve.require()).rejects.toThrow(DiskRefusesWrites);
      expect(looks).toBe(1);
      free = 20;
      vi.advanceTimersByTime(5_001);
      await reserve.require();
      expect(looks).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
