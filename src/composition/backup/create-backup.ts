/**
 * Backup of the embedded stores while the service runs. It holds what cannot be rebuilt: log, keys, blobs, usage counts and paid
 * embeddings.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncDirectory, syncFolders } from '../../adapters/files/durable.ts';
import { MASTER_KEY_FILE } from '../../adapters/files/master-key.ts';
import { isTreeHeadFile } from '../../adapters/files/tree-heads.ts';
import { createPrivateFolder } from '../../adapters/shared/private-files.ts';
import {
  copyKeys,
  copySideStores,
  describeKeys,
  LogSnapshot,
  recordedSince,
} from '../../adapters/sqlite/backup/embedded-copies.ts';
import { registerReader } from '../../adapters/sqlite/thread/data-dir-readers.ts';
import { isDamage, toFailure } from '../../adapters/sqlite/thread/failure.ts';
import type { Config } from '../../config.ts';
import type { EventType } from '../../domain/events.ts';
import { ERASING_EVENTS } from '../../event-log/erasures.ts';
import { errorCode } from '../../lib/thrown.ts';
import { RELEASE } from '../release.ts';
import { requireUndamagedFile } from '../stores/irreplaceable-file.ts';
import { diskRefusalIn, requireUsableDisk } from '../stores/usable-disk.ts';
import { blobHashOf, sha256Of, writeChecksums } from './backup-files.ts';
import { requireData, requireTarget } from './backup-prerequisites.ts';
import { includedMasterKey, requireOwnMasterKey } from './choose-master-key.ts';
import { BlobCopy } from './copy-blobs.ts';
import { type BackupManifest, BackupRefused, writeManifest } from './manifest.ts';
import { requireEmbedded } from './require-embedded.ts';

/** Their effects delete keys or blobs that the log before them still names. */
const REMOVALS: readonly EventType[] = [...ERASING_EVENTS, 'ImageDropped'];
/** Each attempt copies only new data, so one without a concurrent deletion succeeds soon. */
const MAX_ATTEMPTS = 20;
const MAX_DAMAGED_NAMED = 1_000;

export interface BackupOptions {
  readonly config: Pick<Config, 'dataDir' | 'masterKey' | 'eventStoreUrl' | 'mongoUrl'>;
  /** Absolute path of a folder that is missing or empty. */
  readonly target: string;
  readonly includeMasterKey: boolean;
  readonly now: () => number;
  readonly onProgress: (step: string, done: string) => void;
  /** An aborted backup leaves nothing behind. */
  readonly signal: AbortSignal;
}

/** @throws BackupRefused; IrreplaceableFileDamaged; DiskUnusable; the signal's reason */
export async function createBackup(options: BackupOptions): Promise<BackupManifest> {
  const { config, target, signal } = options;
  requireEmbedded(config, 'back up');
  await requireTarget(target, config.dataDir);
  await requireData(config.dataDir);
  const staging = `${target}.incomplete-${randomBytes(4).toString('hex')}`;
  await requireUsableDisk(target, 'back up again', () => createStaging(staging));
  const reader = registerReader(config.dataDir);
  try {
    const manifest = await requireUsableDisk(target, 'back up again', () => fill(staging, options));
    signal.throwIfAborted();
    await rmdir(target).catch(() => undefined);
    await moveInto(target, staging);
    await syncDirectory(dirname(target));
    return manifest;
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  } finally {
    reader.release();
  }
}

/** @throws BackupRefused when another backup is there meanwhile */
async function moveInto(target: string, staging: string): Promise<void> {
  try {
    await rename(staging, target);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
    throw new BackupRefused(`${target} was filled meanwhile, perhaps by another backup. Name a new folder.`);
  }
}

/** @throws BackupRefused; the error of a full disk */
async function createStaging(staging: string): Promise<void> {
  try {
    createPrivateFolder(dirname(staging));
    await mkdir(staging, { mode: 0o700 });
  } catch (error) {
    if (diskRefusalIn(error) === 'full') throw error;
    throw new BackupRefused(
      `No folder can be created in ${dirname(staging)} (${errorCode(error)}). Name a folder where this user may create one.`,
    );
  }
}

/** The order leaves no reference to missing data. */
async function fill(staging: string, options: BackupOptions): Promise<BackupManifest> {
  const { config, signal, now, includeMasterKey } = options;
  const directory = config.dataDir;
  // Copied before the log, so that it refers to nothing that the log lacks.
  await copySide(staging, options);
  const blobs = blobCopy(staging, options);
  // Most blobs are copied before the snapshot: the log's write-ahead log grows while one is open.
  await blobs.synchronise();
  // Copied before the log, which then has every event that the head covers.
  await copyTreeHeads(directory, staging);
  const log = await consistentSnapshot(directory, staging, blobs, signal);
  const createdAt = new Date(now()).toISOString();
  try {
    await requireUndamagedFile(directory, 'event log', () =>
      log.copyTo(join(staging, 'events.db'), percent('log', options)),
    );
  } finally {
    log.close();
  }
  const { installationId, revision: keyRevision } = describeCopiedKeys(staging);
  await (includeMasterKey ? writeMasterKey(config, staging) : requireOwnMasterKey(staging, config));
  const manifest = {
    format: 1,
    release: RELEASE,
    createdAt,
    installationId,
    keyRevision,
    ...(await writeBackupChecksums(staging, options)),
    log: log.head === null ? null : { position: String(log.head.position), eventId: log.head.eventId },
    masterKeyIncluded: includeMasterKey,
    damagedBlobs: blobs.damaged.slice(0, MAX_DAMAGED_NAMED),
  };
  await writeManifest(staging, manifest);
  await syncFolders(staging);
  return manifest;
}

/** @throws BackupRefused when the file is damaged, which a running service replaces */
async function copySide(staging: string, options: BackupOptions): Promise<void> {
  const directory = options.config.dataDir;
  const path = join(directory, 'side.db');
  if (!existsSync(path)) return;
  try {
    await copySideStores(directory, join(staging, 'side.db'), percent('usage counts and embeddings', options));
  } catch (error) {
    const failure = toFailure(error);
    if (!isDamage(failure)) throw error;
    throw new BackupRefused(
      `${path} is damaged (${failure.message}). Start the service, which moves it aside, and back up then.`,
    );
  }
}

type Progress = Pick<BackupOptions, 'signal' | 'onProgress'>;

const percent =
  (step: string, { signal, onProgress }: Progress) =>
  (share: number) => {
    signal.throwIfAborted();
    onProgress(step, `${Math.floor(share * 100)} %`);
  };

function blobCopy(staging: string, { config, signal, onProgress }: BackupOptions): BlobCopy {
  let copied = 0;
  return new BlobCopy(config.dataDir, staging, (bytes) => {
    signal.throwIfAborted();
    copied += bytes;
    onProgress('files', `${Math.floor(copied / 1e6)} MB`);
  });
}

/** @throws BackupRefused while a rotation is not finished */
function describeCopiedKeys(staging: string) {
  const { isRotating, ...described } = describeKeys(join(staging, 'keys.db'));
  if (!isRotating) return described;
  throw new BackupRefused(
    'A rotation of the master key is not finished, and a backup would need both keys. Run `npm run keys -- rotate` again, then back up.',
  );
}

function writeBackupChecksums(staging: string, { signal, onProgress }: Progress) {
  onProgress('checksums', '');
  // The copy compared a blob's hash with its name.
  return writeChecksums(staging, async (path) => {
    signal.throwIfAborted();
    const sha256 = blobHashOf(path);
    const whole = join(staging, path);
    return sha256 === null ? sha256Of(whole) : { sha256, bytes: (await stat(whole)).size };
  });
}

/**
 * Opens a snapshot of the log for which the copied keys and blobs are complete: keys and blobs are stored before the event that needs them,
 * and no event after the snapshot has deleted any.
 */
async function consistentSnapshot(
  directory: string,
  staging: string,
  blobs: BlobCopy,
  signal: AbortSignal,
): Promise<LogSnapshot> {
  const keys = join(staging, 'keys.db');
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    const log = await requireUndamagedFile(directory, 'event log', async () => new LogSnapshot(directory));
    try {
      await rm(keys, { force: true });
      await requireUndamagedFile(directory, 'keys', () => copyKeys(directory, keys));
      await blobs.synchronise();
      if (attempt === MAX_ATTEMPTS || !recordedSince(directory, log.head, REMOVALS)) return log;
    } catch (error) {
      log.close();
      throw error;
    }
    log.close();
  }
}

/** Contradicted heads are copied too, as evidence against the log. */
async function copyTreeHeads(directory: string, staging: string): Promise<void> {
  for (const name of (await readdir(directory)).filter(isTreeHeadFile)) {
    await copyFile(join(directory, name), join(staging, name));
  }
}

async function writeMasterKey(config: BackupOptions['config'], staging: string): Promise<void> {
  const text = await includedMasterKey(staging, config);
  await writeFile(join(staging, MASTER_KEY_FILE), `${text}\n`, { mode: 0o600, flush: true });
}
