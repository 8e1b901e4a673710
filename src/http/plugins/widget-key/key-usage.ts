import type { Counters, UsageCount } from '../../../ports/counters.ts';
import { usageCounterOf } from '../../../projections/widget-keys/queries.ts';

/** Usage figures are right within two seconds. */
const FLUSH_MS = 500;
/** Bounds memory: while the store is unavailable for long, uses of further keys are not counted. */
const MAX_WAITING = 50_000;

/** Counts in memory and writes twice a second, not once a request. */
export class KeyUsage {
  readonly #counters: Counters;
  readonly #onFailure: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #waiting = new Map<string, UsageCount>();
  #flushing: Promise<void> = Promise.resolve();

  constructor(counters: Counters, onFailure: (error: unknown) => void) {
    this.#counters = counters;
    this.#onFailure = onFailure;
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS);
    this.#timer.unref();
  }

  /** @param at epoch milliseconds */
  record(keyId: string, at: number): void {
    this.#add(usageCounterOf(keyId), { count: 1, lastAt: at });
  }

  /** Settles when everything recorded before is written, or waits for the next flush after a failure. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #write(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const taken = this.#waiting;
    this.#waiting = new Map();
    try {
      await this.#counters.increment(taken);
    } catch (error) {
      for (const [name, usage] of taken) this.#add(name, usage);
      this.#onFailure(error);
    }
  }

  #add(name: string, { count, lastAt }: UsageCount): void {
    const before = this.#waiting.get(name);
    if (before === undefined && this.#waiting.size >= MAX_WAITING) return;
    this.#waiting.set(name, { count: (before?.count ?? 0) + count, lastAt: Math.max(before?.lastAt ?? 0, lastAt) });
  }
}
