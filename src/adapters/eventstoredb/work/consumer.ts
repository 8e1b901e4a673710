import { setTimeout as pause } from 'node:timers/promises';
import { match } from 'ts-pattern';
import type { ConsumeOptions, StoredEvent, WorkConsumer, WorkVerdict } from '../../../ports/event-log.ts';
import type { Calls } from '../calls.ts';
import type { EventStoreClient } from '../client.ts';
import { matches } from '../stored-event.ts';
import { WorkGroup } from './group.ts';
import type { Delivery } from './lane.ts';
import { Lanes } from './lanes.ts';
import { deliveredEvent, parkingReason } from './parked.ts';
import { WaitingRoom } from './waiting-room.ts';

const defaultRetryDelay = 1000;
const maxRetryDelay = 60_000;
/** Final verdicts that are remembered, in case the server did not get them; the oldest is forgotten first. */
const maxRemembered = 1000;
const endedWithoutVerdict = 'The process ended during the last attempt';

type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'retry'; readonly reason: string; readonly delayMs: number }
  | { readonly kind: 'park'; readonly reason: string };

interface Source {
  readonly client: EventStoreClient;
  readonly calls: Calls;
  /** Until the server has the answers of this consumer, bounded. */
  settled(): Promise<void>;
}

/**
 * One consumer of a group. When its connection breaks the server gives its events out again, perhaps to this very consumer: an
 * event that is still being worked on here, waits here, or was judged here is not begun a second time, and its verdict goes to the
 * new delivery.
 */
export class EventStoreWorkConsumer implements WorkConsumer {
  readonly group: string;
  readonly #source: Source;
  readonly #options: ConsumeOptions;
  readonly #workGroup: WorkGroup;
  readonly #lanes: Lanes;
  readonly #stopping = new AbortController();
  /** Delivered, not begun. */
  readonly #ready: Delivery[] = [];
  /** By id of the event: its newest delivery. */
  readonly #running = new Map<string, Delivery>();
  readonly #works = new Set<Promise<void>>();
  readonly #waiting = new WaitingRoom();
  readonly #remembered = new Map<string, Outcome>();
  #stopped: Promise<void> | undefined;

  /** @throws TypeError when the group's name is not one. */
  constructor(source: Source, options: ConsumeOptions) {
    this.group = options.group;
    this.#source = source;
    this.#options = options;
    const { client, calls } = source;
    this.#workGroup = new WorkGroup(client, calls, options.group, options.filter);
    const lanes = {
      client,
      calls,
      group: this.#workGroup,
      onDelivery: (delivery: Delivery) => this.#receive(delivery),
      // Made again it begins from the beginning: whoever deleted it wants all of it done again.
      onGroupMissing: () => this.#remembered.clear(),
    };
    this.#lanes = new Lanes(lanes, options.concurrency);
  }

  /** Events that the server has handed to this consumer and has no answer to. */
  get unanswered(): number {
    return this.#lanes.unanswered;
  }

  stop(graceMs: number): Promise<void> {
    this.#stopped ??= this.#stop(graceMs);
    return this.#stopped;
  }

  #receive(delivery: Delivery): void {
    const id = delivery.resolved.event?.id;
    // What comes by way of a link was parked and is replayed: it is done anew.
    const remembered = delivery.resolved.link === undefined ? this.#remembered.get(id ?? '') : undefined;
    // A link to an event that is not there: nobody can do anything with it.
    if (id === undefined) delivery.done();
    else if (this.#running.has(id)) this.#running.set(id, delivery);
    else if (remembered !== undefined) this.#settle(id, delivery, remembered);
    else if (!this.#waiting.replace(id, () => this.#makeReady(delivery))) this.#makeReady(delivery);
  }

  #makeReady(delivery: Delivery): void {
    this.#ready.push(delivery);
    this.#beginReady();
  }

  #beginReady(): void {
    while (this.#running.size < this.#options.concurrency && !this.#stopping.signal.aborted) {
      const delivery = this.#ready.shift();
      if (delivery === undefined) return;
      const id = delivery.resolved.event?.id;
      if (id === undefined || delivery.lost || this.#running.has(id)) continue;
      this.#running.set(id, delivery);
      const work = this.#work(id, delivery).finally(() => this.#works.delete(work));
      this.#works.add(work);
    }
  }

  async #work(id: string, delivery: Delivery): Promise<void> {
    const outcome = await this.#outcome(delivery);
    const newest = this.#running.get(id) ?? delivery;
    this.#running.delete(id);
    this.#settle(id, newest, outcome);
    this.#beginReady();
  }

  async #outcome({ resolved, attempt }: Delivery): Promise<Outcome> {
    if (resolved.event === undefined) return { kind: 'done' };
    const { client, calls } = this.#source;
    const { handle, maxAttempts } = this.#options;
    let event: StoredEvent | null;
    try {
      event = await deliveredEvent(client, calls, resolved.event, resolved.link !== undefined);
      if (event === null || !matches(await this.#workGroup.make(), event)) return { kind: 'done' };
    } catch (error) {
      return this.#retry(attempt, error instanceof Error ? error.message : String(error));
    }
    if (attempt > maxAttempts) return { kind: 'park', reason: endedWithoutVerdict };
    try {
      return this.#judge(await handle(event, attempt, this.#stopping.signal), attempt);
    } catch (error) {
      return this.#retry(attempt, error instanceof Error ? error.message : String(error));
    }
  }

  #judge(verdict: WorkVerdict, attempt: number): Outcome {
    return match(verdict)
      .returnType<Outcome>()
      .with({ verdict: 'done' }, () => ({ kind: 'done' }))
      .with({ verdict: 'park' }, ({ reason }) => ({ kind: 'park', reason }))
      .with({ verdict: 'retry' }, ({ reason }) => this.#retry(attempt, reason))
      .exhaustive();
  }

  #retry(attempt: number, reason: string): Outcome {
    if (attempt >= this.#options.maxAttempts && !this.#stopping.signal.aborted) return { kind: 'park', reason };
    const delayMs = Math.min((this.#options.retryDelayMs ?? defaultRetryDelay) * 2 ** (attempt - 1), maxRetryDelay);
    return { kind: 'retry', reason, delayMs };
  }

  #settle(id: string, delivery: Delivery, outcome: Outcome): void {
    if (outcome.kind === 'retry') {
      this.#wait(id, delivery, outcome);
      return;
    }
    this.#remember(id, outcome);
    if (outcome.kind === 'done') delivery.done();
    else delivery.park(parkingReason(Math.min(delivery.attempt, this.#options.maxAttempts), outcome.reason));
  }

  /** The server would give it again at once: it keeps its slot here until its time has come. */
  #wait(id: string, delivery: Delivery, { reason, delayMs }: Outcome & { kind: 'retry' }): void {
    // A stopping consumer keeps nothing: closing its lanes gives the event to another one.
    if (this.#stopping.signal.aborted) return;
    this.#waiting.admit(
      id,
      delayMs,
      () => delivery.retry(reason),
      () => this.#lanes.makeUpFor(this.#waiting.size),
    );
    this.#lanes.makeUpFor(this.#waiting.size);
  }

  #remember(id: string, outcome: Outcome): void {
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size >= maxRemembered && oldest !== undefined) this.#remembered.delete(oldest);
    this.#remembered.set(id, outcome);
  }

  async #stop(graceMs: number): Promise<void> {
    this.#stopping.abort();
    this.#waiting.clear();
    this.#ready.length = 0;
    const grace = new AbortController();
    await Promise.race([
      Promise.all(this.#works),
      pause(graceMs, undefined, { signal: grace.signal }).catch(() => undefined),
    ]);
    grace.abort();
    await this.#source.settled();
    await this.#lanes.close();
  }
}
