import { SubscriptionConnection, type SubscriptionConnectionOptions } from './subscription-connection.ts';

/** Opened in this order while events wait out a retry delay. */
const SPARE_SLOTS = [1, 2, 4, 8, 16];

/**
 * The first connection has one slot for each concurrent event and no more: when a process ends, the server counts an attempt
 * for every event delivered to it. An event that waits for a retry keeps its slot, and spare connections replace that slot.
 * When all are full, the group waits.
 */
export class SubscriptionConnections {
  readonly #options: Omit<SubscriptionConnectionOptions, 'slots'>;
  readonly #first: SubscriptionConnection;
  #spare: readonly SubscriptionConnection[] = [];
  readonly #closing = new Set<Promise<void>>();

  constructor(options: Omit<SubscriptionConnectionOptions, 'slots'>, concurrency: number) {
    this.#options = options;
    this.#first = new SubscriptionConnection({ ...options, slots: concurrency });
  }

  get inFlight(): number {
    return [this.#first, ...this.#spare].reduce((sum, connection) => sum + connection.inFlight, 0);
  }

  /** Keeps `waiting` events from blocking the others. */
  adjustSpare(waiting: number): void {
    const spareSlots = this.#spare.reduce((sum, connection) => sum + connection.slots, 0);
    const next = SPARE_SLOTS[this.#spare.length];
    const last = this.#spare.at(-1);
    if (waiting > spareSlots && next !== undefined) {
      this.#spare = [...this.#spare, new SubscriptionConnection({ ...this.#options, slots: next })];
      this.adjustSpare(waiting);
    } else if (last !== undefined && waiting <= spareSlots - last.slots && last.inFlight === 0) {
      this.#spare = this.#spare.slice(0, -1);
      this.#close(last);
      this.adjustSpare(waiting);
    }
  }

  async close(): Promise<void> {
    for (const connection of [this.#first, ...this.#spare]) this.#close(connection);
    this.#spare = [];
    await Promise.all(this.#closing);
  }

  #close(connection: SubscriptionConnection): void {
    const closed = connection.close().finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
  }
}
