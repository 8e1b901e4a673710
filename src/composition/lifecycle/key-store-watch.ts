/**
 * Notices that the key store was emptied, rolled back or replaced while the service runs, as by an engine that came back without its data.
 * New keys in such a store would seal data for a log that it does not belong to.
 */
import type { Keys } from '../../ports/keys.ts';
import type { Report } from '../../ports/report.ts';
import { LossWatch } from './loss-watch.ts';

type WatchedKeys = Pick<Keys, 'state' | 'revision'>;

export class KeyStoreWatch extends LossWatch {
  /** The store holds the keys of the log. @param name the variable or file that configures the store */
  static async start(keys: WatchedKeys, name: string, report: Report): Promise<KeyStoreWatch> {
    const joined = await keys.state();
    const look = async () => {
      // Known before the store is read, so the durable one is no lower.
      const known = keys.revision;
      const { installationId, revision } = await keys.state();
      return installationId !== joined.installationId || revision < known;
    };
    const message = `The key store (${name}) lost keys that it held, so requests are refused. Stop the service on every node, restore the newest backup of the key store, and start again`;
    const onChange = (isLost: boolean) => {
      if (isLost) report({ message, severity: 'error' });
    };
    return new KeyStoreWatch({ look, onChange });
  }
}
