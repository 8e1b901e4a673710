import type { Config } from '../../config.ts';
import { BackupRefused } from './manifest.ts';

/** @throws BackupRefused when the log or the keys are not in the data folder */
export function requireEmbedded(
  { eventStoreUrl, mongoUrl }: Pick<Config, 'eventStoreUrl' | 'mongoUrl'>,
  verb: string,
): void {
  const [log, keys] = [eventStoreUrl !== null, mongoUrl !== null];
  if (!log && !keys) return;
  const set = [log ? 'EVENTSTORE_URL' : '', keys ? 'MONGODB_URL' : ''].filter((name) => name !== '').join(' and ');
  throw new BackupRefused(
    `This command can ${verb} embedded stores only, and ${set} ${log && keys ? 'are' : 'is'} set: use the tools of these engines, as docs/operations/backup.md says.`,
  );
}
