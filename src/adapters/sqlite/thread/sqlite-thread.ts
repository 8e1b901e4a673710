/**
 * One worker thread that owns one SQLite file, so that fsync and long statements never hold the event loop. All calls that wait
 * when the thread gets round to them are committed together; a call is answered only after its COMMIT.
 */
import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import { CallQueue, type PendingCall } from './call-queue.ts';
import { fromFailure } from './failure.ts';
import type { Handlers, ResultOf } from './handlers.ts';
import type { Answers, CallBatch, FromWorker, ToWorker, WorkerSetup } from './protocol.ts';

export interface SqliteThreadOptions {
  /** What errors call the store, as `event log`. */
  readonly store: string;
  readonly path: string;
  /** URL of a .ts file that exports `createHandlers` (see HandlersFactory), as `new URL('./x.ts', import.meta.url)`. */
  readonly module: URL;
  /** Second argument of `createHandlers`; structured-cloneable. */
  readonly moduleOptions?: unknown;
  /** FULL: an answered write survives a power failure. NORMAL: only a crash of the process. Default FULL. */
  readonly synchronous?: 'FULL' | 'NORMAL';
  /** Lets `createHandlers` call `db.loadExtension`; forbidden again once it has returned. Default false. */
  readonly allowExtension?: boolean;
  /** How long a statement waits for a lock another connection holds. Default 5000. */
  readonly busyTimeoutMs?: number;
  /** Pages the write-ahead log may grow to before it is copied into the file. Default 1000 (4 MB). */
  readonly checkpointPages?: number;
  /** How long a caller waits unless it says otherwise. Default 10,000. */
  readonly deadlineMs?: number;
  /** Calls that may wait for their answer; more are refused at once. Default 10,000. */
  readonly maxWaiting?: number;
  /**
   * Called after each lot of answers has been given to its callers, and before they run on: the file may have changed, also by a
   * call whose caller had given up waiting. Must not throw.
   */
  readonly onAnswered?: () => void;
}

export interface CallOptions {
  readonly deadlineMs?: number;
  /** Buffers inside the argument that move to the thread instead of being copied. */
  readonly transfer?: readonly Transferable[];
}

type Transferable = PendingCall['transfer'][number];

/** Cloning this many small calls takes about a millisecond of the event loop. */
const maxCallsInBatch = 512;
/** One batch in the worker and one waiting at its door: the worker is never idle, later calls still gather here. */
const maxBatchesPosted = 2;
/** A caller whose deadline has passed hears of it at most so much later. Milliseconds. */
const expiryGranularity = 100;
/** Milliseconds a thread may take to open its file, migrations included, and to close it. */
const openDeadline = 60_000;
const closeDeadline = 30_000;

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
    this.#expiryTimer = setInterval(() => this.#expire(), expiryGranularity);
    this.#expiryTimer.unref();
  }

  /** Rejects with what opening the file, migrating it or `createHandlers` threw. */
  static async open<Made extends Handlers>(options: SqliteThreadOptions): Promise<SqliteThread<Made>> {
    const setup: WorkerSetup = {
      path: options.path,
      module: options.module.href,
      moduleOptions: options.moduleOptions,
      synchronous: options.synchronous ?? 'FULL',
      busyTimeoutMs: options.busyTimeoutMs ?? 5000,
      checkpointPages: options.checkpointPages ?? 1000,
      allowExtension: options.allowExtension ?? false,
    };
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { name: options.store, workerData: setup });
    await opened(worker, options);
    return new SqliteThread<Made>(options, worker);
  }

  /**
   * Runs the handler in the thread. A write is durable when it answers.
   * @throws StoreUnavailable when the queue is full, the deadline passed (the write may still happen), the commit failed or the
   * thread has ended; else what the handler threw.
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

  /** Finishes what waits, empties the write-ahead log into the file and ends the thread. */
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

  /** At the end of this turn of the event loop: calls made by callers that were answered together are posted together. */
  #scheduleFlush(): void {
    if (this.#flushScheduled || this.#batchesPosted >= maxBatchesPosted) return;
    this.#flushScheduled = true;
    setImmediate(() => {
      this.#flushScheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    while (this.#queue.unposted > 0 && this.#batchesPosted < maxBatchesPosted && this.#crash === undefined) {
      const calls = this.#queue.take(maxCallsInBatch);
      try {
        this.#post(calls);
      } catch {
        // An argument that cannot be cloned must not fail the calls that were to travel with it.
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
    answers.ids.forEach((id, index) => {
      this.#queue.answered(id)?.resolve(answers.values[index]);
    });
    answers.failures.forEach((failure, index) => {
      const id = answers.failedIds[index];
      if (id !== undefined) this.#queue.answered(id)?.reject(fromFailure(failure, this.#options.store));
    });
    this.#options.onAnswered?.();
    if (this.#queue.unposted > 0) this.#scheduleFlush();
    this.#noteIdle();
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

  async #close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve;
      this.#noteIdle();
    });
    if (this.#crash !== undefined) return;
    await new Promise<void>((resolve) => {
      const giveUp = setTimeout(() => this.#worker.terminate(), closeDeadline);
      this.#worker.once('exit', () => {
        clearTimeout(giveUp);
        resolve();
      });
      this.#worker.postMessage({ kind: 'close' } satisfies ToWorker);
    });
  }
}

/** Waits until the worker has opened its file. */
function opened(worker: Worker, options: SqliteThreadOptions): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const giveUp = setTimeout(() => {
      settle(new StoreUnavailable(options.store, `its thread did not open ${options.path} in time`));
      void worker.terminate();
    }, openDeadline);
    const onMessage = (message: FromWorker) => {
      if (message.kind === 'opened') settle();
      if (message.kind === 'refused') settle(fromFailure(message.failure, options.store));
    };
    const onExit = (code: number) => settle(new StoreUnavailable(options.store, `its thread ended with code ${code}`));
    const settle = (error?: Error) => {
      clearTimeout(giveUp);
      worker.off('message', onMessage);
      worker.off('error', settle);
      worker.off('exit', onExit);
      if (error === undefined) resolve();
      else reject(error);
    };
    worker.on('message', onMessage);
    worker.on('error', settle);
    worker.on('exit', onExit);
  });
}
