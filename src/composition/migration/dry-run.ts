/** Tells what a migration would copy, and whether it would be refused. Writes nothing. */
import { TABLE_NAMES } from '../../ports/migration/migrated-tables.ts';
import { rowsOf } from './copy-records.ts';
import { enginesOf, requireEngines } from './engines.ts';
import { openSource, otherProfile, requireTarget } from './migrate-installation.ts';
import type { MigrationState } from './migration-state.ts';
import { type MigrationOptions, nameOf } from './sides.ts';
import { requireSoundLog } from './verify-side.ts';

export interface PlannedMove {
  /** State of a migration that has begun; null for a new one. */
  readonly begun: MigrationState | null;
  readonly counts: readonly { readonly name: string; readonly count: number }[];
}

/** @throws MigrationRefused */
export async function planMigration(options: MigrationOptions): Promise<PlannedMove> {
  const { config, to, onProgress } = options;
  await requireEngines(enginesOf(config));
  const source = await openSource(to, config);
  try {
    const { migration, isNew } = await requireTarget(source, options);
    const place = nameOf(otherProfile(to), config);
    const events = await requireSoundLog(source, place, (seen) => onProgress('verifying', `${seen} events`));
    const counts = [{ name: 'events', count: events }];
    for (const name of TABLE_NAMES) {
      let count = 0;
      for await (const page of rowsOf(source.tables[name], name)) count += page.length;
      counts.push({ name, count });
    }
    let files = 0;
    for await (const page of source.listBlobs()) files += page.length;
    return { begun: isNew ? null : migration, counts: [...counts, { name: 'files', count: files }] };
  } finally {
    await source.close();
  }
}
