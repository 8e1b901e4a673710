/** Resumes a migration once an unavailable engine is back. Steps may be repeated, and nothing is copied twice. */
import { setTimeout as pause } from 'node:timers/promises';
import { probeDisk } from '../../adapters/files/free-space.ts';
import { StoreDamaged, StoreRefused, StoreUnavailable } from '../../ports/store-unavailable.ts';
import { diskRefusalIn, diskSentence } from '../stores/usable-disk.ts';
import { enginesOf, requireEngines, untilEnginesAnswer } from './engines.ts';
import { type MigrationSummary, migrateInstallation } from './migrate-installation.ts';
import { MigrationRefused } from './migration-refused.ts';
import type { MigrationOptions } from './sides.ts';

/** An engine that answers but fails again and again has a fault that waiting does not mend. */
const MAX_OUTAGES = 10;
/** A server that is being ended still answers for a moment. */
const SETTLE_MS = 500;

/** @throws MigrationRefused, DataDirInUse, WrongMasterKey, StoreUnavailable */
export async function migrateThroughOutages(options: MigrationOptions): Promise<MigrationSummary> {
  const { config, report } = options;
  const engines = enginesOf(config);
  await requireEngines(engines);
  for (let outages = 1; ; outages += 1) {
    try {
      return await migrateInstallation(options);
    } catch (error) {
      await requireUsableTarget(options, error);
      if (!isOutage(error) || outages > MAX_OUTAGES) throw error;
      await pause(SETTLE_MS);
      await untilEnginesAnswer(engines, config.startTimeoutSeconds, (message) => report({ message }));
      report({ message: 'All engines answer again; the migration continues' });
    }
  }
}

const isOutage = (error: unknown): boolean =>
  error instanceof StoreUnavailable && !(error instanceof StoreRefused) && !(error instanceof StoreDamaged);

/** A full or failing disk shows as failures of various calls. Waiting does not mend it. */
async function requireUsableTarget({ config: { dataDir }, to }: MigrationOptions, cause: unknown): Promise<void> {
  if (to === 'distributed' || cause instanceof MigrationRefused) return;
  const refusal = diskRefusalIn(cause) ?? (await probeDisk(dataDir));
  if (refusal === null) return;
  throw new MigrationRefused(
    `${diskSentence(dataDir, refusal, cause)}, then run the same command again: the migration resumes where it stopped.`,
    { cause },
  );
}
