/** Reads a whole backup and compares it with its checksums. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { CHECKSUMS, MANIFEST } from '../../adapters/files/backup-folder.ts';
import { MASTER_KEY_FILE } from '../../adapters/files/master-key.ts';
import { errorCode } from '../../lib/thrown.ts';
import { type Checksum, filesBelow, REQUIRED_DATABASES, readChecksums, sha256Of } from './backup-files.ts';
import { type BackupManifest, BackupRefused, readManifest } from './manifest.ts';

/** @throws BackupRefused, naming the first file that is not as it was written */
export async function verifyBackup(
  directory: string,
  onProgress: (step: string, done: string) => void,
): Promise<BackupManifest> {
  const manifest = await readManifest(directory);
  const sums = await hashed(directory, CHECKSUMS);
  if (sums.sha256 !== manifest.checksums) throw damaged(directory, CHECKSUMS, 'is not as it was written');
  const total = Math.ceil(manifest.bytes / 1e6);
  const listed = await verifyListedFiles(directory, (bytes) =>
    onProgress('verifying', `${Math.floor(bytes / 1e6)} of ${total} MB`),
  );
  requireAllFiles(directory, manifest, listed);
  await requireNoOtherFiles(directory, listed.paths);
  return manifest;
}

interface ListedFiles {
  readonly paths: ReadonlySet<string>;
  readonly bytes: number;
}

/** @param onBytes called after each file with the bytes verified so far */
async function verifyListedFiles(directory: string, onBytes: (bytes: number) => void): Promise<ListedFiles> {
  const paths = new Set<string>();
  let bytes = 0;
  for await (const { path, sha256 } of checksums(directory)) {
    const found = await hashed(directory, path);
    if (found.sha256 !== sha256) throw damaged(directory, path, 'is not as it was written');
    paths.add(path);
    bytes += found.bytes;
    onBytes(bytes);
  }
  return { paths, bytes };
}

function requireAllFiles(directory: string, manifest: BackupManifest, { paths, bytes }: ListedFiles): void {
  if (paths.size !== manifest.files || bytes !== manifest.bytes) throw damaged(directory, CHECKSUMS, 'lacks files');
  for (const name of REQUIRED_DATABASES) if (!paths.has(name)) throw damaged(directory, name, 'is missing');
  if (manifest.masterKeyIncluded !== paths.has(MASTER_KEY_FILE))
    throw damaged(directory, MASTER_KEY_FILE, 'is missing');
}

async function requireNoOtherFiles(directory: string, listed: ReadonlySet<string>): Promise<void> {
  for await (const path of filesBelow(directory)) {
    if (!listed.has(path) && path !== CHECKSUMS && path !== MANIFEST) throw damaged(directory, path, 'was added');
  }
}

async function* checksums(directory: string): AsyncGenerator<Checksum> {
  try {
    yield* readChecksums(directory);
  } catch (error) {
    if (error instanceof SyntaxError) throw damaged(directory, CHECKSUMS, 'is not as it was written');
    throw error;
  }
}

async function hashed(directory: string, path: string) {
  try {
    if (!(await lstat(join(directory, path))).isFile()) throw damaged(directory, path, 'is no file');
    return await sha256Of(join(directory, path));
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw damaged(directory, path, code === 'ENOENT' ? 'is missing' : `cannot be read (${code})`);
  }
}

function damaged(directory: string, path: string, what: string): BackupRefused {
  return new BackupRefused(
    `The backup ${directory} is damaged: ${path} ${what}. Nothing was changed; restore another backup.`,
  );
}
