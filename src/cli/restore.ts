/** `npm run restore -- DIR`: puts a backup into DATA_DIR while the service is stopped. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startCompileCache } from '../composition/compile-cache.ts';
import { counted } from '../lib/counted.ts';
import { exitWithHelp, exitWithUsage } from './usage.ts';

const USAGE = `usage: npm run restore -- DIR [--force] [--erasures FILE] [--master-key FILE]

Verifies the whole backup in DIR and puts it into DATA_DIR. Stop the service before. A restore that is interrupted leaves the former
data or the restored data, never a mixture. The next start rebuilds read models and the search index.

  --force            moves the data that DATA_DIR holds into a folder in it, instead of refusing. What that data knows to be erased is
                     erased again.
  --erasures FILE    erases again what \`npm run audit -- erasures\` listed after the backup was made.
  --master-key FILE  the master key of the backup, when it is not in MASTER_KEY, the backup or DATA_DIR.

Exit status: 0 done, 1 failed or refused, 2 wrong usage, 130 or 143 interrupted.`;

function wordsOrExit() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        force: { type: 'boolean' },
        erasures: { type: 'string' },
        'master-key': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    });
    const [source, ...others] = positionals;
    if (values.help) exitWithHelp(USAGE);
    if (source === undefined || others.length > 0) exitWithUsage(USAGE, 'Name one folder.');
    const pathOf = (given: string | undefined) => (given === undefined ? null : resolve(given));
    return {
      source: resolve(source),
      force: values.force ?? false,
      erasures: pathOf(values.erasures),
      masterKeyFile: pathOf(values['master-key']),
    };
  } catch (error) {
    exitWithUsage(USAGE, error);
  }
}

const words = wordsOrExit();

startCompileCache();
const { restoreBackup } = await import('../composition/backup/restore-backup.ts');
const { configOrExit } = await import('./config-or-exit.ts');
const { runBackupCommand } = await import('./backup-command.ts');

const config = configOrExit();
await runBackupCommand(async (onProgress, signal) => {
  const report = ({ message }: { message: string }) => console.error(message);
  const { manifest, erased, former } = await restoreBackup({
    ...words,
    config,
    now: Date.now,
    report,
    onProgress,
    signal,
  });
  const { createdAt, release, log } = manifest;
  return [
    `Restored into ${config.dataDir}: the backup of ${createdAt} by release ${release}, log up to position ${log?.position ?? 0}.`,
    erased > 0
      ? `Repeated ${counted(erased, 'erasure')} that came after the backup.`
      : 'No erasure after the backup is known; see “Embedded” in docs/operations/backup.md.',
    former === null
      ? ''
      : `The former data is in ${former}. Move it out of the data folder to keep it: ${erased > 0 ? 'the next start, which completes the repeated erasures,' : 'the next erasure'} deletes it.`,
    'The next start rebuilds the read models and the search index.',
  ]
    .filter((line) => line !== '')
    .join('\n');
});
