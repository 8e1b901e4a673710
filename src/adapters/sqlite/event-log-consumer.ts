import { setTimeout as pause } from 'node:timers/promises';
import { match } from 'ts-pattern';
import type { ConsumeOptions, StoredEvent, WorkConsumer, WorkVerdict } from '../../ports/event-log.ts';
import type { TakenWork, TakeRequest, WorkSettlement } from './event-log-work.ts';
import { WakeSignal } from './wake-signal.ts';

const defaultRetryDelay = 1000;
const maxRetryDelay = 60_000;
/** How long to leave the store alone after it failed us, in milliseconds: doubles from the first to the second. */
const [firstStoreDelay, maxStoreDelay] = [100, 5000];
/** Longer waits are cut up: a timer holds no more than 2^31 ms, and the clock may be set. */
const maxSleep = 60_000;
const maxReasonLength = 1000;

/** The books, kept by the log's thread. */
export interface WorkBooks {
  take(request: TakeRequest): Promise<TakenWork>;
  settle(settlement: WorkSettlement): Promise<void>;
}

/**
 * One consumer of a group. It takes no more than it can begin at once: an attempt is written down when the event is taken, and
 * one that merely lay ready here during a crash must not count.
 */
export class SqliteWorkConsumer implements WorkConsumer {
  readonly #books: WorkBooks;
  /** There may be work to take. */
  readonly #workable: WakeSignal;
  readonly #options: ConsumeOptions;
  readonly #parse: (json: string) => StoredEvent;
  readonly #stopping = new AbortController();
  /** What is being worked on, by position; one that is taken out while it runs has been given back. */
  readonly #running = new Map<number, Promise<void>>();
  readonly #slotFreed = new WakeSignal();
  readonly #loop: Promise<void>;
  #stopped: Promise<void> | undefined;

  constructor(books: WorkBooks, workable: WakeSignal, options: ConsumeOptions, parse: (json: string) => StoredEvent) {
    this.#books = books;
    this.#workable = workable;
    this.#options = options;
    this.#parse = parse;
    this.#loop = this.#run();
  }

  stop(graceMs: number): Promise<void> {
    this.#stopped ??= this.#stop(graceMs);
    return this.#stopped;
  }

  async #run(): Promise<void> {
    const { group, filter, concurrency, maxAttempts } = this.#options;
    const signal = this.#stopping.signal;
    let readTo = 0;
    let storeDelay = firstStoreDelay;
    while (!signal.aborted) {
      const limit = concurrency - this.#running.size;
      if (limit <= 0) {
        await this.#slotFreed.wait(this.#slotFreed.version, signal);
        continue;
      }
      const seen = this.#workable.version;
      try {
        const taken = await this.#books.take({ group, filter, limit, maxAttempts, now: Date.now(), readTo });
        storeDelay = firstStoreDelay;
        readTo = taken.readTo;
        for (const item of taken.items) this.#begin(item);
        if (taken.more || signal.aborted) continue;
        const dueIn = taken.nextDueAt === null ? null : Math.min(Math.max(taken.nextDueAt - Date.now(), 1), maxSleep);
        await this.#workable.wait(seen, signal, dueIn);
      } catch {
        // The store is away. Whatever was taken is still in the books.
        await pause(storeDelay, undefined, { signal }).catch(() => undefined);
        storeDelay = Math.min(storeDelay * 2, maxStoreDelay);
      }
    }
  }

  #begin(item: TakenWork['items'][number]): void {
    const work = this.#work(item).finally(() => {
      if (this.#running.get(item.position) === work) this.#running.delete(item.position);
      this.#slotFreed.notify();
    });
    this.#running.set(item.position, work);
  }

  async #work({ position, attempt, event }: TakenWork['items'][number]): Promise<void> {
    const verdict = await this.#handle(event, attempt);
    if (!this.#running.has(position)) return;
    await this.#settle(position, this.#outcome(verdict, attempt));
  }

  async #handle(json: string, attempt: number): Promise<WorkVerdict> {
    const signal = this.#stopping.signal;
    if (signal.aborted) return { verdict: 'retry', reason: 'stopped' };
    try {
      return await this.#options.handle(this.#parse(json), attempt, signal);
    } catch (error) {
      return { verdict: 'retry', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  #outcome(verdict: WorkVerdict, attempt: number): WorkSettlement['outcome'] {
    return match(verdict)
      .returnType<WorkSettlement['outcome']>()
      .with({ verdict: 'done' }, () => ({ kind: 'done' }))
      .with({ verdict: 'park' }, ({ reason }) => ({ kind: 'park', reason: reason.slice(0, maxReasonLength) }))
      .with({ verdict: 'retry' }, (retry) => {
        if (this.#stopping.signal.aborted) return { kind: 'giveBack' };
        const reason = retry.reason.slice(0, maxReasonLength);
        if (attempt >= this.#options.maxAttempts) return { kind: 'park', reason };
        const delay = (this.#options.retryDelayMs ?? defaultRetryDelay) * 2 ** (attempt - 1);
        return { kind: 'retry', reason, dueAt: Date.now() + Math.min(delay, maxRetryDelay) };
      })
      .exhaustive();
  }

  /** Until it is written or the consumer has been stopped: then the event is delivered again after the next start. */
  async #settle(position: number, outcome: WorkSettlement['outcome']): Promise<void> {
    const signal = this.#stopping.signal;
    for (let delay = firstStoreDelay; ; delay = Math.min(delay * 2, maxStoreDelay)) {
      try {
        await this.#books.settle({ group: this.#options.group, position, outcome });
        if (outcome.kind === 'retry' || outcome.kind === 'giveBack') this.#workable.notify();
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
    await Promise.all(unfinished.map((position) => this.#settle(position, { kind: 'giveBack' })));
  }
}
