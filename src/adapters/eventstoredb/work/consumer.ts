import { setTimeout as pause } from 'node:timers/promises';
import { match } from 'ts-pattern';
import { errorMessage } from '../../../lib/thrown.ts';
import type { ConsumeOptions, StoredEvent, WorkConsumer, WorkResult } from '../../../ports/event-log.ts';
import { ENDED_WITHOUT_RESULT } from '../../shared/ended-without-result.ts';
import type { Calls } from '../calls.ts';
import type { EventStoreClient } from '../client.ts';
import { matches } from '../stored-event.ts';
import { SubscriptionGroup } from './group.ts';
import type { ConsumedGroup } from './orphan-watch.ts';
import { deliveredEvent, parkingReason } from './parked.ts';
import { RetryDelays } from './retry-delays.ts';
import type { Delivery } from './subscription-connection.ts';
import { SubscriptionConnections } from './subscription-connections.ts';

const DEFAULT_RETRY_DELAY_MS = 1000;
const MAX_RETRY_DELAY_MS = 60_000;
/** Final outcomes, kept in case the server lost the ack. The oldest is dropped first. */
const MAX_REMEMBERED = 1000;
/** Longer than a healthy server takes. */
const MAX_OPENING_WAIT_MS = 1000;

type Outcome =
  | { readonly kind: 'ack' }
  | { readonly kind: 'retry'; readonly reason: string; readonly delayMs: number }
  /** `attempts` is absent unless the event was parked in the log that it was migrated from. */
  | { readonly kind: 'park'; readonly reason: string; readonly attempts?: number };

interface Source {
  readonly client: EventStoreClient;
  readonly calls: Calls;
  /** See `Presence`. */
  joined(): Promise<void>;
  /** Waits, for a limited time, until the server has the acks of this consumer. */
  acksArrived(): Promise<void>;
}

/**
 * Competing consumer with at-least-once delivery. The server delivers events again after a broken connection, perhaps to this
 * consumer. An event that is running, waiting or finished here does not start again: its result goes to the new delivery.
 */
export class EventStoreWorkConsumer implements WorkConsumer {
  readonly group: string;
  readonly #source: Source;
  readonly #options: ConsumeOptions;
  readonly #workGroup: SubscriptionGroup;
  readonly #connections: SubscriptionConnections;
  readonly #stopping = new AbortController();
  /** Delivered, not started. */
  readonly #ready: Delivery[] = [];
  /** Newest delivery by event id. */
  readonly #running = new Map<string, Delivery>();
  readonly #runs = new Set<Promise<void>>();
  readonly #retryDelays = new RetryDelays();
  readonly #remembered = new Map<string, Outcome>();
  #stopped: Promise<void> | undefined;

  /** @throws TypeError when the group's name is invalid */
  constructor(source: Source, options: ConsumeOptions) {
    this.group = options.group;
    this.#source = source;
    this.#options = options;
    const { client, calls, joined } = source;
    this.#workGroup = new SubscriptionGroup(client, calls, options.group, options.filter);
    const connectionOptions = {
      client,
      calls,
      group: this.#workGroup,
      joined,
      onDelivery: (delivery: Delivery) => this.#receive(delivery),
      // A group created again starts from the beginning, so finished events run again.
      onGroupMissing: () => this.#remembered.clear(),
    };
    this.#connections = new SubscriptionConnections(connectionOptions, options.concurrency);
  }

  /** Unacknowledged events. */
  get inFlight(): number {
    return this.#connections.inFlight;
  }

  get consumed(): ConsumedGroup {
    return { group: this.#workGroup, connections: this.#connections.count };
  }

  stop(graceMs: number): Promise<void> {
    this.#stopped ??= this.#stop(graceMs);
    return this.#stopped;
  }

  #receive(delivery: Delivery): void {
    const id = delivery.resolved.event?.id;
    // A delivery through a link replays a parked event, so it runs again.
    const remembered = delivery.resolved.link === undefined ? this.#remembered.get(id ?? '') : undefined;
    // The link points to an event that does not exist.
    if (id === undefined) delivery.ack();
    else if (this.#running.has(id)) this.#running.set(id, delivery);
    else if (remembered !== undefined) this.#settle(id, delivery, remembered);
    else if (!this.#retryDelays.replace(id, () => this.#makeReady(delivery))) this.#makeReady(delivery);
  }

  #makeReady(delivery: Delivery): void {
    this.#ready.push(delivery);
    this.#startReady();
  }

  #startReady(): void {
    while (this.#running.size < this.#options.concurrency && !this.#stopping.signal.aborted) {
      const delivery = this.#ready.shift();
      if (delivery === undefined) return;
      const id = delivery.resolved.event?.id;
      if (id === undefined || delivery.lost || this.#running.has(id)) continue;
      this.#running.set(id, delivery);
      const run = this.#run(id, delivery).finally(() => this.#runs.delete(run));
      this.#runs.add(run);
    }
  }

  async #run(id: string, delivery: Delivery): Promise<void> {
    const outcome = await this.#outcome(delivery);
    const newest = this.#running.get(id) ?? delivery;
    this.#running.delete(id);
    this.#settle(id, newest, outcome);
    this.#startReady();
  }

  async #outcome({ resolved, attempt }: Delivery): Promise<Outcome> {
    if (resolved.event === undefined) return { kind: 'ack' };
    const { client, calls } = this.#source;
    const { handle, maxAttempts } = this.#options;
    let event: StoredEvent | null;
    try {
      event = await deliveredEvent(client, calls, resolved.event, resolved.link !== undefined);
      if (event === null || !matches(await this.#workGroup.ensureCreated(), event)) return { kind: 'ack' };
    } catch (error) {
      return this.#retry(attempt, errorMessage(error));
    }
    // A replay of a parked event comes through a link.
    const before = resolved.link === undefined ? this.#workGroup.migrated.resultOf(event.position) : null;
    if (before?.kind === 'finished') return { kind: 'ack' };
    if (before?.kind === 'parked') return { ...before, kind: 'park' };
    if (attempt > maxAttempts) return { kind: 'park', reason: ENDED_WITHOUT_RESULT };
    try {
      return this.#outcomeOf(await handle(event, attempt, this.#stopping.signal), attempt);
    } catch (error) {
      return this.#retry(attempt, errorMessage(error));
    }
  }

  #outcomeOf(result: WorkResult, attempt: number): Outcome {
    return match(result)
      .returnType<Outcome>()
      .with({ kind: 'ack' }, () => ({ kind: 'ack' }))
      .with({ kind: 'park' }, ({ reason }) => ({ kind: 'park', reason }))
      .with({ kind: 'retry' }, ({ reason }) => this.#retry(attempt, reason))
      .exhaustive();
  }

  #retry(attempt: number, reason: string): Outcome {
    if (attempt >= this.#options.maxAttempts && !this.#stopping.signal.aborted) return { kind: 'park', reason };
    const delayMs = Math.min(
      (this.#options.retryDelayMs ?? DEFAULT_RETRY_DELAY_MS) * 2 ** (attempt - 1),
      MAX_RETRY_DELAY_MS,
    );
    return { kind: 'retry', reason, delayMs };
  }

  #settle(id: string, delivery: Delivery, outcome: Outcome): void {
    if (outcome.kind === 'retry') {
      this.#scheduleRetry(id, delivery, outcome);
      return;
    }
    this.#remember(id, outcome);
    if (outcome.kind === 'ack') delivery.ack();
    else {
      const attempts = outcome.attempts ?? Math.min(delivery.attempt, this.#options.maxAttempts);
      delivery.park(parkingReason(attempts, outcome.reason));
    }
  }

  /** The delay runs here, as the server would redeliver at once. The event keeps its slot meanwhile. */
  #scheduleRetry(id: string, delivery: Delivery, { reason, delayMs }: Outcome & { kind: 'retry' }): void {
    // Closing the connections of a stopping consumer gives the event to another one.
    if (this.#stopping.signal.aborted) return;
    this.#retryDelays.schedule(
      id,
      delayMs,
      () => delivery.retry(reason),
      () => this.#connections.adjustSpare(this.#retryDelays.size),
    );
    this.#connections.adjustSpare(this.#retryDelays.size);
  }

  #remember(id: string, outcome: Outcome): void {
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size >= MAX_REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest);
    this.#remembered.set(id, outcome);
  }

  async #stop(graceMs: number): Promise<void> {
    this.#stopping.abort();
    this.#retryDelays.clear();
    this.#ready.length = 0;
    const grace = new AbortController();
    await Promise.race([
      Promise.all(this.#runs),
      pause(graceMs, undefined, { signal: grace.signal }).catch(() => undefined),
    ]);
    grace.abort();
    const opened = Promise.race([
      this.#connections.endOpening(),
      pause(MAX_OPENING_WAIT_MS, undefined, { ref: false }),
    ]);
    await Promise.all([this.#source.acksArrived(), opened]);
    await this.#connections.close();
  }
}
