/**
 * A deleted document leaves its id and position, so that an older write that is delivered again does not bring it back. They are
 * taken away once a checkpoint has passed them, and a day has: a second projector may be behind the checkpoint that the first has
 * written, with older writes under way, and nothing but time tells that it has caught up or ended.
 */
import type { Db } from 'mongodb';
import type { Checkpoint, CollectionWrites } from '../../../ports/documents.ts';
import { layoutOf } from './stored.ts';

const DAY_MS = 24 * 3_600_000;
/** How often one process looks for those of a collection. */
const SWEEP_EVERY_MS = 600_000;

export class Tombstones {
  readonly #db: Db;
  readonly #keptMs: number;
  readonly #sweptAt = new Map<string, number>();

  /** @param keptMs how long they stay, at least; default a day */
  constructor(db: Db, keptMs: number = DAY_MS) {
    this.#db = db;
    this.#keptMs = keptMs;
  }

  /** Called when the checkpoints have been written. */
  async sweep(changes: readonly CollectionWrites[], checkpoints: readonly Checkpoint[]): Promise<void> {
    const [first] = checkpoints;
    if (first === undefined) return;
    // What all of these cover is not delivered again to any of them.
    const covered = checkpoints.reduce((low, { position }) => (position < low ? position : low), first.position);
    const now = Date.now();
    for (const { collection } of changes) {
      const layout = layoutOf(collection);
      const sweptAt = this.#sweptAt.get(layout.key);
      if (sweptAt !== undefined && now - sweptAt < Math.min(SWEEP_EVERY_MS, this.#keptMs)) continue;
      this.#sweptAt.set(layout.key, now);
      const outdated = { deletedOn: { $lte: new Date(now - this.#keptMs) }, position: { $lte: covered } };
      await this.#db.collection(layout.collection).deleteMany(outdated);
    }
  }
}
