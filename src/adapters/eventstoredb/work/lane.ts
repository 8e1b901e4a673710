import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import { BackOff } from '../back-off.ts';
import type { Calls } from '../calls.ts';
import {
  type EventStoreClient,
  PARK,
  type PersistentSubscriptionToAll,
  type PersistentSubscriptionToAllResolvedEvent,
  RETRY,
} from '../client.ts';
import { store, typeOf } from '../failures.ts';
import type { WorkGroup } from './group.ts';

/** An event as the server handed it to a lane: to be answered there, once. */
export interface Delivery {
  readonly resolved: PersistentSubscriptionToAllResolvedEvent;
  /** Counts from 1, over all consumers of the group. */
  readonly attempt: number;
  /** The connection broke: whatever is answered, the server gives the event to somebody again. */
  readonly lost: boolean;
  done(): void;
  retry(reason: string): void;
  park(reason: string): void;
}

export interface LaneOptions {
  readonly client: EventStoreClient;
  readonly calls: Calls;
  readonly group: WorkGroup;
  /** Events the server gives to this lane at most before it has an answer to one of them. */
  readonly slots: number;
  onDelivery(delivery: Delivery): void;
  /** The server has no such group any more; it is made again. */
  onGroupMissing(): void;
}

/** One connection of a consumer to its group, made again whenever it breaks. */
export class Lane {
  readonly slots: number;
  readonly #options: LaneOptions;
  readonly #closing = new AbortController();
  readonly #unanswered = new Set<OneDelivery>();
  readonly #run: Promise<void>;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.slots = options.slots;
    this.#run = this.#keepConnected();
  }

  /** Events handed out here that have no answer yet. */
  get unanswered(): number {
    return this.#unanswered.size;
  }

  /** Whatever has no answer goes to another consumer. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#run;
  }

  async #keepConnected(): Promise<void> {
    const backOff = new BackOff();
    while (!this.#closing.signal.aborted) {
      try {
        await unlessAborted(this.#closing.signal, this.#options.group.make());
        await this.#connected(() => backOff.reset());
      } catch (error) {
        // Whatever it was, work goes on when it is over; who waits for the server elsewhere is told.
        if (typeOf(error) === 'persistent-subscription-does-not-exist') {
          this.#options.group.forget();
          this.#options.onGroupMissing();
        }
      }
      if (!this.#closing.signal.aborted) await backOff.pause(this.#closing.signal);
    }
  }

  /** Until the connection breaks or the lane is closed. */
  async #connected(onConfirmed: () => void): Promise<void> {
    const { client, calls, group, slots } = this.#options;
    if (this.#closing.signal.aborted) return;
    const subscription = client.subscribeToPersistentSubscriptionToAll(group.name, { bufferSize: slots });
    const over = Promise.withResolvers<void>();
    const unconfirmed = setTimeout(
      () => over.reject(new StoreUnavailable(store, `no place in group ${group.name} in time`)),
      calls.deadlineMs,
    );
    const close = () => over.resolve();
    this.#closing.signal.addEventListener('abort', close);
    subscription.on('confirmation', () => {
      clearTimeout(unconfirmed);
      onConfirmed();
    });
    subscription.on('data', (resolved: PersistentSubscriptionToAllResolvedEvent) =>
      this.#deliver(subscription, resolved),
    );
    subscription.on('end', close);
    subscription.on('error', (error) => over.reject(error));
    try {
      await over.promise;
    } finally {
      clearTimeout(unconfirmed);
      this.#closing.signal.removeEventListener('abort', close);
      for (const delivery of this.#unanswered) delivery.lost = true;
      this.#unanswered.clear();
      // Not waited for: while no node can be found there is nothing yet to end.
      subscription.unsubscribe().catch(() => undefined);
      subscription.destroy();
    }
  }

  #deliver(subscription: PersistentSubscriptionToAll, resolved: PersistentSubscriptionToAllResolvedEvent): void {
    if (this.#closing.signal.aborted) return;
    const delivery = new OneDelivery(subscription, resolved, () => this.#unanswered.delete(delivery));
    this.#unanswered.add(delivery);
    this.#options.onDelivery(delivery);
  }
}

/** Waits for something no longer than until the signal aborts. */
function unlessAborted(signal: AbortSignal, awaited: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    signal.addEventListener('abort', stop);
    awaited.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    if (signal.aborted) stop();
  });
}

class OneDelivery implements Delivery {
  readonly resolved: PersistentSubscriptionToAllResolvedEvent;
  readonly #subscription: PersistentSubscriptionToAll;
  readonly #onAnswer: () => void;
  lost = false;

  constructor(
    subscription: PersistentSubscriptionToAll,
    resolved: PersistentSubscriptionToAllResolvedEvent,
    onAnswer: () => void,
  ) {
    this.#subscription = subscription;
    this.resolved = resolved;
    this.#onAnswer = onAnswer;
  }

  get attempt(): number {
    return this.resolved.retryCount + 1;
  }

  done(): void {
    this.#answer(() => this.#subscription.ack(this.resolved));
  }

  retry(reason: string): void {
    this.#answer(() => this.#subscription.nack(RETRY, reason, this.resolved));
  }

  park(reason: string): void {
    this.#answer(() => this.#subscription.nack(PARK, reason, this.resolved));
  }

  /** Sent, not confirmed: the server says nothing to it. Should it get lost, the event comes again. */
  #answer(send: () => Promise<void>): void {
    if (this.lost) return;
    this.#onAnswer();
    send().catch(() => undefined);
  }
}
