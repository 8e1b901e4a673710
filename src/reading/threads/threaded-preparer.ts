import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { FairQueue } from '../../lib/fair-queue.ts';
import {
  type CutPassage,
  DocumentLimitExceeded,
  type PassagePreparer,
  type PreparedPassage,
} from '../../ports/content/passage-preparer.ts';
import { contentLength, type ReadDocument } from '../../text/document.ts';
import { slicesOf } from './block-slices.ts';
import type { PreparingRequest, PreparingResponse, PreparingTask } from './preparing-thread.ts';
import { availableMemory, type ReadingLimits, readingLimits } from './reading-limits.ts';
import { type ExceededLimit, startWatchdog } from './thread-watchdog.ts';

const THREAD = fileURLToPath(new URL('./preparing-thread.ts', import.meta.url));

/** Sent in one message, passages too. */
const MAX_INLINE_CHARACTERS = 64 * 1024;
const MAX_INLINE_BLOCKS = 1_000;
/** Larger documents are heavy: prepared one at a time in a watched thread of their own. */
const MIN_HEAVY_CHARACTERS = 2_000_000;
const MIN_HEAVY_PIECES = 40_000;
/** The heavy thread must answer each message within this time. */
const ANSWER_TIMEOUT_MS = 60_000;
const MEGABYTE = 1024 * 1024;
/** V8's limit relative to the watchdog's: high enough that no array outgrows it between two checks. */
const ENGINE_LIMIT_FACTOR = 2.5;
/** Keeps threads busy and interleaves long documents with short ones. */
const TASKS_PER_THREAD = 4;

type Pool = Piscina<PreparingTask, readonly PreparedPassage[]>;

export interface PreparerOptions extends Partial<ReadingLimits> {
  /** True where no model embeds: the threads hash vectors from the words that they find. */
  readonly makesVectors?: boolean;
}

/** Threads start on demand and end when idle. */
export class ThreadedPreparer implements PassagePreparer {
  readonly #limits: ReadingLimits;
  readonly #makesVectors: boolean;
  /** The pool itself must never queue: it starts no thread for what waits when its thread was ended. */
  readonly #heavyDocuments = new FairQueue({ concurrency: 1, perKey: 1 });
  #light: Promise<Pool> | null = null;
  #heavy: Promise<Pool> | null = null;
  #closed = false;

  constructor({ makesVectors = false, ...limits }: PreparerOptions = {}) {
    this.#limits = { ...readingLimits(availableMemory()), ...limits };
    this.#makesVectors = makesVectors;
  }

  isHeavy(document: ReadDocument): boolean {
    let pieces = document.blocks.length;
    // A text of 20 MB has hundreds of thousands of blocks, and the event loop waits.
    if (pieces > MIN_HEAVY_PIECES) return true;
    for (const block of document.blocks) if (block.kind === 'table') pieces += block.rows.length;
    return pieces > MIN_HEAVY_PIECES || hasCharacters(document, MIN_HEAVY_CHARACTERS);
  }

  async *prepare(
    document: ReadDocument,
    accountId: string,
    signal: AbortSignal,
  ): AsyncGenerator<readonly PreparedPassage[]> {
    signal.throwIfAborted();
    if (this.isHeavy(document)) {
      yield* this.#prepareHeavy(document, accountId, signal);
      return;
    }
    if (document.blocks.length > MAX_INLINE_BLOCKS || hasCharacters(document, MAX_INLINE_CHARACTERS)) {
      yield* this.#prepareLong(document, signal, false);
      return;
    }
    const passages = await (await this.#openLight()).run({ ...this.#task, kind: 'document', document });
    signal.throwIfAborted();
    yield passages;
  }

  async analyse(passages: readonly CutPassage[], signal: AbortSignal): Promise<readonly PreparedPassage[]> {
    signal.throwIfAborted();
    const analysed = await (await this.#openLight()).run({ ...this.#task, kind: 'passages', passages });
    signal.throwIfAborted();
    return analysed;
  }

  get #task(): Pick<PreparingTask, 'makesVectors'> {
    return { makesVectors: this.#makesVectors };
  }

  async close(): Promise<void> {
    this.#closed = true;
    const pools = [this.#light, this.#heavy];
    this.#light = null;
    this.#heavy = null;
    await Promise.all(pools.map(async (pool) => (await pool)?.destroy()));
  }

  async *#prepareHeavy(
    document: ReadDocument,
    accountId: string,
    signal: AbortSignal,
  ): AsyncGenerator<readonly PreparedPassage[]> {
    const release = await this.#heavyDocuments.acquire(accountId, signal);
    try {
      yield* this.#prepareLong(document, signal, true);
    } finally {
      release();
    }
  }

  async *#prepareLong(
    document: ReadDocument,
    signal: AbortSignal,
    isHeavy: boolean,
  ): AsyncGenerator<readonly PreparedPassage[]> {
    const { port1: port, port2 } = new MessageChannel();
    const head = { ...document, blocks: [] };
    const pool = await (isHeavy ? this.#openHeavy() : this.#openLight());
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    let exceeded: ExceededLimit | null = null;
    let stopWatching: (() => void) | null = null;
    const exceed = (what: ExceededLimit) => {
      exceeded ??= what;
      over.abort();
    };
    // The library derives the list's type from an overload that no longer comes last.
    const transfer = { transferList: [port2] as never };
    // The library gives a task with a signal a thread to itself, for which the documents before it could wait for ever.
    const options = isHeavy ? { ...transfer, signal: over.signal } : transfer;
    const task = pool.run({ ...this.#task, kind: 'long document', document: head, port: port2 }, options);
    // The last message may arrive after the task is done; a failed task sends no more.
    task.catch(() => over.abort());
    const say = async (message: PreparingRequest): Promise<PreparingResponse> => {
      const late = stopWatching === null ? null : setTimeout(() => exceed('time'), ANSWER_TIMEOUT_MS);
      try {
        return await exchange(port, message, either);
      } finally {
        if (late !== null) clearTimeout(late);
      }
    };
    try {
      for (const slice of slicesOf(document.blocks)) {
        const taken = await say({ part: 'blocks', ...slice });
        if (isHeavy && taken.part === 'taken') stopWatching ??= this.#watch(pool, taken.threadId, exceed);
      }
      for (;;) {
        const answer = await say({ part: 'next' });
        if (answer.part !== 'passages') break;
        yield answer.passages;
      }
      await task;
    } catch (error) {
      signal.throwIfAborted();
      if (exceeded !== null) throw new DocumentLimitExceeded(reasonOf(exceeded));
      // Prefers the thread's own error over the abort.
      if (over.signal.aborted) await task;
      throw error;
    } finally {
      stopWatching?.();
      port.close();
    }
  }

  #watch(pool: Pool, threadId: number, exceed: (what: ExceededLimit) => void): () => void {
    const thread = pool.threads.find((one) => one.threadId === threadId);
    const { maxHeapMegabytes, maxBufferMegabytes } = this.#limits;
    const [maxHeapBytes, maxBufferBytes] = [maxHeapMegabytes * MEGABYTE, maxBufferMegabytes * MEGABYTE];
    return startWatchdog(thread, { timeoutMs: null, maxCpuMs: null, maxHeapBytes, maxBufferBytes }, exceed);
  }

  #openLight(): Promise<Pool> {
    this.#light ??= this.#pool(
      {
        maxThreads: Math.max(1, Math.min(2, availableParallelism() - 2)),
        concurrentTasksPerWorker: TASKS_PER_THREAD,
        idleTimeout: 5_000,
      },
      512,
    );
    return this.#light;
  }

  /** The thread ends with each document, which frees its memory. */
  #openHeavy(): Promise<Pool> {
    const threads = { maxThreads: 1, concurrentTasksPerWorker: 1, idleTimeout: 0 };
    this.#heavy ??= this.#pool(threads, this.#limits.maxHeapMegabytes * ENGINE_LIMIT_FACTOR);
    return this.#heavy;
  }

  /** Loads the library, which the start of the service does not need. */
  async #pool(
    threads: { maxThreads: number; concurrentTasksPerWorker: number; idleTimeout: number },
    maxOldGenerationSizeMb: number,
  ): Promise<Pool> {
    const { Piscina } = await import('piscina');
    if (this.#closed) throw new Error('The preparer is closed');
    return new Piscina<PreparingTask, readonly PreparedPassage[]>({
      ...threads,
      filename: THREAD,
      name: 'prepare',
      minThreads: 0,
      maxQueue: 10_000,
      // A long document holds its place until the ones before it have left their passages.
      stricterFIFO: true,
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb: 16 },
      env: {},
      execArgv: [],
    });
  }
}

const hasCharacters = (document: ReadDocument, count: number): boolean => contentLength(document, count) >= count;

function reasonOf(limit: ExceededLimit): string {
  if (limit === 'time') return 'The document takes too long to be divided into passages';
  return 'The document needs too much memory to be divided into passages';
}

async function exchange(port: MessagePort, message: PreparingRequest, signal: AbortSignal): Promise<PreparingResponse> {
  const answer = once(port, 'message', { signal });
  port.postMessage(message);
  const [said] = (await answer) as [PreparingResponse];
  return said;
}
