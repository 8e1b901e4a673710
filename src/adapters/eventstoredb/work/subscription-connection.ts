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
import { STORE_NAME, typeOf } from '../failures.ts';
import type { SubscriptionGroup } from './group.ts';

/** A delivered event, to be acked or nacked once on the connection it came by. */
export interface Delivery {
  readonly resolved: PersistentSubscriptionToAllResolvedEvent;
  /** From 1, across all consumers of the group. */
  readonly attempt: number;
  /** The connection broke, so the server delivers the event again whatever the result. */
  readonly lost: boolean;
  ack(): void;
  retry(reason: string): void;
  park(reason: string): void;
}

export interface SubscriptionConnectionOptions {
  readonly client: EventStoreClient;
  readonly calls: Calls;
  readonly group: SubscriptionGroup;
  /** Settles once other processes see that this one runs. */
  joined(): Promise<void>;
  /** Maximum of unacknowledged events. */
  readonly slots: number;
  onDelivery(delivery: Delivery): void;
  /** The group was deleted on the server and is created again. */
  onGroupMissing(): void;
}

/** One connection of a consumer to its persistent subscription. Reconnects until closed. */
export class SubscriptionConnection {
  readonly slots: number;
  readonly #options: SubscriptionConnectionOptions;
  readonly #closing = new AbortController();
  readonly #inFlight = new Set<ServerDelivery>();
  /** Settles when the server has confirmed the subscription. */
  #opened: Promise<void> = Promise.resolve();
  #opensNoMore = false;
  readonly #run: Promise<void>;

  constructor(options: SubscriptionConnectionOptions) {
    this.#options = options;
    this.slots = options.slots;
    this.#run = this.#keepConnected();
  }

  /** Unacknowledged events. */
  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** Opens no other subscription. Settles when the server has confirmed the present one, or there is none. */
  endOpening(): Promise<void> {
    this.#opensNoMore = true;
    return this.#opened;
  }

  /**
   * The server delivers unacknowledged events to another consumer. Call `endOpening` first: a subscription cancelled before its
   * confirmation may stay on the server for ever, and take events that nobody works on.
   */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#run;
  }

  get #isEnding(): boolean {
    return this.#opensNoMore || this.#closing.signal.aborted;
  }

  async #keepConnected(): Promise<void> {
    const backOff = new BackOff();
    while (!this.#isEnding) {
      try {
        const { group, joined } = this.#options;
        await unlessAborted(this.#closing.signal, Promise.all([group.ensureCreated(), joined()]));
        await this.#consumeUntilEnd(() => backOff.reset());
      } catch (error) {
        // Every error is retried here. Calls to the server report it to their own callers.
        if (typeOf(error) === 'persistent-subscription-does-not-exist') {
          this.#options.group.forget();
          this.#options.onGroupMissing();
        }
      }
      if (!this.#isEnding) await backOff.pause(this.#closing.signal);
    }
  }

  async #consumeUntilEnd(onConfirmed: () => void): Promise<void> {
    const { client, calls, group, slots } = this.#options;
    if (this.#isEnding) return;
    const subscription = client.subscribeToPersistentSubscriptionToAll(group.name, { bufferSize: slots });
    const ended = Promise.withResolvers<void>();
    const confirmed = Promise.withResolvers<void>();
    this.#opened = confirmed.promise;
    const confirmationTimeout = setTimeout(
      () => ended.reject(new StoreUnavailable(STORE_NAME, `not subscribed to group ${group.name} in time`)),
      calls.deadlineMs,
    );
    const close = () => ended.resolve();
    this.#closing.signal.addEventListener('abort', close);
    subscription.on('confirmation', () => {
      clearTimeout(confirmationTimeout);
      confirmed.resolve();
      onConfirmed();
    });
    subscription.on('data', (resolved: PersistentSubscriptionToAllResolvedEvent) =>
      this.#deliver(subscription, resolved),
    );
    subscription.on('end', close);
    subscription.on('error', (error) => ended.reject(error));
    try {
      await ended.promise;
    } finally {
      confirmed.resolve();
      clearTimeout(confirmationTimeout);
      this.#closing.signal.removeEventListener('abort', close);
      for (const delivery of this.#inFlight) delivery.lost = true;
      this.#inFlight.clear();
      // Not awaited: while no node is found, there is no subscription to end.
      subscription.unsubscribe().catch(() => undefined);
      subscription.destroy();
    }
  }

  #deliver(subscription: PersistentSubscriptionToAll, resolved: PersistentSubscriptionToAllResolvedEvent): void {
    if (this.#closing.signal.aborted) return;
    const delivery = new ServerDelivery(subscription, resolved, () => this.#inFlight.delete(delivery));
    this.#inFlight.add(delivery);
    this.#options.onDelivery(delivery);
  }
}

function unlessAborted(signal: AbortSignal, awaited: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    signal.addEventListener('abort', stop);
    awaited.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    if (signal.aborted) stop();
  });
}

class ServerDelivery implements Delivery {
  readonly resolved: PersistentSubscriptionToAllResolvedEvent;
  readonly #subscription: PersistentSubscriptionToAll;
  readonly #onAcknowledged: () => void;
  lost = false;

  constructor(
    subscription: PersistentSubscriptionToAll,
    resolved: PersistentSubscriptionToAllResolvedEvent,
    onAcknowledged: () => void,
  ) {
    this.#subscription = subscription;
    this.resolved = resolved;
    this.#onAcknowledged = onAcknowledged;
  }

  get attempt(): number {
    return this.resolved.retryCount + 1;
  }

  ack(): void {
    this.#acknowledge(() => this.#subscription.ack(this.resolved));
  }

  retry(reason: string): void {
    this.#acknowledge(() => this.#subscription.nack(RETRY, reason, this.resolved));
  }

  park(reason: string): void {
    this.#acknowledge(() => this.#subscription.nack(PARK, reason, this.resolved));
  }

  /** The server does not confirm acks. When one is lost, it delivers the event again. */
  #acknowledge(send: () => Promise<void>): void {
    if (this.lost) return;
    this.#onAcknowledged();
    send().catch(() => undefined);
  }
}
