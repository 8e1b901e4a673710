import { DiskRefusesWrites } from '../../ports/store-unavailable.ts';

/** Longer failures do not mend themselves. */
export const MAX_FAILING_MS = 30_000;

/** Tells a rebuild that fails again and again from a slow one. */
export class RebuildFailures {
  readonly #now: () => number;
  #latest: unknown = null;
  #reached: bigint | null = null;
  #since = 0;

  /** @param now monotonic clock, milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(error: unknown): void {
    if (error !== undefined) this.#latest = error;
  }

  /** @throws the latest failure when the disk refuses writes, or nothing more was reached for a while */
  requireProgress(reached: bigint): void {
    if (this.#latest instanceof DiskRefusesWrites) throw this.#latest;
    const isFurther = this.#reached === null || reached > this.#reached;
    if (isFurther || this.#latest === null) {
      this.#latest = null;
      this.#reached = reached;
      this.#since = this.#now();
    } else if (this.#now() - this.#since > MAX_FAILING_MS) {
      throw this.#latest;
    }
  }
}
