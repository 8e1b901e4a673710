/** `{ _id: 'messages@3', position, eventId }` */
import { setTimeout as pause } from 'node:timers/promises';
import type { Collection, Db } from 'mongodb';
import type { Clock } from '../../../ports/clock.ts';
import type { Checkpoint, LogPointer } from '../../../ports/documents.ts';
import type { Position } from '../../../ports/event-log.ts';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import { ResetLease, type StoredCheckpoint } from './reset-lease.ts';
import { upsertAll } from './upsert-all.ts';

/** The server aborts a longer query. */
const MAX_TIME_MS = 10_000;
/** Less than the caller waits, so that nobody resets after having given up. */
const MAX_RESET_WAIT_MS = 60_000;
const POLL_INTERVAL_MS = 100;

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

  /** Names of all projections that have one. */
  async projections(): Promise<readonly string[]> {
    return this.#collection.distinct('_id', {}, { maxTimeMS: MAX_TIME_MS });
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
   * @param drop is given the lease, which it must still hold when it drops
   * @throws StoreUnavailable when the wait takes too long, or the lease is lost
   */
  async removeAfter(
    projection: string,
    { position, eventId }: LogPointer,
    drop: (lease: ResetLease) => Promise<void>,
  ): Promise<void> {
    // A null `eventId` also matches a missing one.
    const seen = { _id: projection, position: position as bigint, eventId };
    const endsAt = performance.now() + MAX_RESET_WAIT_MS;
    while (performance.now() < endsAt) {
      const lease = await ResetLease.claim(this.#collection, seen, this.#clock);
      if (lease !== null) return lease.removeCheckpointAfter(() => drop(lease));
      if ((await this.#collection.findOne(seen, { maxTimeMS: MAX_TIME_MS })) === null) return;
      await pause(POLL_INTERVAL_MS);
    }
    throw new StoreUnavailable('documents', `${projection} is being reset by another node`);
  }
}
