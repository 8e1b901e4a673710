import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { FairQueue } from '../../lib/fair-queue.ts';
import { isolatedThreadEnvironment } from '../../lib/thread-environment.ts';
import { openThreadPool } from '../../lib/thread-pool.ts';
import type { CutPassage, PassagePreparer, PreparedPassage } from '../../ports/content/passage-preparer.ts';
import { contentLength, type ReadDocument } from '../../text/document.ts';
import { Preparation, type PreparingPool } from './preparation.ts';
import type { PreparingTask } from './preparing-thread.ts';
import { availableMemory, type ReadingLimits, readingLimits } from './reading-limits.ts';

const THREAD = fileURLToPath(new URL('./preparing-thread.ts', import.meta.url));

/** Shorter documents, and their passages, are sent in one message. */
const MAX_INLINE_CHARACTERS = 64 * 1024;
const MAX_INLINE_BLOCKS = 1_000;
/** Larger documents are heavy: prepared one at a time in a watched thread of their own. */
const MIN_HEAVY_CHARACTERS = 2_000_000;
const MIN_HEAVY_PIECES = 40_000;
const MEGABYTE = 1024 * 1024;
/** V8's limit relative to the watchdog's: high enough that no array outgrows it between two checks. */
const ENGINE_LIMIT_FACTOR = 2.5;
/** Keeps threads busy and interleaves long documents with short ones. */
const TASKS_PER_THREAD = 4;

export interface PreparerOptions extends Partial<ReadingLimits> {
  /** Threads hash vectors from the words that they find, where no model embeds. */
  readonly makesVectors?: boolean;
}

/** Threads start on demand and end when idle. */
export class ThreadedPreparer implements PassagePreparer {
  readonly #limits: ReadingLimits;
  readonly #makesVectors: boolean;
  /** The pool must never queue: once its thread has ended, it starts none for what waits. */
  readonly #heavyDocuments = new FairQueue({ concurrency: 1, perKey: 1 });
  #light: Promise<PreparingPool> | null = null;
  #heavy: Promise<PreparingPool> | null = null;
  #closed = false;

  constructor({ makesVectors = false, ...limits }: PreparerOptions = {}) {
    this.#limits = { ...readingLimits(availableMemory()), ...limits };
    this.#makesVectors = makesVectors;
  }

  isHeavy(document: ReadDocument): boolean {
    let pieces = document.blocks.length;
    // Decides at once on a text of 20 MB, which has hundreds of thousands of blocks: the event loop waits.
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
    const pool = await (isHeavy ? this.#openHeavy() : this.#openLight());
    const { maxHeapMegabytes, maxBufferMegabytes } = this.#limits;
    const limits = { maxHeapBytes: maxHeapMegabytes * MEGABYTE, maxBufferBytes: maxBufferMegabytes * MEGABYTE };
    yield* new Preparation(pool, { ...this.#task, document, signal, limits: isHeavy ? limits : null }).passages();
  }

  #openLight(): Promise<PreparingPool> {
    this.#light ??= this.#pool(
      {
        maxThreads: Math.max(1, Math.min(2, availableParallelism() - 2)),
        concurrentTasksPerWorker: TASKS_PER_THREAD,
        idleTimeout: 5_000,
      },
      512,
      () => {
        this.#light = null;
      },
    );
    return this.#light;
  }

  /** Ends the thread with each document, which frees its memory. */
  #openHeavy(): Promise<PreparingPool> {
    const threads = { maxThreads: 1, concurrentTasksPerWorker: 1, idleTimeout: 0 };
    this.#heavy ??= this.#pool(threads, this.#limits.maxHeapMegabytes * ENGINE_LIMIT_FACTOR, () => {
      this.#heavy = null;
    });
    return this.#heavy;
  }

  async #pool(
    threads: { maxThreads: number; concurrentTasksPerWorker: number; idleTimeout: number },
    maxOldGenerationSizeMb: number,
    forget: () => void,
  ): Promise<PreparingPool> {
    const options = {
      ...threads,
      filename: THREAD,
      name: 'prepare',
      minThreads: 0,
      maxQueue: 10_000,
      // A long document holds its place until the ones before it have left their passages.
      stricterFIFO: true,
      atomics: 'disabled' as const,
      resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb: 16 },
      env: isolatedThreadEnvironment(),
      execArgv: [],
    };
    const pool = await openThreadPool<PreparingTask, readonly PreparedPassage[]>(options, forget);
    if (!this.#closed) return pool;
    await pool.destroy();
    throw new Error('The preparer is closed');
  }
}

const hasCharacters = (document: ReadDocument, count: number): boolean => contentLength(document, count) >= count;
