/**
 * Files `<directory>/<scope>/<first two digits of the hash>/<hash>`. Incomplete and removed files are in `.work`, which is no
 * valid scope. One atomic rename moves them, so a crash leaves a blob whole or absent.
 */
import { createHash, randomUUID } from 'node:crypto';
import { access, type FileHandle, mkdir, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorCode } from '../../lib/thrown.ts';
import { type BlobHash, type Blobs, BlobTooLarge, type ReadableBlobs, type StoredBlob } from '../../ports/blobs.ts';
import { BlobDamaged, checkBlobHash, checkScope } from '../shared/blob-input.ts';
import { requireReserve } from './disk-reserve.ts';
import { createDurableDirectory, syncDirectory } from './durable.ts';
import { asUnavailable, onDisk } from './on-disk.ts';

/** Below the folder of the blobs. */
export const WORK_FOLDER = '.work';
/** Hashed per step, about 0.2 ms of the event loop. */
const PIECE_BYTES = 256 * 1024;
/** Removing a scope can delete the folder that a blob moves into; repeated failures have another cause. */
const MAX_MOVES = 5;
/** Written between two looks at the free space: simultaneous files together take little of the reserve. */
const BYTES_PER_LOOK = 1024 * 1024;

/** Removes incomplete files that a crash left. */
export async function openFileBlobs(options: { readonly directory: string }): Promise<Blobs> {
  const directory = resolve(options.directory);
  const workDirectory = join(directory, WORK_FOLDER);
  await mkdir(workDirectory, { recursive: true, mode: 0o700 });
  for (const leftover of await readdir(workDirectory)) {
    await rm(join(workDirectory, leftover), { recursive: true, force: true });
  }
  return new FileBlobs(directory, workDirectory);
}

/** Opens the folder for reading, beside the process that writes it. */
export function readFileBlobs(options: { readonly directory: string }): ReadableBlobs {
  const directory = resolve(options.directory);
  return new FileBlobs(directory, join(directory, WORK_FOLDER));
}

class FileBlobs implements Blobs {
  readonly #directory: string;
  readonly #workDirectory: string;

  constructor(directory: string, workDirectory: string) {
    this.#directory = directory;
    this.#workDirectory = workDirectory;
  }

  async put(
    scope: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    options: { maxBytes?: number } = {},
  ): Promise<StoredBlob> {
    this.#scopePath(scope);
    const temporary = join(this.#workDirectory, randomUUID());
    try {
      const stored = await writeHashing(temporary, content, options.maxBytes ?? Number.POSITIVE_INFINITY);
      await onDisk(() => this.#moveIn(temporary, this.#blobPath(scope, stored.hash)));
      return stored;
    } catch (error) {
      // The next start removes what remains.
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  async get(scope: string, hash: BlobHash): Promise<Uint8Array | null> {
    const content = await this.stream(scope, hash);
    if (content === null) return null;
    const pieces: Uint8Array[] = [];
    try {
      for await (const piece of content) pieces.push(piece);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    }
    return Buffer.concat(pieces);
  }

  async stream(scope: string, hash: BlobHash): Promise<AsyncIterable<Uint8Array> | null> {
    return (await this.has(scope, hash)) ? readVerifying(this.#blobPath(scope, hash), scope, hash) : null;
  }

  async has(scope: string, hash: BlobHash): Promise<boolean> {
    const path = this.#blobPath(scope, hash);
    return onDisk(async () => {
      try {
        await access(path);
        return true;
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return false;
        throw error;
      }
    });
  }

  async delete(scope: string, hash: BlobHash): Promise<void> {
    const path = this.#blobPath(scope, hash);
    await onDisk(async () => {
      try {
        await unlink(path);
        await syncDirectory(dirname(path));
      } catch (error) {
        if (errorCode(error) !== 'ENOENT') throw error;
      }
    });
  }

  async deleteScope(scope: string): Promise<void> {
    const path = this.#scopePath(scope);
    await onDisk(() => this.#removeFolder(path));
  }

  /** No file stays open between calls. */
  async close(): Promise<void> {}

  async #removeFolder(path: string): Promise<void> {
    const removed = join(this.#workDirectory, randomUUID());
    try {
      await rename(path, removed);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      // A concurrent removal may have moved it: wait until that is durable.
      await syncExisting(dirname(path));
      await syncDirectory(this.#directory);
      return;
    }
    await syncExisting(dirname(path));
    await syncDirectory(this.#workDirectory);
    await rm(removed, { recursive: true, force: true });
  }

  async #moveIn(temporary: string, path: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      await createDurableDirectory(this.#directory, dirname(path));
      try {
        await rename(temporary, path);
        await syncDirectory(dirname(path));
        return;
      } catch (error) {
        if (errorCode(error) !== 'ENOENT' || attempt === MAX_MOVES) throw error;
      }
    }
  }

  /** @throws RangeError for a scope that could lead out of the folder */
  #scopePath(scope: string): string {
    // The second part of a scope has at least three characters, so it never collides with a two-digit hash folder.
    checkScope(scope);
    return join(this.#directory, scope);
  }

  #blobPath(scope: string, hash: BlobHash): string {
    checkBlobHash(hash);
    return join(this.#scopePath(scope), hash.slice(0, 2), hash);
  }
}

/** The folder may have been removed with the scope. */
async function syncExisting(directory: string): Promise<void> {
  try {
    await syncDirectory(directory);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** Durable once it resolves. */
async function writeHashing(
  path: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let size = 0;
  let written = 0;
  let nextLook = 0;
  const file = await onDisk(() => open(path, 'wx', 0o600));
  try {
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new BlobTooLarge(maxBytes);
      for (let start = 0; start < chunk.byteLength; start += PIECE_BYTES) {
        const piece = chunk.subarray(start, start + PIECE_BYTES);
        hash.update(piece);
        if (written >= nextLook) {
          await requireReserve(dirname(path));
          nextLook = written + BYTES_PER_LOOK;
        }
        await onDisk(() => writeWhole(file, piece));
        written += piece.byteLength;
      }
    }
    await onDisk(() => file.sync());
  } finally {
    await onDisk(() => file.close());
  }
  return { hash: hash.digest('hex'), size };
}

async function writeWhole(file: FileHandle, piece: Uint8Array): Promise<void> {
  let written = 0;
  while (written < piece.byteLength) {
    written += (await file.write(piece, written, piece.byteLength - written)).bytesWritten;
  }
}

/** Opens the file at the first iteration. @throws BlobDamaged after the last chunk */
async function* readVerifying(path: string, scope: string, expected: BlobHash): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  const file = await open(path, 'r').catch((error: unknown) => {
    throw errorCode(error) === 'ENOENT' ? error : asUnavailable(error);
  });
  try {
    // The stream closes the file at its end or when the iteration stops early.
    for await (const chunk of file.createReadStream({ highWaterMark: PIECE_BYTES })) {
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    throw asUnavailable(error);
  }
  if (hash.digest('hex') !== expected) throw new BlobDamaged(scope, expected);
}
