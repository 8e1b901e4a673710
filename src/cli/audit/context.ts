import { isBackup } from '../../adapters/files/backup-folder.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { openAuditStores } from '../../composition/stores/audit-stores.ts';
import { requireUsableDisk } from '../../composition/stores/usable-disk.ts';
import { readConfig } from '../../config.ts';
import { EventDecoder } from '../../event-log/event-decoder.ts';
import type { AuditContext } from './command.ts';

/** @throws Error with a message for operators when a store cannot be opened */
export async function openAuditContext(): Promise<{ context: AuditContext; close: () => Promise<void> }> {
  const read = readConfig();
  for (const slip of read.slips) process.stderr.write(`${slip}\n`);
  if (!read.ok) throw new Error(`Invalid configuration:\n${read.faults.map((fault) => `  ${fault}`).join('\n')}`);
  const { dataDir } = read.config;
  if (isBackup(dataDir)) {
    const remedy = 'Restore it into a folder of its own, and audit that one';
    throw new Error(`${dataDir} is a backup: a file that an audit adds would make it unusable. ${remedy}.`);
  }
  const { close, ...stores } = await requireUsableDisk(`DATA_DIR ${dataDir}`, 'run the command again', () =>
    openAuditStores(read.config),
  );
  const context = { config: read.config, ...stores, codec: new EventDecoder(stores.keys), clock: systemClock };
  return { context, close };
}
