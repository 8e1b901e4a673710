/**
 * Notices that read models are gone while their checkpoints stayed, as after a partial restore of MongoDB or a collection dropped by hand.
 * They would be served as empty, and no start would rebuild them.
 */
import type { Report } from '../../ports/report.ts';

const CHECK_EVERY_MS = 15_000;

export class ReadModelWatch {
  readonly #findLost: () => Promise<readonly string[]>;
  readonly #report: Report;
  readonly #timer: NodeJS.Timeout;
  #isLost = false;

  private constructor(findLost: () => Promise<readonly string[]>, report: Report) {
    this.#findLost = findLost;
    this.#report = report;
    this.#timer = setInterval(() => void this.check().catch(() => undefined), CHECK_EVERY_MS).unref();
  }

  /** Returns after the first check. @throws StoreUnavailable */
  static async start(findLost: () => Promise<readonly string[]>, report: Report): Promise<ReadModelWatch> {
    const watch = new ReadModelWatch(findLost, report);
    try {
      await watch.check();
    } catch (error) {
      watch.stop();
      throw error;
    }
    return watch;
  }

  /** As of the last check. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Reports once when read models get lost. @throws StoreUnavailable */
  async check(): Promise<void> {
    const lost = await this.#findLost();
    const wasLost = this.#isLost;
    this.#isLost = lost.length > 0;
    if (!this.#isLost || wasLost) return;
    this.#report({
      message: `MongoDB (MONGODB_URL) lost read models whose checkpoints it kept (${lost.join(', ')}), so requests are refused. They can be rebuilt from the log: stop the service on every node, drop all read models with their checkpoints as docs/operations.md says, and start again`,
      severity: 'error',
    });
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
