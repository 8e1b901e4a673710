/**
 * Notices that the key store was emptied, rolled back or replaced while the service runs, as by an engine that came back without its data.
 * New keys in such a store would seal data for a log that it does not belong to.
 */
import type { KeyStoreState, Keys } from '../../ports/keys.ts';
import type { Report } from '../../ports/report.ts';

const CHECK_EVERY_MS = 5_000;

type WatchedKeys = Pick<Keys, 'state' | 'revision'>;

export class KeyStoreWatch {
  readonly #keys: WatchedKeys;
  /** The variable or file that configures the store. */
  readonly #name: string;
  readonly #report: Report;
  readonly #joined: KeyStoreState;
  readonly #timer: NodeJS.Timeout;
  #isLost = false;

  private constructor(keys: WatchedKeys, name: string, report: Report, joined: KeyStoreState) {
    this.#keys = keys;
    this.#name = name;
    this.#report = report;
    this.#joined = joined;
    this.#timer = setInterval(() => void this.check().catch(() => undefined), CHECK_EVERY_MS).unref();
  }

  /** The store holds the keys of the log. */
  static async start(keys: WatchedKeys, name: string, report: Report): Promise<KeyStoreWatch> {
    return new KeyStoreWatch(keys, name, report, await keys.state());
  }

  /** As of the last check. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Reports once when the keys get lost. @throws StoreUnavailable */
  async check(): Promise<void> {
    // Known before the store is read, so the durable one is no lower.
    const known = this.#keys.revision;
    const { installationId, revision } = await this.#keys.state();
    const wasLost = this.#isLost;
    this.#isLost = installationId !== this.#joined.installationId || revision < known;
    if (this.#isLost && !wasLost) {
      this.#report({
        message: `The key store (${this.#name}) lost keys that it held, so requests are refused. Stop the service on every node, restore the newest backup of the key store, and start again`,
        severity: 'error',
      });
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
