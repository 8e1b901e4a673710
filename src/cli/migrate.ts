/** `npm run migrate -- --to distributed` migrates an installation from the embedded stores to the engines; `--to embedded` migrates it back. */
import { parseArgs } from 'node:util';
import { DataDirUnusable } from '../adapters/files/data-dir.ts';
import { RotationUnfinished } from '../adapters/shared/key-rotation.ts';
import { WrongMasterKey } from '../adapters/shared/key-wrapping.ts';
import { DataDirInUse } from '../adapters/sqlite/thread/data-dir-lock.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { LogsDiffer } from '../composition/migration/compare-logs.ts';
import { planMigration } from '../composition/migration/dry-run.ts';
import { type MigrationSummary, otherThan } from '../composition/migration/migrate-installation.ts';
import { migrateThroughOutages } from '../composition/migration/migrate-through-outages.ts';
import { MigrationRefused } from '../composition/migration/migration-refused.ts';
import type { MigrationState } from '../composition/migration/migration-state.ts';
import { type MigrationOptions, nameOf, type Profile } from '../composition/migration/sides.ts';
import { configOrExit } from '../composition/run.ts';
import { ImportConflict } from '../ports/migration/log-import.ts';
import { StoreUnavailable } from '../ports/store-unavailable.ts';
import { Progress } from './audit/output.ts';
import { exitWithHelp, exitWithUsage } from './usage.ts';

const USAGE = `usage: npm run migrate -- --to distributed | embedded [--dry-run]

Migrates an installation between the data folder DATA_DIR and the engines of EVENTSTORE_URL, MONGODB_URL and ELASTICSEARCH_URL, all of
which are set for both directions, and MASTER_KEY. Stop the service on every node before. The target must be empty.

Log, keys, files, counters, stored responses and embeddings are copied and compared; read models and search index are rebuilt. The
source is not changed. After an interruption, run the same command again: it resumes.

  --dry-run  verifies the source and lists what would be copied. Writes nothing.

Exit status: 0 done, 1 failed or refused, 2 wrong usage, 130 or 143 interrupted.`;

const EXPECTED = [
  ...[MigrationRefused, LogsDiffer, ImportConflict, StoreUnavailable, DataDirInUse, DataDirUnusable],
  ...[WrongMasterKey, RotationUnfinished],
];

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

/** Names of the counted things. */
const NAMES: Readonly<Record<string, string>> = {
  counters: 'usage counts',
  requests: 'stored responses',
};

const column = (name: string, count: number, more = '') =>
  `  ${(NAMES[name] ?? name).padEnd(17)}${String(count).padStart(10)}${more}`;

function standOf(begun: MigrationState | null, target: string): string {
  if (begun === null) return `Nothing is in ${target}.`;
  if (begun.phase === 'finished') return 'This migration is finished, and the same command would change nothing.';
  return `A part of this migration is in ${target}, and the same command would go on with it.`;
}

async function plan(options: MigrationOptions): Promise<string> {
  const { config, to } = options;
  const { begun, counts } = await planMigration(options);
  const [source, target] = [nameOf(otherThan(to), config), nameOf(to, config)];
  const lines = counts.map(({ name, count }) => column(name, count));
  return [standOf(begun, target), `The log in ${source} verifies. There are:`, ...lines, 'Nothing was written.'].join(
    '\n',
  );
}

function told({ state, wasFinished, compared, damaged, notes }: MigrationSummary, place: string, to: Profile): string {
  const finished = new Date(state.finishedAt ?? 0).toISOString();
  if (wasFinished) {
    return `This migration was finished at ${finished}: ${state.events} events are in ${place}. Nothing was changed.`;
  }
  const lines = (compared ?? []).map(({ name, count, digest }) => column(name, count, `  ${digest.slice(0, 16)}`));
  return [
    `Migrated to ${place}. Copied, and the same at both ends:`,
    column('events', state.events, `  ${state.root}`),
    ...lines,
    'The read models and the search index were rebuilt, and the log verifies.',
    ...damaged.map((path) => `Left out, because its bytes are damaged: ${path}`),
    ...notes,
    to === 'distributed'
      ? 'Start the nodes with the three URLs and this MASTER_KEY. The data folder was not changed: never start a service on it again.'
      : 'Start the service without the three URLs and with this MASTER_KEY. The engines were not changed: never start a node on them again.',
  ].join('\n');
}

/** With its stack, unless it is expected. */
function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return EXPECTED.some((each) => error instanceof each) ? error.message : (error.stack ?? error.message);
}

/** A kill at any moment is safe, so nothing has to end first. */
function endOnSignals(progress: Progress, message: string): void {
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
    process.once(signal, () => {
      progress.end();
      console.error(message);
      process.exit(code);
    });
  }
}

const { to, isDryRun } = wordsOrExit();
const config = configOrExit();
const progress = new Progress();
endOnSignals(
  progress,
  isDryRun ? 'Interrupted.' : 'Interrupted. Run the same command again: the migration resumes where it stopped.',
);
const place = nameOf(to, config);
const options: MigrationOptions = {
  config,
  to,
  now: () => systemClock.now(),
  onProgress: (step, done) => progress.report(() => (done === '' ? step : `${step}: ${done}`)),
  report: ({ message }) => {
    progress.end();
    console.error(message);
  },
};
try {
  const message = isDryRun ? await plan(options) : told(await migrateThroughOutages(options), place, to);
  progress.end();
  console.log(message);
  process.exit(0);
} catch (error) {
  progress.end();
  console.error(described(error));
  process.exit(1);
}
