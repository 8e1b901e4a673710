/**
 * Notices that read models are gone while their checkpoints stayed, as after a partial restore of MongoDB or a collection dropped by hand.
 * They would be served as empty. Projectors build their next generation from the log.
 */
import type { LostReadModels } from '../../ports/documents.ts';
import type { Report } from '../../ports/report.ts';

/** Bounds the time for which a lost read model is served as empty. */
const CHECK_EVERY_MS = 5_000;
/** Requests are refused meanwhile. */
const CHECK_REBUILT_EVERY_MS = 500;

export class ReadModelWatch {
  readonly #retireLost: () => Promise<LostReadModels>;
  readonly #report: Report;
  #timer: NodeJS.Timeout | null = null;
  #isRebuilding = false;
  #isStopped = false;

  private constructor(retireLost: () => Promise<LostReadModels>, report: Report) {
    this.#retireLost = retireLost;
    this.#report = report;
  }

  /** Resolves after the first check. @throws StoreUnavailable */
  static async start(retireLost: () => Promise<LostReadModels>, report: Report): Promise<ReadModelWatch> {
    const watch = new ReadModelWatch(retireLost, report);
    await watch.#check();
    watch.#checkLater();
    return watch;
  }

  /** As of the last check: read models were lost or reset on any node, and their next generation is being built. */
  get isRebuilding(): boolean {
    return this.#isRebuilding;
  }

  #checkLater(): void {
    const afterMs = this.#isRebuilding ? CHECK_REBUILT_EVERY_MS : CHECK_EVERY_MS;
    const check = async () => {
      // An unavailable store is checked next time.
      await this.#check().catch(() => undefined);
      if (!this.#isStopped) this.#checkLater();
    };
    this.#timer = setTimeout(() => void check(), afterMs).unref();
  }

  async #check(): Promise<void> {
    const { lost, rebuilding } = await this.#retireLost();
    const wasRebuilding = this.#isRebuilding;
    this.#isRebuilding = rebuilding.length > 0;
    if (lost.length > 0) {
      this.#report({
        message: `MongoDB (MONGODB_URL) lost read models whose checkpoints it kept (${lost.join(', ')}). They are being rebuilt from the log, and requests are refused until they have caught up`,
        severity: 'error',
      });
    } else if (this.#isRebuilding && !wasRebuilding) {
      this.#report({
        message: `Read models are being rebuilt from the log (${rebuilding.join(', ')}): their collections were lost, or the log was replaced. Requests are refused until they have caught up`,
      });
    } else if (wasRebuilding && !this.#isRebuilding) {
      this.#report({ message: 'The read models are whole again' });
    }
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
