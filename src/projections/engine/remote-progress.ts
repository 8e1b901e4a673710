/** Progress of read models that another node projects, from the checkpoints it leaves in the documents store. */
import type { Documents } from '../../ports/documents.ts';
import { later, type Position } from '../../ports/event-log.ts';
import type { ReadProgress } from '../../ports/read-progress.ts';
import { type Projection, projectionKey } from '../projection.ts';
import { Waiters } from './waiters.ts';

const WAIT_MS = 5_000;
/** Short enough that an answer hardly notices, long enough that a store with many nodes hardly does. */
const LOOK_EVERY_MS = 10;
const LOOK_AFTER_FAILURE_MS = 250;

export class RemoteProgress implements ReadProgress {
  readonly #documents: Documents;
  readonly #projections: readonly Projection[];
  readonly #waiters = new Waiters();
  #looking = false;
  #stopped = false;

  constructor(documents: Documents, projections: readonly Projection[]) {
    this.#documents = documents;
    this.#projections = projections;
  }

  async waitFor(position: Position | null): Promise<void> {
    if (position === null) return;
    const passed = this.#waiters.wait(position, WAIT_MS);
    if (!this.#looking) void this.#look();
    await passed;
  }

  /** Where the read model that is furthest behind stands; null when one has not begun. */
  async position(): Promise<Position | null> {
    const checkpoints = await Promise.all(
      this.#projections.map((projection) => this.#documents.checkpoint(projectionKey(projection))),
    );
    if (checkpoints.includes(null)) return null;
    return checkpoints.reduce((least, each) => (later(least, each) === least ? each : least));
  }

  stop(): void {
    this.#stopped = true;
    this.#waiters.abandon();
  }

  /** One loop for all who wait, however many they are; it ends when nobody does. */
  async #look(): Promise<void> {
    this.#looking = true;
    while (!this.#stopped && this.#waiters.some) {
      const pause = await this.position().then(
        (position) => {
          if (position !== null) this.#waiters.passed(position);
          return LOOK_EVERY_MS;
        },
        // The store is away: those who wait are told by their own time limit.
        () => LOOK_AFTER_FAILURE_MS,
      );
      if (this.#waiters.some) await new Promise((resolve) => setTimeout(resolve, pause));
    }
    this.#looking = false;
  }
}
