import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openFileBlobs } from '../../../src/adapters/files/blobs.ts';
import { BlobDamaged } from '../../../src/adapters/shared/blob-input.ts';
import { describeBlobsContract } from '../../contracts/blobs.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

describeBlobsContract('files', () => {
  const directory = temporaryDirectory();
  return () => openFileBlobs({ directory });
});

describe('File blobs', () => {
  const scope = 'bot-1';
  const bytes = Buffer.from('some content');
  const filesIn = (directory: string) => readdirSync(directory, { recursive: true, withFileTypes: true });

  test('lie under their scope and hash, and leave nothing else', async () => {
    const directory = temporaryDirectory();
    const blobs = await openFileBlobs({ directory });
    const { hash } = await blobs.put(scope, bytes);
    expect(readFileSync(join(directory, scope, hash.slice(0, 2), hash))).toEqual(bytes);
    expect(readdirSync(join(directory, '.work'))).toEqual([]);
  });

  test.each([
    ['shortened', (path: string) => truncateSync(path, 3)],
    ['changed', (path: string) => writeFileSync(path, 'same content')],
    ['emptied', (path: string) => truncateSync(path, 0)],
  ])('are never returned when they were %s on the disk, and putting them again heals', async (_, damage) => {
    const directory = temporaryDirectory();
    const blobs = await openFileBlobs({ directory });
    const { hash } = await blobs.put(scope, bytes);
    damage(join(directory, scope, hash.slice(0, 2), hash));
    await expect(blobs.get(scope, hash)).rejects.toBeInstanceOf(BlobDamaged);
    const reading = (async () => {
      for await (const _chunk of (await blobs.stream(scope, hash)) ?? []);
    })();
    await expect(reading).rejects.toBeInstanceOf(BlobDamaged);
    await blobs.put(scope, bytes);
    expect(Buffer.from((await blobs.get(scope, hash)) ?? [])).toEqual(bytes);
  });

  test('remove what a crash left, and only that', async () => {
    const directory = temporaryDirectory();
    const { hash } = await (await openFileBlobs({ directory })).put(scope, bytes);
    writeFileSync(join(directory, '.work', 'half-written'), 'half');
    mkdirSync(join(directory, '.work', 'half-removed', 'ab'), { recursive: true });
    writeFileSync(join(directory, '.work', 'half-removed', 'ab', 'abcd'), 'x');
    const blobs = await openFileBlobs({ directory });
    expect(readdirSync(join(directory, '.work'))).toEqual([]);
    expect(await blobs.has(scope, hash)).toBe(true);
  });

  test('leave no file behind when a stream fails or is too large', async () => {
    const directory = temporaryDirectory();
    const blobs = await openFileBlobs({ directory });
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield bytes;
      throw new Error('reset');
    }
    await expect(blobs.put(scope, breaking())).rejects.toThrow('reset');
    await expect(blobs.put(scope, bytes, { maxBytes: 1 })).rejects.toThrow('More than 1 bytes');
    expect(filesIn(directory).filter((entry) => entry.isFile())).toEqual([]);
  });

  test('leave no bytes of a removed scope on the disk', async () => {
    const directory = temporaryDirectory();
    const blobs = await openFileBlobs({ directory });
    await blobs.put(scope, bytes);
    await blobs.deleteScope(scope);
    expect(filesIn(directory).filter((entry) => entry.isFile())).toEqual([]);
    expect(existsSync(join(directory, scope))).toBe(false);
  });

  test('close their file when the reader leaves early', async () => {
    const directory = temporaryDirectory();
    const blobs = await openFileBlobs({ directory });
    const { hash } = await blobs.put(scope, Buffer.alloc(2_000_000, 7));
    const descriptors = () => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0);
    const before = descriptors();
    for (let round = 0; round < 20; round += 1) {
      for await (const chunk of (await blobs.stream(scope, hash)) ?? []) {
        expect(chunk.byteLength).toBeGreaterThan(0);
        break;
      }
    }
    await expect.poll(descriptors).toBeLessThan(before + 10);
  });
});
