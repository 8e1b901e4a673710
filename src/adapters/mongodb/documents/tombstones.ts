/**
 * Tombstones keep the id and position of deleted documents, so that a redelivered older write does not restore them. They are
 * removed once a checkpoint and a day have passed: a second projector may lag behind the checkpoint, and only time tells that
 * it has caught up or ended.
 */
import type { Db } from 'mongodb';
import type { Checkpoint } from '../../../ports/documents.ts';
import type { MongoLayout } from './stored.ts';

const DAY_MS = 24 * 3_600_000;
/** Per collection and process. */
const SWEEP_EVERY_MS = 600_000;

export class Tombstones {
  readonly #db: Db;
  readonly #retentionMs: number;
  readonly #sweptAt = new Map<string, number>();

  /** @param retentionMs minimum lifetime; default a day */
  constructor(db: Db, retentionMs: number = DAY_MS) {
    this.#db = db;
    this.#retentionMs = retentionMs;
  }

  /** Must run after the checkpoints have been written. */
  async sweep(layouts: readonly MongoLayout[], checkpoints: readonly Checkpoint[]): Promise<void> {
    const [first] = checkpoints;
    if (first === undefined) return;
    // Writes up to the lowest checkpoint are not redelivered to any projection.
    const covered = checkpoints.reduce(
      (lowest, { position }) => (position < lowest ? position : lowest),
      first.position,
    );
    const now = Date.now();
    for (const { collection } of layouts) {
      const sweptAt = this.#sweptAt.get(collection);
      if (sweptAt !== undefined && now - sweptAt < Math.min(SWEEP_EVERY_MS, this.#retentionMs)) continue;
      this.#sweptAt.set(collection, now);
      const outdated = { deletedOn: { $lte: new Date(now - this.#retentionMs) }, position: { $lte: covered } };
      await this.#db.collection(collection).deleteMany(outdated);
    }
  }
}
