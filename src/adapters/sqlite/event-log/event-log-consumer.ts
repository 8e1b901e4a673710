import { setTimeout as pause } from 'node:timers/promises';
import { match } from 'ts-pattern';
import { errorMessage } from '../../../lib/thrown.ts';
import type { ConsumeOptions, StoredEvent, WorkConsumer, WorkResult } from '../../../ports/event-log.ts';
import { MAX_RETRY_DELAY_MS, type TakenWork, type TakeRequest, type WorkSettlement } from './event-log-work.ts';
import { WakeSignal } from './wake-signal.ts';

const DEFAULT_RETRY_DELAY_MS = 1000;
/** After a failure of the store. */
const [MIN_STORE_DELAY_MS, MAX_STORE_DELAY_MS] = [100, 5000];
/** Timers hold at most 2^31 ms, and the clock may be set: longer waits are split. */
const MAX_SLEEP_MS = 60_000;
const MAX_REASON_LENGTH = 1000;

/** Delivery state of the work groups, stored by the log's thread. */
export interface WorkStore {
  take(request: TakeRequest): Promise<TakenWork>;
  settle(settlement: WorkSettlement): Promise<void>;
}

/**
 * Takes no more items than it can start at once: taking records an attempt, and an item that only waited during a crash must
 * not count as attempted.
 */
export class SqliteWorkConsumer implements WorkConsumer {
  readonly #store: WorkStore;
  readonly #workAvailable: WakeSignal;
  readonly #options: ConsumeOptions;
  readonly #parse: (json: string) => StoredEvent;
  readonly #stopping = new AbortController();
  /** Keyed by position. An item that is removed while it runs has been released. */
  readonly #running = new Map<number, Promise<void>>();
  readonly #slotFreed = new WakeSignal();
  readonly #loop: Promise<void>;
  #stopped: Promise<void> | undefined;

  constructor(
    store: WorkStore,
    workAvailable: WakeSignal,
    options: ConsumeOptions,
    parse: (json: string) => StoredEvent,
  ) {
    this.#store = store;
    this.#workAvailable = workAvailable;
    this.#options = options;
    this.#parse = parse;
    this.#loop = this.#runLoop();
  }

  stop(graceMs: number): Promise<void> {
    this.#stopped ??= this.#stop(graceMs);
    return this.#stopped;
  }

  async #runLoop(): Promise<void> {
    const { group, filter, concurrency, maxAttempts } = this.#options;
    const signal = this.#stopping.signal;
    let readTo = 0;
    let storeDelay = MIN_STORE_DELAY_MS;
    while (!signal.aborted) {
      const limit = concurrency - this.#running.size;
      if (limit <= 0) {
        await this.#slotFreed.wait(this.#slotFreed.version, signal);
        continue;
      }
      const version = this.#workAvailable.version;
      try {
        const taken = await this.#store.take({ group, filter, limit, maxAttempts, now: Date.now(), readTo });
        storeDelay = MIN_STORE_DELAY_MS;
        readTo = taken.readTo;
        for (const item of taken.items) this.#start(item);
        if (taken.more || signal.aborted) continue;
        const dueIn =
          taken.nextDueAt === null ? null : Math.min(Math.max(taken.nextDueAt - Date.now(), 1), MAX_SLEEP_MS);
        await this.#workAvailable.wait(version, signal, dueIn);
      } catch {
        // The store is unavailable. Items that were taken are still recorded there.
        await pause(storeDelay, undefined, { signal }).catch(() => undefined);
        storeDelay = Math.min(storeDelay * 2, MAX_STORE_DELAY_MS);
      }
    }
  }

  #start(item: TakenWork['items'][number]): void {
    const work = this.#process(item).finally(() => {
      if (this.#running.get(item.position) === work) this.#running.delete(item.position);
      this.#slotFreed.notify();
    });
    this.#running.set(item.position, work);
  }

  async #process({ position, attempt, event }: TakenWork['items'][number]): Promise<void> {
    const result = await this.#handle(event, attempt);
    if (!this.#running.has(position)) return;
    await this.#settle(position, this.#outcome(result, attempt));
  }

  async #handle(json: string, attempt: number): Promise<WorkResult> {
    const signal = this.#stopping.signal;
    if (signal.aborted) return { kind: 'retry', reason: 'stopped' };
    try {
      return await this.#options.handle(this.#parse(json), attempt, signal);
    } catch (error) {
      return { kind: 'retry', reason: errorMessage(error) };
    }
  }

  #outcome(result: WorkResult, attempt: number): WorkSettlement['outcome'] {
    return match(result)
      .returnType<WorkSettlement['outcome']>()
      .with({ kind: 'ack' }, () => ({ kind: 'ack' }))
      .with({ kind: 'park' }, ({ reason }) => ({ kind: 'park', reason: reason.slice(0, MAX_REASON_LENGTH) }))
      .with({ kind: 'retry' }, (retry) => {
        if (this.#stopping.signal.aborted) return { kind: 'release' };
        const reason = retry.reason.slice(0, MAX_REASON_LENGTH);
        if (attempt >= this.#options.maxAttempts) return { kind: 'park', reason };
        const delay = (this.#options.retryDelayMs ?? DEFAULT_RETRY_DELAY_MS) * 2 ** (attempt - 1);
        return { kind: 'retry', reason, dueAt: Date.now() + Math.min(delay, MAX_RETRY_DELAY_MS) };
      })
      .exhaustive();
  }

  /**
   * Retries until the result is written, or until the consumer has stopped: then the event is delivered again after the next
   * start.
   */
  async #settle(position: number, outcome: WorkSettlement['outcome']): Promise<void> {
    const signal = this.#stopping.signal;
    for (let delay = MIN_STORE_DELAY_MS; ; delay = Math.min(delay * 2, MAX_STORE_DELAY_MS)) {
      try {
        await this.#store.settle({ group: this.#options.group, position, outcome });
        if (outcome.kind === 'retry' || outcome.kind === 'release') this.#workAvailable.notify();
        return;
      } catch {
        if (signal.aborted) return;
        await pause(delay, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #stop(graceMs: number): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
    const grace = new AbortController();
    await Promise.race([
      Promise.all(this.#running.values()),
      pause(graceMs, undefined, { signal: grace.signal }).catch(() => undefined),
    ]);
    grace.abort();
    const unfinished = [...this.#running.keys()];
    this.#running.clear();
    await Promise.all(unfinished.map((position) => this.#settle(position, { kind: 'release' })));
  }
}
