/**
 * Blobs as files: `<directory>/<scope>/<first two digits of the hash>/<hash>`. What is being written or removed stands under
 * `.work`, which no scope can be called, and moves in or out by one rename: a crash leaves a blob whole or not at all.
 */
import { createHash, randomUUID } from 'node:crypto';
import { access, type FileHandle, mkdir, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type BlobHash, type Blobs, BlobTooLarge, type StoredBlob } from '../../ports/blobs.ts';
import { BlobDamaged, checkBlobHash, checkScope } from '../blob-input.ts';
import { errorCode, makeDurableDirectory, syncDirectory } from './durable.ts';

/** Bytes hashed in one go: about 0.2 ms of the event loop. */
const pieceSize = 256 * 1024;
/** A scope that is removed while a blob moves into it takes the folder away; more often than this it is something else. */
const maxMoves = 5;

/** Makes the folder when it is missing and removes what a crash left half written or half removed. */
export async function openFileBlobs(options: { readonly directory: string }): Promise<Blobs> {
  const directory = resolve(options.directory);
  const workDirectory = join(directory, '.work');
  await mkdir(workDirectory, { recursive: true, mode: 0o700 });
  for (const leftover of await readdir(workDirectory)) {
    await rm(join(workDirectory, leftover), { recursive: true, force: true });
  }
  return new FileBlobs(directory, workDirectory);
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
      await this.#moveIn(temporary, this.#blobPath(scope, stored.hash));
      return stored;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async get(scope: string, hash: BlobHash): Promise<Uint8Array | null> {
    const content = await this.read(scope, hash);
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

  async read(scope: string, hash: BlobHash): Promise<AsyncIterable<Uint8Array> | null> {
    return (await this.has(scope, hash)) ? readVerifying(this.#blobPath(scope, hash), scope, hash) : null;
  }

  async has(scope: string, hash: BlobHash): Promise<boolean> {
    try {
      await access(this.#blobPath(scope, hash));
      return true;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    }
  }

  async remove(scope: string, hash: BlobHash): Promise<void> {
    const path = this.#blobPath(scope, hash);
    try {
      await unlink(path);
      await syncDirectory(dirname(path));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }

  async removeScope(scope: string): Promise<void> {
    const path = this.#scopePath(scope);
    const removed = join(this.#workDirectory, randomUUID());
    try {
      await rename(path, removed);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      // Somebody else may have moved it this very moment: it is gone for good only once that is durable.
      await syncExisting(dirname(path));
      await syncDirectory(this.#directory);
      return;
    }
    await syncExisting(dirname(path));
    await syncDirectory(this.#workDirectory);
    await rm(removed, { recursive: true, force: true });
  }

  /** Nothing is held open between calls. */
  async close(): Promise<void> {}

  async #moveIn(temporary: string, path: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      await makeDurableDirectory(this.#directory, dirname(path));
      try {
        await rename(temporary, path);
        await syncDirectory(dirname(path));
        return;
      } catch (error) {
        if (errorCode(error) !== 'ENOENT' || attempt === maxMoves) throw error;
      }
    }
  }

  /** @throws RangeError for anything that could lead out of the folder. */
  #scopePath(scope: string): string {
    // A second part has at least three characters: it is never taken for the folder of a hash's first two digits.
    checkScope(scope);
    return join(this.#directory, scope);
  }

  #blobPath(scope: string, hash: BlobHash): string {
    checkBlobHash(hash);
    return join(this.#scopePath(scope), hash.slice(0, 2), hash);
  }
}

/** The folder above a scope may have been removed with it. */
async function syncExisting(directory: string): Promise<void> {
  try {
    await syncDirectory(directory);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** Writes a new file, durable when it answers. */
async function writeHashing(
  path: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new BlobTooLarge(maxBytes);
      for (let start = 0; start < chunk.byteLength; start += pieceSize) {
        const piece = chunk.subarray(start, start + pieceSize);
        hash.update(piece);
        await writeWhole(file, piece);
      }
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { hash: hash.digest('hex'), size };
}

async function writeWhole(file: FileHandle, piece: Uint8Array): Promise<void> {
  let written = 0;
  while (written < piece.byteLength) {
    written += (await file.write(piece, written, piece.byteLength - written)).bytesWritten;
  }
}

/** Opens the file only when it is iterated. @throws BlobDamaged after the last chunk. */
async function* readVerifying(path: string, scope: string, expected: BlobHash): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  const file = await open(path, 'r');
  // Closes the file at its end, and when the iteration ends early.
  for await (const chunk of file.createReadStream({ highWaterMark: pieceSize })) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== expected) throw new BlobDamaged(scope, expected);
}
