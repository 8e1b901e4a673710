/**
 * Worker thread that owns one SQLite file, so that fsync and long statements never block the event loop. Pending calls are
 * committed together; a call is answered only after its COMMIT.
 */
import type { Worker } from 'node:worker_threads';
import { DiskRefusesWrites, StoreDamaged, StoreUnavailable } from '../../../ports/store-unavailable.ts';
import type { UnwritableStores } from '../../shared/unwritable-stores.ts';
import { CallQueue, type PendingCall } from './call-queue.ts';
import { fromFailure } from './failure.ts';
import { type Handlers, type ResultOf, WRITE_PROBE } from './handlers.ts';
import type { Answers, CallBatch, FromWorker, ToWorker } from './protocol.ts';
import { startWorker, type WorkerOptions } from './start-worker.ts';

export interface SqliteThreadOptions extends WorkerOptions {
  /** Default 10,000. */
  readonly deadlineMs?: number;
  /** Pending calls; further ones are rejected as overloaded. Default 10,000. */
  readonly maxWaiting?: number;
  /**
   * Calls that are not done so long after `close` are rejected and rolled back. For work that is repeated. Default: as long as
   * their deadlines.
   */
  readonly giveUpAfterMs?: number;
  /** Called when a call is answered after its deadline: the file may have changed. Must not throw. */
  readonly onLateAnswer?: () => void;
  readonly onDamage?: ((error: StoreDamaged) => void) | undefined;
  /** Collects stores whose write the disk refused. */
  readonly unwritableStores?: Pick<UnwritableStores, 'add'> | undefined;
}

export interface CallOptions {
  readonly deadlineMs?: number;
  /** Buffers in the argument that are transferred instead of copied. */
  readonly transfer?: readonly Transferable[];
}

type Transferable = PendingCall['transfer'][number];

/** Cloning this many small calls holds the event loop for about a millisecond. */
const MAX_CALLS_PER_BATCH = 512;
/** One batch runs and one waits, so the worker is never idle and later calls still share a batch. */
const MAX_POSTED_BATCHES = 2;
const EXPIRY_INTERVAL_MS = 100;
const CLOSE_TIMEOUT_MS = 30_000;

export class SqliteThread<Made extends Handlers> {
  readonly #options: SqliteThreadOptions;
  readonly #worker: Worker;
  readonly #queue = new CallQueue();
  readonly #expiryTimer: NodeJS.Timeout;
  #lastId = 0;
  #batchesPosted = 0;
  #flushScheduled = false;
  #closing: Promise<void> | undefined;
  #onIdle: (() => void) | undefined;
  #crash: StoreUnavailable | undefined;

  private constructor(options: SqliteThreadOptions, worker: Worker) {
    this.#options = options;
    this.#worker = worker;
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'answers') this.#settle(message);
    });
    worker.on('error', (error) => this.#crashed(`its thread failed: ${error}`, error));
    worker.on('exit', (code) => this.#crashed(`its thread ended with code ${code}`));
    this.#expiryTimer = setInterval(() => this.#expire(), EXPIRY_INTERVAL_MS);
    this.#expiryTimer.unref();
  }

  /** @throws what opening the file, migrating it or `createHandlers` threw */
  static async open<Made extends Handlers>(options: SqliteThreadOptions): Promise<SqliteThread<Made>> {
    const worker = await startWorker(options);
    return new SqliteThread<Made>(options, worker);
  }

  /**
   * A write is durable once answered.
   * @throws StoreUnavailable when the queue is full, the deadline passed (the write may still happen), the commit failed or the
   * thread ended; otherwise what the handler threw
   */
  call<Name extends keyof Made & string>(
    name: Name,
    argument: Parameters<Made[Name]>[0],
    options: CallOptions = {},
  ): Promise<ResultOf<Made[Name]>> {
    const refusal = this.#refusal();
    if (refusal !== undefined) return Promise.reject(refusal);
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      this.#queue.add({
        id: this.#lastId,
        name,
        argument,
        transfer: options.transfer ?? [],
        expiry: Date.now() + (options.deadlineMs ?? this.#options.deadlineMs ?? 10_000),
        resolve: resolve as (value: unknown) => void,
        reject,
      });
      this.#scheduleFlush();
    });
  }

  /** Writes a little, unless closed: whoever opens the file next reports for itself. @throws StoreUnavailable while the disk refuses */
  async probeWrite(): Promise<void> {
    if (this.#closing !== undefined) return;
    await this.call(WRITE_PROBE, undefined as Parameters<Made[string]>[0]);
  }

  /** Completes pending calls, or gives them up after `giveUpAfterMs`, checkpoints the write-ahead log and ends the thread. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #refusal(): StoreUnavailable | undefined {
    if (this.#closing !== undefined) return new StoreUnavailable(this.#options.store, 'closed');
    if (this.#crash !== undefined) return this.#crash;
    if (this.#queue.size < (this.#options.maxWaiting ?? 10_000)) return undefined;
    return new StoreUnavailable(this.#options.store, 'overloaded');
  }

  /** Defers to the end of this event-loop turn, so that calls of callers answered together share a batch. */
  #scheduleFlush(): void {
    if (this.#flushScheduled || this.#batchesPosted >= MAX_POSTED_BATCHES) return;
    this.#flushScheduled = true;
    setImmediate(() => {
      this.#flushScheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    while (this.#queue.unposted > 0 && this.#batchesPosted < MAX_POSTED_BATCHES && this.#crash === undefined) {
      const calls = this.#queue.take(MAX_CALLS_PER_BATCH);
      try {
        this.#post(calls);
      } catch {
        // An argument that cannot be cloned must fail alone, not with its whole batch.
        for (const call of calls) this.#postAlone(call);
      }
    }
  }

  #postAlone(call: PendingCall): void {
    try {
      this.#post([call]);
    } catch (error) {
      this.#queue.answered(call.id)?.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #post(calls: readonly PendingCall[]): void {
    const batch: CallBatch = {
      kind: 'calls',
      ids: calls.map((call) => call.id),
      names: calls.map((call) => call.name),
      arguments: calls.map((call) => call.argument),
      expiries: calls.map((call) => call.expiry),
    };
    this.#worker.postMessage(
      batch satisfies ToWorker,
      calls.flatMap((call) => call.transfer),
    );
    this.#batchesPosted += 1;
  }

  #settle(answers: Answers): void {
    this.#batchesPosted -= answers.batchesDone;
    let isLate = false;
    answers.ids.forEach((id, index) => {
      const call = this.#queue.answered(id);
      if (call === undefined) isLate = true;
      else call.resolve(answers.values[index]);
    });
    answers.failures.forEach((failure, index) => {
      const id = answers.failedIds[index];
      const error = fromFailure(failure, this.#options.store);
      if (id !== undefined) this.#queue.answered(id)?.reject(error);
      if (error instanceof StoreDamaged) this.#options.onDamage?.(error);
      if (error instanceof DiskRefusesWrites) this.#noteUnwritten(error);
    });
    if (isLate) this.#options.onLateAnswer?.();
    if (this.#queue.unposted > 0) this.#scheduleFlush();
    this.#noteIdle();
  }

  #noteUnwritten({ refusal }: DiskRefusesWrites): void {
    const { unwritableStores, store } = this.#options;
    unwritableStores?.add(store, refusal, () => this.probeWrite());
  }

  #expire(): void {
    for (const call of this.#queue.expired(Date.now())) {
      call.reject(new StoreUnavailable(this.#options.store, `no answer to '${call.name}' within its deadline`));
    }
    this.#noteIdle();
  }

  #noteIdle(): void {
    if (this.#queue.size === 0) this.#onIdle?.();
  }

  #crashed(message: string, cause?: unknown): void {
    this.#crash ??= new StoreUnavailable(this.#options.store, message, { cause });
    for (const call of this.#queue.drain()) call.reject(this.#crash);
    clearInterval(this.#expiryTimer);
    this.#noteIdle();
  }

  #becomesIdle(): Promise<boolean> {
    return new Promise((resolve) => {
      const { giveUpAfterMs } = this.#options;
      const timer = giveUpAfterMs === undefined ? undefined : setTimeout(() => resolve(false), giveUpAfterMs);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve(true);
      };
      this.#noteIdle();
    });
  }

  async #close(): Promise<void> {
    if (!(await this.#becomesIdle())) {
      for (const call of this.#queue.drain()) call.reject(new StoreUnavailable(this.#options.store, 'closed'));
      // The transaction that runs is rolled back when the file is opened again.
      await this.#worker.terminate();
    }
    if (this.#crash !== undefined) return;
    await new Promise<void>((resolve) => {
      const timeout = setTimeout(() => this.#worker.terminate(), CLOSE_TIMEOUT_MS);
      this.#worker.once('exit', () => {
        clearTimeout(timeout);
        resolve();
      });
      this.#worker.postMessage({ kind: 'close' } satisfies ToWorker);
    });
  }
}
