/** `{ _id: 'messages@3', position, eventId }` */
import { setTimeout as pause } from 'node:timers/promises';
import type { Collection, Db } from 'mongodb';
import type { Clock } from '../../../ports/clock.ts';
import type { Checkpoint, LogPointer } from '../../../ports/documents.ts';
import type { Position } from '../../../ports/event-log.ts';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import { upsertAll } from './upsert-all.ts';

/** The server aborts a longer query. */
const MAX_TIME_MS = 10_000;
/** Another node takes over the reset of a crashed one. */
const RESET_LEASE_MS = 30_000;
const POLL_INTERVAL_MS = 100;

interface StoredCheckpoint {
  _id: string;
  position: bigint;
  eventId?: string | null;
  /** Lease of the node that resets the collection. */
  resetUntil?: Date;
}

function pointerOf({ position, eventId }: StoredCheckpoint): LogPointer {
  return { position: position as Position, eventId: eventId ?? null };
}

export class Checkpoints {
  readonly #collection: Collection<StoredCheckpoint>;
  readonly #clock: Clock;

  /** @param clock the same for all nodes, which compare leases by it */
  constructor(db: Db, clock: Clock) {
    this.#clock = clock;
    this.#collection = db.collection('checkpoints');
  }

  async find(projection: string): Promise<LogPointer | null> {
    const row = await this.#collection.findOne({ _id: projection }, { maxTimeMS: MAX_TIME_MS });
    return row === null ? null : pointerOf(row);
  }

  async findMany(projections: readonly string[]): Promise<readonly (LogPointer | null)[]> {
    const filter = { _id: { $in: [...projections] } };
    const rows = await this.#collection.find(filter, { maxTimeMS: MAX_TIME_MS }).toArray();
    const pointers = new Map(rows.map((row) => [row._id, pointerOf(row)]));
    return projections.map((projection) => pointers.get(projection) ?? null);
  }

  /** Never moves a checkpoint backwards. One request, however many read models advance together. */
  async move(checkpoints: readonly Checkpoint[]): Promise<void> {
    await upsertAll(this.#collection, checkpoints, ({ projection, position, eventId }, upsert) => ({
      updateOne: {
        filter: { _id: projection, position: { $lte: position as bigint } },
        update: { $set: { position: position as bigint, eventId } },
        upsert,
      },
    }));
  }

  async remove(projection: string): Promise<void> {
    await this.#collection.deleteOne({ _id: projection });
  }

  /**
   * Removes the checkpoint after `drop`, unless it has changed. A lease makes other nodes wait for the first.
   * @throws StoreUnavailable when the wait takes too long
   */
  async removeAfter(projection: string, { position, eventId }: LogPointer, drop: () => Promise<void>): Promise<void> {
    // A null `eventId` also matches a missing one.
    const seen = { _id: projection, position: position as bigint, eventId };
    const endsAt = performance.now() + 2 * RESET_LEASE_MS;
    while (performance.now() < endsAt) {
      const now = this.#clock.now();
      const free = { $or: [{ resetUntil: { $exists: false } }, { resetUntil: { $lt: new Date(now) } }] };
      const claim = { $set: { resetUntil: new Date(now + RESET_LEASE_MS) } };
      const { matchedCount } = await this.#collection.updateOne({ ...seen, ...free }, claim);
      if (matchedCount === 1) {
        await drop();
        await this.#collection.deleteOne(seen);
        return;
      }
      if ((await this.#collection.findOne(seen, { maxTimeMS: MAX_TIME_MS })) === null) return;
      await pause(POLL_INTERVAL_MS);
    }
    throw new StoreUnavailable('documents', `${projection} is being reset by another node`);
  }
}
