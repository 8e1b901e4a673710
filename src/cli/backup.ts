/** `npm run backup -- DIR`: copies the embedded stores into a new folder, also while the service runs. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startCompileCache } from '../composition/compile-cache.ts';
import { exitWithHelp, exitWithUsage } from './usage.ts';

const USAGE = `usage: npm run backup -- DIR [--with-master-key]

Copies everything that cannot be rebuilt into DIR, which must be new or empty: the log, the keys, uploaded files and texts, usage
counts and embeddings. The service may run meanwhile. A backup that is interrupted leaves no DIR.

  --with-master-key  includes the master key. Whoever has such a backup can read all of it.

Exit status: 0 done, 1 failed or refused, 2 wrong usage, 130 or 143 interrupted.`;

function wordsOrExit() {
  try {
    const { values, positionals } = parseArgs({
      options: { 'with-master-key': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    const [target, ...others] = positionals;
    if (values.help) exitWithHelp(USAGE);
    if (target === undefined || others.length > 0) exitWithUsage(USAGE, 'Name one folder.');
    return { target: resolve(target), includeMasterKey: values['with-master-key'] ?? false };
  } catch (error) {
    exitWithUsage(USAGE, error);
  }
}

const { target, includeMasterKey } = wordsOrExit();

startCompileCache();
const { createBackup } = await import('../composition/backup/create-backup.ts');
const { configOrExit } = await import('./config-or-exit.ts');
const { runBackupCommand } = await import('./backup-command.ts');

const config = configOrExit();
await runBackupCommand(async (onProgress, signal) => {
  const manifest = await createBackup({ config, target, includeMasterKey, now: Date.now, onProgress, signal });
  const { files, bytes, log, damagedBlobs } = manifest;
  for (const path of damagedBlobs) console.error(`Not in the backup, because its bytes are damaged: ${path}`);
  const blobs = join(config.dataDir, 'blobs');
  if (!existsSync(blobs)) console.error(`Not in the backup, because it is missing: ${blobs}`);
  const keyPlace = config.masterKey === null ? `${config.dataDir}/master.key` : 'MASTER_KEY';
  const about = includeMasterKey
    ? 'It includes the master key: whoever has it can read all of it.'
    : `It does not include the master key (${keyPlace}), without which it cannot be read: keep a copy of that apart from it.`;
  return `Backup in ${target}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB, log up to position ${log?.position ?? 0}. ${about}`;
});
