/**
 * Competing consumers that leave their work to other nodes while this node does not reach a store that the work needs. The log sees only
 * that a node is connected, so a node cut off from another engine would hold its work.
 */
import type { Report } from '../ports/report.ts';

const PROBE_EVERY_MS = 2_000;
/** Each handover costs a work item an attempt, so short outages are waited for. */
const YIELD_AFTER_MS = 30_000;
/** Work items notice within this time that their consumer stops. */
const GRACE_MS = 3_000;

export interface Workers {
  stop(graceMs: number): Promise<void>;
}

interface YieldingOptions {
  readonly start: () => Workers;
  /** Names the stores that do not answer. */
  readonly findUnavailable: () => Promise<readonly string[]>;
  readonly report: Report;
}

export class YieldingWorkers implements Workers {
  readonly #options: YieldingOptions;
  readonly #timer: NodeJS.Timeout;
  /** `null` while other nodes have the work. */
  #workers: Workers | null;
  #reachedAt = performance.now();
  #checking: Promise<void> | null = null;
  #isStopping = false;

  constructor(options: YieldingOptions) {
    this.#options = options;
    this.#workers = options.start();
    this.#timer = setInterval(() => this.#checkOnce(), PROBE_EVERY_MS).unref();
  }

  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    await this.#checking;
    await this.#workers?.stop(graceMs);
  }

  #checkOnce(): void {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = null;
    });
  }

  async #check(): Promise<void> {
    const unavailable = await this.#options.findUnavailable();
    if (this.#isStopping) return;
    if (unavailable.length === 0) {
      this.#reachedAt = performance.now();
      this.#resume();
    } else if (performance.now() - this.#reachedAt >= YIELD_AFTER_MS) {
      await this.#yield(unavailable);
    }
  }

  async #yield(unavailable: readonly string[]): Promise<void> {
    const workers = this.#workers;
    if (workers === null) return;
    this.#workers = null;
    this.#options.report({
      message: `This node has not reached ${unavailable.join(' and ')} for ${YIELD_AFTER_MS / 1000} seconds, so it leaves background work to other nodes until it does`,
    });
    await workers.stop(GRACE_MS);
  }

  #resume(): void {
    if (this.#workers !== null) return;
    this.#workers = this.#options.start();
    this.#options.report({ message: 'This node reaches all stores again, and takes background work' });
  }
}
