import { SubscriptionConnection, type SubscriptionConnectionOptions } from './subscription-connection.ts';

/** Opened in this order while events wait out a retry delay. */
const SPARE_SLOTS = [1, 2, 4, 8, 16];

/** A spare connection that closes while an event is on its way to it costs that event an attempt. */
const CLOSE_UNNEEDED_AFTER_MS = 5_000;

/**
 * The first connection has one slot for each concurrent event: when a process ends, the server counts an attempt for every
 * event delivered to it. An event that waits for a retry keeps its slot, which a spare connection replaces. When all are full,
 * the group waits.
 */
export class SubscriptionConnections {
  readonly #options: Omit<SubscriptionConnectionOptions, 'slots'>;
  readonly #first: SubscriptionConnection;
  #spare: readonly SubscriptionConnection[] = [];
  /** Spare connections that are closed once the server has confirmed them. */
  readonly #closing = new Map<SubscriptionConnection, Promise<void>>();
  #waiting = 0;
  /** Set while a spare connection is not needed. */
  #closeTimer: NodeJS.Timeout | undefined;

  constructor(options: Omit<SubscriptionConnectionOptions, 'slots'>, concurrency: number) {
    this.#options = options;
    this.#first = new SubscriptionConnection({ ...options, slots: concurrency });
  }

  get inFlight(): number {
    return [this.#first, ...this.#spare].reduce((sum, connection) => sum + connection.inFlight, 0);
  }

  get count(): number {
    return this.#all.length;
  }

  /** Keeps `waiting` events from blocking the others. */
  adjustSpare(waiting: number): void {
    this.#waiting = waiting;
    this.#openNeeded();
    if (this.#unneeded === undefined) this.#keepAll();
    else this.#closeTimer ??= setTimeout(() => this.#closeUnneeded(), CLOSE_UNNEEDED_AFTER_MS).unref();
  }

  /** Opens no more. Settles when the server has confirmed those that are being opened. */
  async endOpening(): Promise<void> {
    await Promise.all(this.#all.map((connection) => connection.endOpening()));
  }

  async close(): Promise<void> {
    this.#keepAll();
    await Promise.all(this.#all.map((connection) => connection.close()));
    await Promise.all(this.#closing.values());
  }

  get #all(): readonly SubscriptionConnection[] {
    return [this.#first, ...this.#spare, ...this.#closing.keys()];
  }

  get #spareSlots(): number {
    return this.#spare.reduce((sum, connection) => sum + connection.slots, 0);
  }

  get #unneeded(): SubscriptionConnection | undefined {
    const last = this.#spare.at(-1);
    return last !== undefined && this.#waiting <= this.#spareSlots - last.slots ? last : undefined;
  }

  #openNeeded(): void {
    while (this.#waiting > this.#spareSlots) {
      const slots = SPARE_SLOTS[this.#spare.length];
      if (slots === undefined) return;
      this.#spare = [...this.#spare, new SubscriptionConnection({ ...this.#options, slots })];
    }
  }

  #keepAll(): void {
    clearTimeout(this.#closeTimer);
    this.#closeTimer = undefined;
  }

  #closeUnneeded(): void {
    this.#keepAll();
    const connection = this.#unneeded;
    if (connection?.inFlight === 0) {
      this.#spare = this.#spare.slice(0, -1);
      this.#close(connection);
    }
    this.adjustSpare(this.#waiting);
  }

  #close(connection: SubscriptionConnection): void {
    const closed = connection
      .endOpening()
      .then(() => connection.close())
      .finally(() => this.#closing.delete(connection));
    this.#closing.set(connection, closed);
  }
}
