import { verifyLog } from '../../audit/verify/log-verifier.ts';
import { headsBeside } from '../../audit/verify/stored-heads.ts';
import { installationKey } from '../../event-log/tree/signed-head.ts';
import type { AuditStores } from '../stores/audit-stores.ts';
import { MigrationRefused } from './migration-refused.ts';

/**
 * Verifies hash chains and signed heads, as `npm run audit -- verify` does. @returns number of events
 * @throws MigrationRefused for a log that is not sound
 */
export async function requireSoundLog(
  stores: Pick<AuditStores, 'log' | 'keys' | 'treeHeads' | 'openRawLog'>,
  name: string,
  onProgress: (events: number) => void,
): Promise<number> {
  const key = await installationKey(stores.keys);
  const beside = key === null ? null : await headsBeside(stores.treeHeads, key);
  if (beside?.ok === false) throw unsound(name, `the tree head ${beside.source} was not signed with the key`);
  const raw = await stores.openRawLog();
  try {
    const { finding, events } = await verifyLog({ raw, log: stores.log, key, heads: beside?.heads ?? [], onProgress });
    if (finding !== null)
      throw unsound(name, `${finding.position === null ? '' : `position ${finding.position} `}${finding.problem}`);
    return events;
  } finally {
    await raw.close();
  }
}

function unsound(name: string, problem: string): MigrationRefused {
  return new MigrationRefused(
    `The event log in ${name} does not verify: ${problem}. See docs/audit.md; a log is migrated once it is sound.`,
  );
}
