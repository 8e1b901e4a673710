/** `npm run keys -- rotate` wraps all data keys by a new master key. Events stay as they are. */
import { startCompileCache } from '../composition/compile-cache.ts';
import { counted } from '../lib/counted.ts';
import { asksForHelp, exitWithHelp, exitWithUsage } from './usage.ts';

const USAGE = `usage: npm run keys -- rotate

Wraps all data keys by a new master key. Stop the service on every node before. Owners sign in again afterwards.

The new key is NEW_MASTER_KEY (or NEW_MASTER_KEY_FILE) where MASTER_KEY is set; otherwise it is generated and replaces
DATA_DIR/master.key. After an interruption, run the same command again: it resumes.

Exit status: 0 done, 1 failed or refused, 2 wrong usage.`;

const words = process.argv.slice(2);
if (asksForHelp(words)) exitWithHelp(USAGE);
if (words.join(' ') !== 'rotate') exitWithUsage(USAGE, 'The only command is rotate.');

startCompileCache();
const { configOrExit } = await import('./config-or-exit.ts');
const { exitWithFailure } = await import('./exit-with-failure.ts');
const { rotateInstallation } = await import('../composition/key-rotation/rotate-installation.ts');

const REPORT_EVERY = 5_000;
const onProgress = (seen: number) => {
  if (seen % REPORT_EVERY === 0) console.log(`${seen} keys so far`);
};
const config = configOrExit();
try {
  const { wrapped, isInFolder } = await rotateInstallation(config, onProgress);
  const where = isInFolder ? 'It is in DATA_DIR/master.key.' : 'Set MASTER_KEY to it on every node before they start.';
  const earlier = wrapped.before === 0 ? '' : `, ${wrapped.before} of them by an earlier run`;
  console.log(
    `Wrapped ${counted(wrapped.now + wrapped.before, 'key')} by the new master key${earlier}. ${where} Owners sign in again.`,
  );
} catch (error) {
  exitWithFailure(error, config.dataDir);
}
