import { access, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { errorCode } from '../../lib/thrown.ts';
import { isRestoreUnfinished } from '../stores/restore-journal.ts';
import { BackupRefused } from './manifest.ts';

/** Requires a missing or empty folder outside the data folder. @throws BackupRefused */
export async function requireTarget(target: string, dataDir: string): Promise<void> {
  const inside = relative(dataDir, target);
  if (inside === '' || !(inside === '..' || inside.startsWith(`..${sep}`))) {
    throw new BackupRefused(
      `${target} is inside the data folder ${dataDir}. Name a folder elsewhere, best on another disk.`,
    );
  }
  const entries = await readdir(target).catch((error: unknown) => {
    const code = errorCode(error);
    if (code === 'ENOENT') return [];
    throw new BackupRefused(
      code === 'ENOTDIR' ? `${target} is a file. Name a new folder.` : `${target} cannot be read (${code}).`,
    );
  });
  if (entries.length > 0)
    throw new BackupRefused(`${target} is not empty. Name a new folder: a backup never overwrites another.`);
  const [own, above] = await Promise.all([target, dirname(target)].map((path) => stat(path).catch(() => null)));
  if (own != null && above != null && own.dev !== above.dev) {
    throw new BackupRefused(
      `${target} is a mount point. Name a new folder in it, as ${join(target, basename(target))}.`,
    );
  }
}

/** @throws BackupRefused without data, or while a restore is not finished */
export async function requireData(dataDir: string): Promise<void> {
  for (const name of ['events.db', 'keys.db']) {
    const path = join(dataDir, name);
    await access(path).catch((error: unknown) => {
      throw new BackupRefused(
        `There is nothing to back up: ${path} cannot be read (${errorCode(error)}). Is DATA_DIR right?`,
      );
    });
    if ((await stat(path)).size === 0) throw new BackupRefused(`There is nothing to back up: ${path} is empty.`);
  }
  if (isRestoreUnfinished(dataDir)) {
    throw new BackupRefused(
      `A restore of ${dataDir} was interrupted. Start the service, which completes it, and back up then.`,
    );
  }
}
