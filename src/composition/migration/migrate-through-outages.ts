/** Resumes a migration once an unavailable engine is back. Every step may be repeated, and nothing is copied twice. */
import { setTimeout as pause } from 'node:timers/promises';
import { hasFreeSpace } from '../../adapters/files/free-space.ts';
import { errorCode } from '../../lib/thrown.ts';
import { DiskRefusesWrites, StoreDamaged, StoreRefused, StoreUnavailable } from '../../ports/store-unavailable.ts';
import { enginesOf, requireEngines, untilEnginesAnswer } from './engines.ts';
import { type MigrationSummary, migrateInstallation } from './migrate-installation.ts';
import { MigrationRefused } from './migration-refused.ts';
import type { MigrationOptions } from './sides.ts';

/** An engine that answers but fails again and again has a fault that waiting does not mend. */
const MAX_OUTAGES = 10;
/** A server that ends answers for a moment longer. */
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
      await requireSpace(options, error);
      if (!isOutage(error) || outages > MAX_OUTAGES) throw error;
      await pause(SETTLE_MS);
      await untilEnginesAnswer(engines, config.startTimeoutSeconds, (message) => report({ message }));
      report({ message: 'All engines answer again; the migration continues' });
    }
  }
}

const isOutage = (error: unknown): boolean =>
  error instanceof StoreUnavailable && !(error instanceof StoreRefused) && !(error instanceof StoreDamaged);

/** Failures of the file system outside the stores, such as of the mark of the migration. */
const SPACE_CODES: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** A full disk shows as failures of various calls. Waiting does not mend it. */
async function requireSpace({ config: { dataDir }, to }: MigrationOptions, cause: unknown): Promise<void> {
  if (to === 'distributed' || cause instanceof MigrationRefused) return;
  const isRefused = cause instanceof DiskRefusesWrites || SPACE_CODES.has(errorCode(cause));
  const hasSpace = await hasFreeSpace(dataDir);
  if (hasSpace && !isRefused) return;
  const reason = hasSpace && cause instanceof Error ? `refuses writes (${cause.message})` : 'is full';
  throw new MigrationRefused(
    `The disk of ${dataDir} ${reason}. Free space on it, then run the same command again: the migration resumes where it stopped.`,
    { cause },
  );
}
