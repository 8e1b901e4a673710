/** `npm run migrate -- --to distributed` migrates an installation from the embedded stores to the engines; `--to embedded` migrates it back. */
import { parseArgs } from 'node:util';
import { startCompileCache } from '../composition/compile-cache.ts';
import type { Profile } from '../composition/migration/sides.ts';
import { exitWithHelp, exitWithUsage } from './usage.ts';

const USAGE = `usage: npm run migrate -- --to distributed | embedded [--dry-run]

Migrates an installation between the data folder DATA_DIR and the engines of EVENTSTORE_URL, MONGODB_URL and ELASTICSEARCH_URL, all of
which are set for both directions, and MASTER_KEY. Stop the service on every node before. The target must be empty.

Log, keys, files, counters, stored responses and embeddings are copied and compared; read models and search index are rebuilt. The
source is not changed. After an interruption, run the same command again: it resumes.

  --dry-run  verifies the source and lists what would be copied. Writes nothing.

Exit status: 0 done, 1 failed or refused, 2 wrong usage, 130 or 143 interrupted.`;

function wordsOrExit(): { readonly to: Profile; readonly isDryRun: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        to: { type: 'string' },
        'dry-run': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) exitWithHelp(USAGE);
    if (values.to !== 'distributed' && values.to !== 'embedded') {
      exitWithUsage(USAGE, 'Say where to: --to distributed or --to embedded.');
    }
    return { to: values.to, isDryRun: values['dry-run'] ?? false };
  } catch (error) {
    exitWithUsage(USAGE, error);
  }
}

const { to, isDryRun } = wordsOrExit();

startCompileCache();
const { runMigration } = await import('./migrate/run-migration.ts');

await runMigration(to, isDryRun);
