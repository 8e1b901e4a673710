/** Lease of the node that resets a collection, in the collection's checkpoint. Only its holder may drop documents. */
import { randomUUID } from 'node:crypto';
import type { Collection, Filter } from 'mongodb';
import type { Clock } from '../../../ports/clock.ts';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';

export interface StoredCheckpoint {
  _id: string;
  position: bigint;
  eventId?: string | null;
  /** Lease of the node that resets the collection. */
  resetUntil?: Date;
  /** Fencing token of that lease. */
  resetBy?: string;
}

/** A node that crashed or was suspended for this long loses the lease to another node. */
const LEASE_MS = 30_000;
const RENEW_EVERY_MS = LEASE_MS / 3;
/** The caller has timed out by then. */
const MAX_RENEWALS = 11;

export class ResetLease {
  readonly #collection: Collection<StoredCheckpoint>;
  readonly #clock: Clock;
  readonly #held: Filter<StoredCheckpoint>;
  #until: number;

  private constructor(collection: Collection<StoredCheckpoint>, clock: Clock, held: Filter<StoredCheckpoint>) {
    this.#collection = collection;
    this.#clock = clock;
    this.#held = held;
    this.#until = clock.now() + LEASE_MS;
  }

  /**
   * @param clock the same for all nodes
   * @returns null when another node holds the lease, or the checkpoint has changed
   */
  static async claim(
    collection: Collection<StoredCheckpoint>,
    seen: { readonly _id: string; readonly position: bigint; readonly eventId: string | null },
    clock: Clock,
  ): Promise<ResetLease | null> {
    const now = clock.now();
    const resetBy = randomUUID();
    const lease = new ResetLease(collection, clock, { ...seen, resetBy });
    const free = { $or: [{ resetUntil: { $exists: false } }, { resetUntil: { $lt: new Date(now) } }] };
    const claim = { $set: { resetUntil: new Date(lease.#until), resetBy } };
    const { matchedCount } = await collection.updateOne({ ...seen, ...free }, claim);
    return matchedCount === 1 ? lease : null;
  }

  /** @throws StoreUnavailable when another node may have taken over */
  requireHeld(): void {
    if (this.#clock.now() >= this.#until) throw this.#lost();
  }

  /** Renews the lease while the work runs, then removes the checkpoint. @throws StoreUnavailable when the lease is lost */
  async removeCheckpointAfter(work: () => Promise<void>): Promise<void> {
    this.requireHeld();
    let renewals = 0;
    const timer = setInterval(() => {
      renewals += 1;
      if (renewals > MAX_RENEWALS) clearInterval(timer);
      else void this.#renew().catch(() => undefined);
    }, RENEW_EVERY_MS);
    timer.unref();
    try {
      await work();
    } finally {
      clearInterval(timer);
    }
    const { deletedCount } = await this.#collection.deleteOne(this.#held);
    if (deletedCount === 0) throw this.#lost();
  }

  /** A renewal that fails is tried again at the next beat. */
  async #renew(): Promise<void> {
    const until = this.#clock.now() + LEASE_MS;
    const { matchedCount } = await this.#collection.updateOne(this.#held, { $set: { resetUntil: new Date(until) } });
    this.#until = matchedCount === 1 ? until : 0;
  }

  #lost(): StoreUnavailable {
    return new StoreUnavailable('documents', `another node may be resetting ${String(this.#held._id)}`);
  }
}
