/** Another node projects the read models; their progress is in the checkpoints of the document store. */
import type { Documents } from '../../ports/documents.ts';
import { laterPosition, type Position } from '../../ports/event-log.ts';
import { READ_WAIT_MS, type ReadProgress } from '../../ports/read-progress.ts';
import { type Projection, projectionKey } from '../projection.ts';
import { Waiters } from './waiters.ts';

/** First pause, which doubles; short for a waiting response. */
const MIN_POLL_MS = 2;
/** Long enough for a store with many nodes. */
const MAX_POLL_MS = 10;
const POLL_AFTER_FAILURE_MS = 250;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class RemoteProgress implements ReadProgress {
  readonly #documents: Documents;
  readonly #projections: readonly Projection[];
  readonly #waiters = new Waiters();
  #polling = false;
  readonly #maxPollMs: number;
  #stopped = false;

  constructor(documents: Documents, projections: readonly Projection[], maxPollMs = MAX_POLL_MS) {
    this.#maxPollMs = maxPollMs;
    this.#documents = documents;
    this.#projections = projections;
  }

  async waitFor(position: Position | null, withinMs = READ_WAIT_MS): Promise<void> {
    if (position === null) return;
    const passed = this.#waiters.wait(position, withinMs);
    if (!this.#polling) void this.#poll();
    await passed;
  }

  /** The slowest read model decides; null when one has no checkpoint. */
  async position(): Promise<Position | null> {
    const pointers = await this.#documents.checkpoints(this.#projections.map(projectionKey));
    const checkpoints = pointers.map((pointer) => pointer?.position ?? null);
    if (checkpoints.includes(null)) return null;
    return checkpoints.reduce((least, each) => (laterPosition(least, each) === least ? each : least));
  }

  /** The read models went back, so nothing counts as passed any more. */
  reset(): void {
    this.#waiters.reset();
  }

  stop(): void {
    this.#stopped = true;
    this.#waiters.close();
  }

  /** One loop polls for all waiters and ends with the last one. */
  async #poll(): Promise<void> {
    this.#polling = true;
    // The projector has hardly received an event yet that was appended a moment ago.
    let pauseMs = MIN_POLL_MS;
    await pause(pauseMs);
    while (!this.#stopped && this.#waiters.hasAny) {
      pauseMs = await this.position().then(
        (position) => {
          if (position !== null) this.#waiters.passed(position);
          return Math.min(2 * pauseMs, this.#maxPollMs);
        },
        // The store is unavailable: waiters run into their own time limit.
        () => POLL_AFTER_FAILURE_MS,
      );
      if (this.#waiters.hasAny) await pause(pauseMs);
    }
    this.#polling = false;
  }
}
