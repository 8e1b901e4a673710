import type { DatabaseSync, StatementSync } from 'node:sqlite';

export interface StoredCheckpoint {
  readonly projection: string;
  readonly position: bigint;
  readonly eventId: string | null;
}

/** Checkpoints of the projections, and the tombstones of deleted documents that a checkpoint makes obsolete. */
export class Checkpoints {
  readonly #move: StatementSync;
  readonly #forgetDeletions: StatementSync;
  readonly #forgetAllDeletions: StatementSync;
  readonly #remove: StatementSync;

  constructor(db: DatabaseSync) {
    this.#move = db.prepare(
      `INSERT INTO checkpoints (projection, position, event_id) VALUES (?, ?, ?)
       ON CONFLICT (projection) DO UPDATE SET position = excluded.position, event_id = excluded.event_id
       WHERE excluded.position >= position`,
    );
    this.#forgetDeletions = db.prepare('DELETE FROM deletions WHERE collection = ? AND position <= ?');
    this.#forgetAllDeletions = db.prepare('DELETE FROM deletions WHERE collection = ?');
    this.#remove = db.prepare('DELETE FROM checkpoints WHERE projection = ?');
  }

  move({ projection, position, eventId }: StoredCheckpoint): void {
    this.#move.run(projection, position, eventId);
    this.forgetDeletions(projection, position);
  }

  /** Events up to a checkpoint are not redelivered, so no older put can restore the deleted documents. */
  forgetDeletions(collectionKey: string, upTo: bigint): void {
    this.#forgetDeletions.run(collectionKey, upTo);
  }

  remove(collectionKey: string): void {
    this.#forgetAllDeletions.run(collectionKey);
    this.#remove.run(collectionKey);
  }
}
