import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { CHECKSUMS } from '../../adapters/files/backup-folder.ts';
import { MASTER_KEY_FILE } from '../../adapters/files/master-key.ts';
import { isTreeHeadFile } from '../../adapters/files/tree-heads.ts';
import { errorCode } from '../../lib/thrown.ts';

export const BLOBS = 'blobs';
/** Without the optional one, usage counts start at 0 and cached embeddings are computed again. */
const DATABASES = ['events.db', 'keys.db', 'side.db'] as const;
export const REQUIRED_DATABASES = ['events.db', 'keys.db'] as const;

const BLOB = /^blobs\/[A-Za-z0-9-]{1,64}(?:\/[A-Za-z0-9-]{3,64})?\/([0-9a-f]{2})\/(\1[0-9a-f]{62})$/;
const LINE = /^([0-9a-f]{64}) [ *](\S+)$/;
const PIECE_BYTES = 256 * 1024;

export interface Checksum {
  readonly path: string;
  readonly sha256: string;
}

/** Returns the hash in a blob's path, relative to the backup; null for any other path. */
export function blobHashOf(path: string): string | null {
  return BLOB.exec(path)?.[2] ?? null;
}

/** No other name is ever read or written. */
function isBackupFile(path: string): boolean {
  const isOwn = (DATABASES as readonly string[]).includes(path) || path === MASTER_KEY_FILE || isTreeHeadFile(path);
  return isOwn || blobHashOf(path) !== null;
}

/** Paths relative to the folder, with slashes. Skips a folder that is removed meanwhile. */
export async function* filesBelow(root: string, below = ''): AsyncGenerator<string> {
  const folder = await opendir(join(root, below)).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (folder === null) return;
  const folders: string[] = [];
  for await (const entry of folder) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) folders.push(path);
    else yield path;
  }
  for (const each of folders) yield* filesBelow(root, each);
}

export async function sha256Of(path: string): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Creates a private file, durable once the call resolves. @throws ENOENT when there is nothing to copy */
export async function copyHashing(
  from: string,
  to: string,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const source = await open(from, 'r');
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    const target = await open(to, 'wx', 0o600);
    try {
      return await pipeHashing(source, target);
    } catch (error) {
      await rm(to, { force: true });
      throw error;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function pipeHashing(source: FileHandle, target: FileHandle) {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, PIECE_BYTES, bytes);
    if (bytesRead === 0) break;
    const piece = buffer.subarray(0, bytesRead);
    hash.update(piece);
    for (let written = 0; written < bytesRead; ) {
      written += (await target.write(piece, written, bytesRead - written, bytes + written)).bytesWritten;
    }
    bytes += bytesRead;
  }
  await target.sync();
  return { sha256: hash.digest('hex'), bytes };
}

/** `sha256sum --check` can check them too. */
export async function writeChecksums(
  directory: string,
  hashOf: (path: string) => Promise<{ readonly sha256: string; readonly bytes: number }>,
): Promise<{ readonly files: number; readonly bytes: number; readonly checksums: string }> {
  const path = join(directory, CHECKSUMS);
  const file = await open(path, 'wx', 0o600);
  let [files, bytes] = [0, 0];
  try {
    for await (const each of filesBelow(directory)) {
      if (each === CHECKSUMS) continue;
      const hashed = await hashOf(each);
      await file.write(`${hashed.sha256}  ${each}\n`);
      files += 1;
      bytes += hashed.bytes;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { files, bytes, checksums: (await sha256Of(path)).sha256 };
}

/** @throws SyntaxError for a line that no backup writes */
export async function* readChecksums(directory: string): AsyncGenerator<Checksum> {
  const lines = createInterface({
    input: createReadStream(join(directory, CHECKSUMS)),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const line of lines) {
    const [, sha256, path] = LINE.exec(line) ?? [];
    if (sha256 === undefined || path === undefined || !isBackupFile(path)) throw new SyntaxError('Not a checksum');
    yield { path, sha256 };
  }
}
