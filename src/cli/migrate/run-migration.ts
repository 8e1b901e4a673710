/** The work of `npm run migrate`, once its words are understood. */
import { DataDirUnusable } from '../../adapters/files/data-dir.ts';
import { RotationUnfinished } from '../../adapters/shared/key-rotation.ts';
import { WrongMasterKey } from '../../adapters/shared/key-wrapping.ts';
import { DataDirInUse } from '../../adapters/sqlite/thread/data-dir-lock.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { LogsDiffer } from '../../composition/migration/compare-logs.ts';
import { planMigration } from '../../composition/migration/dry-run.ts';
import { type MigrationSummary, otherProfile } from '../../composition/migration/migrate-installation.ts';
import { migrateThroughOutages } from '../../composition/migration/migrate-through-outages.ts';
import { MigrationRefused } from '../../composition/migration/migration-refused.ts';
import type { MigrationState } from '../../composition/migration/migration-state.ts';
import { type MigrationOptions, nameOf, type Profile } from '../../composition/migration/sides.ts';
import { ImportConflict } from '../../ports/migration/log-import.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { Progress } from '../audit/output.ts';
import { configOrExit } from '../config-or-exit.ts';

const EXPECTED = [
  ...[MigrationRefused, LogsDiffer, ImportConflict, StoreUnavailable, DataDirInUse, DataDirUnusable],
  ...[WrongMasterKey, RotationUnfinished],
];

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
  const [source, target] = [nameOf(otherProfile(to), config), nameOf(to, config)];
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

/** The error with its stack, unless it is expected. */
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

/** Runs it, prints the outcome and exits: with status 0, with 1 when it failed, or with that of the signal that interrupted it. */
export async function runMigration(to: Profile, isDryRun: boolean): Promise<never> {
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
}
