/** Restores a backup into the data folder: verified first, staged beside the former files, then swapped in. */
import { existsSync } from 'node:fs';
import { lstat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MASTER_KEY_FILE } from '../../adapters/files/master-key.ts';
import { removeEmbeddings } from '../../adapters/sqlite/backup/embedded-copies.ts';
import type { Config } from '../../config.ts';
import type { KeySubject } from '../../ports/keys.ts';
import type { Report } from '../../ports/report.ts';
import { DataFolder } from '../stores/data-folder.ts';
import { commitRestore, dataFilesIn, dropStaging, startStaging } from '../stores/restore-journal.ts';
import { requireUsableDisk } from '../stores/usable-disk.ts';
import { copyHashing, readChecksums } from './backup-files.ts';
import { type ChosenKey, chooseMasterKey } from './choose-master-key.ts';
import { formerErasures, readErasures } from './erasure-list.ts';
import { type BackupManifest, BackupRefused } from './manifest.ts';
import { repeatErasures } from './repeat-erasures.ts';
import { requireEmbedded } from './require-embedded.ts';
import { verifyBackup } from './verify-backup.ts';

export interface RestoreOptions {
  readonly config: Pick<Config, 'dataDir' | 'masterKey' | 'eventStoreUrl' | 'mongoUrl'>;
  /** Absolute path of the backup. */
  readonly source: string;
  /** Moves the folder's data aside. */
  readonly force: boolean;
  /** `null` when the key is configured, in the backup or in the data folder. */
  readonly masterKeyFile: string | null;
  /** Path of an exported erasure list, or null. */
  readonly erasures: string | null;
  readonly now: () => number;
  readonly onProgress: (step: string, done: string) => void;
  readonly report: Report;
  /** A restore that is aborted before its commit changes nothing. */
  readonly signal: AbortSignal;
}

export interface Restored {
  readonly manifest: BackupManifest;
  /** Subjects whose keys were erased again. */
  readonly erased: number;
  readonly former: string | null;
}

/** @throws BackupRefused, DiskUnusable, DataDirInUse, DataDirUnusable, MasterKeyInvalid; the signal's reason */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { config, source, onProgress, report, signal } = options;
  requireEmbedded(config, 'restore');
  const manifest = await verifyBackup(source, (step, done) => {
    signal.throwIfAborted();
    onProgress(step, done);
  });
  const masterKey = await chooseMasterKey({
    backup: source,
    dataDir: config.dataDir,
    configured: config.masterKey,
    file: options.masterKeyFile,
  });
  const given = options.erasures === null ? [] : await readErasures(options.erasures, manifest);
  return requireUsableDisk(`DATA_DIR ${config.dataDir}`, 'restore again', async () => {
    const folder = await DataFolder.open(config.dataDir, report);
    try {
      return await restoreLocked(manifest, masterKey, given, options);
    } finally {
      folder.release();
    }
  });
}

async function restoreLocked(
  manifest: BackupManifest,
  masterKey: ChosenKey,
  given: readonly KeySubject[],
  options: RestoreOptions,
): Promise<Restored> {
  const { config, force, now, onProgress, signal } = options;
  const { dataDir } = config;
  const former = await dataFilesIn(dataDir);
  if (former.length > 0 && !force) {
    throw new BackupRefused(
      `The data folder ${dataDir} is not empty: it holds ${former
        .filter((name) => !name.includes('-'))
        .toSorted()
        .join(', ')}. Choose another DATA_DIR, or restore with --force, which moves these files aside.`,
    );
  }
  await requireMovable(dataDir, former);
  try {
    const files = await startStaging(dataDir);
    await stage(manifest, files, options);
    if (masterKey.text !== null) {
      await writeFile(join(files, MASTER_KEY_FILE), masterKey.text, { flag: 'wx', mode: 0o600, flush: true });
    }
    onProgress('erasures', '');
    const erasures = new Set([...given, ...knownErasures(manifest, options)]);
    const erased = await repeatErasures(files, erasures, masterKey.key, now);
    if (erased > 0 && existsSync(join(files, 'side.db'))) removeEmbeddings(join(files, 'side.db'));
    signal.throwIfAborted();
    return { manifest, erased, former: await commitRestore(dataDir, now()) };
  } finally {
    await dropStaging(dataDir);
  }
}

/** @throws BackupRefused for a file that a rename could not move, which must be known before the commit */
async function requireMovable(dataDir: string, names: readonly string[]): Promise<void> {
  const { dev } = await lstat(dataDir);
  for (const name of names) {
    const path = join(dataDir, name);
    const found = await lstat(path);
    if (found.dev !== dev || found.isSymbolicLink()) {
      throw new BackupRefused(
        `${path} is a mount point or a link, which a restore cannot replace. Restore into another DATA_DIR.`,
      );
    }
  }
}

/** Compares what it reads with the checksums once more. */
async function stage(
  manifest: BackupManifest,
  files: string,
  { source, onProgress, signal }: RestoreOptions,
): Promise<void> {
  let bytes = 0;
  for await (const { path, sha256 } of readChecksums(source)) {
    signal.throwIfAborted();
    if (path === MASTER_KEY_FILE) continue;
    const copied = await copyHashing(join(source, path), join(files, path));
    if (copied.sha256 !== sha256)
      throw new BackupRefused(`The backup ${source} is damaged: ${path} changed meanwhile. Nothing was changed.`);
    bytes += copied.bytes;
    onProgress('copying', `${Math.floor(bytes / 1e6)} of ${Math.ceil(manifest.bytes / 1e6)} MB`);
  }
}

function knownErasures(
  manifest: BackupManifest,
  { config: { dataDir }, report }: RestoreOptions,
): readonly KeySubject[] {
  const known = formerErasures(dataDir, manifest);
  if (known === null) {
    report({
      message: `${join(dataDir, 'keys.db')} cannot be read: what was erased since the backup is erased again only as far as --erasures names it`,
    });
  }
  return known ?? [];
}
