import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { FairQueue } from '../../lib/fair-queue.ts';
import { isolatedThreadEnvironment } from '../../lib/thread-environment.ts';
import { openThreadPool } from '../../lib/thread-pool.ts';
import { errorCode } from '../../lib/thrown.ts';
import {
  type DocumentReader,
  type FileToRead,
  limitReasonsOf,
  type PageToRead,
  type ReadFileResult,
  type ReadPageResult,
} from '../../ports/content/document-reader.ts';
import { receiveResult } from './collect-parts.ts';
import { availableMemory, cpuLimitMs, heapLimit, type ReadingLimits, readingLimits } from './reading-limits.ts';
import type { ReadingResult, ReadingTask } from './reading-thread.ts';
import { type ExceededLimit, startWatchdog } from './thread-watchdog.ts';

export interface ReaderOptions extends Partial<ReadingLimits> {
  /** Threads for light documents start on demand and end when idle. */
  readonly threads?: number;
  readonly fileTimeoutMs?: number;
  readonly pageTimeoutMs?: number;
  /** Bounds all attempts together. */
  readonly cpuLimitMs?: typeof cpuLimitMs;
}

const THREAD = fileURLToPath(new URL('./reading-thread.ts', import.meta.url));
const MEGABYTE = 1024 * 1024;
/**
 * V8's limit relative to the watchdog's. V8 aborts the whole process when a single array or string passes its limit, so the
 * watchdog must act first.
 */
const ENGINE_LIMIT_FACTOR = 2.5;

/** Larger files are heavy from the outset. */
const MIN_HEAVY_BYTES = 4 * MEGABYTE;

type TaskContent = ReadingTask extends infer Task ? (Task extends unknown ? Omit<Task, 'port'> : never) : never;

type Pool = Piscina<ReadingTask, void>;

interface ReadRequest {
  readonly account: string;
  readonly timeoutMs: number;
  /** Bounds all attempts together. */
  readonly maxCpuMs: number;
  readonly signal: AbortSignal;
}

/** Megabytes per thread. */
interface MemoryLimits {
  readonly heap: number;
  readonly buffers: number;
}

/** Heavy documents need this much more memory for a second attempt. */
const MIN_HEAVY_FACTOR = 1.5;

interface Attempt {
  readonly result: ReadingResult;
  readonly exceeded: ExceededLimit | null;
  /** Known when a limit was exceeded. */
  readonly cpuMs: number;
}

interface Heavy {
  readonly usedCpuMs: number;
}

/**
 * Threads end when they exceed time or memory. A document that exceeds the light limit is heavy: it is read again in a thread of its own,
 * one at a time, in a queue that is fair to accounts.
 */
export class ThreadedReader implements DocumentReader {
  readonly #options: Required<ReaderOptions>;
  /** The pool must never queue: once all of its threads have ended, it starts none for what waits. */
  readonly #lightReads: FairQueue;
  readonly #heavyReads = new FairQueue({ concurrency: 1, perKey: 1 });
  /** Heavy files occupy the main thread's memory until they are released. */
  readonly #heavyFiles = new FairQueue({ concurrency: 1, perKey: 1 });
  #light: Promise<Pool> | null = null;
  #heavy: Promise<Pool> | null = null;
  readonly #broken = new WeakSet<Pool>();
  #closed = false;

  constructor(options: ReaderOptions = {}) {
    this.#options = {
      threads: Math.max(2, Math.min(4, availableParallelism() - 1)),
      // The limit of CPU time ends a document earlier, unless the machine is busy with other things.
      fileTimeoutMs: 60_000,
      pageTimeoutMs: 60_000,
      cpuLimitMs,
      ...readingLimits(availableMemory()),
      ...options,
    };
    const { threads } = this.#options;
    this.#lightReads = new FairQueue({ concurrency: threads, perKey: threads });
  }

  async readFile({
    fileName,
    bytes,
    signal,
    accountId: account = '',
    holdUntilReleased: untilReleased = false,
  }: FileToRead): Promise<ReadFileResult> {
    const maxCpuMs = this.#options.cpuLimitMs('file', bytes.byteLength);
    const request = { account, signal, timeoutMs: this.#options.fileTimeoutMs, maxCpuMs };
    const content = { kind: 'file', fileName, bytes } as const;
    const light = await this.#readLight(content, request);
    if (!('usedCpuMs' in light)) return fileResultOf(light);
    const again = { ...request, maxCpuMs: maxCpuMs - light.usedCpuMs };
    if (!untilReleased) return fileResultOf(await this.#readHeavy(content, again));
    const release = await this.#heavyFiles.acquire(account, signal);
    try {
      const result = fileResultOf(await this.#readHeavy(content, again));
      if (result.ok) return { ...result, release };
      release();
      return result;
    } catch (error) {
      release();
      throw error;
    }
  }

  async readPage({ url, contentType, bytes, signal, accountId: account = '' }: PageToRead): Promise<ReadPageResult> {
    const maxCpuMs = this.#options.cpuLimitMs('page', bytes.byteLength);
    const request = { account, signal, timeoutMs: this.#options.pageTimeoutMs, maxCpuMs };
    const content = { kind: 'page', url, contentType, bytes } as const;
    const light = await this.#readLight(content, request);
    const result =
      'usedCpuMs' in light
        ? await this.#readHeavy(content, { ...request, maxCpuMs: maxCpuMs - light.usedCpuMs })
        : light;
    return result.ok && 'documents' in result ? { ok: false, reason: 'The page cannot be read' } : result;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const pools = [this.#light, this.#heavy];
    this.#light = null;
    this.#heavy = null;
    await Promise.all(pools.map(async (pool) => (await pool)?.destroy()));
  }

  get #limits(): MemoryLimits {
    return { heap: this.#options.maxHeapMegabytes, buffers: this.#options.maxBufferMegabytes };
  }

  #limitsFor({ bytes }: TaskContent): MemoryLimits {
    return { ...this.#limits, heap: heapLimit(bytes.byteLength, this.#options.maxHeapMegabytes) };
  }

  async #readLight(content: TaskContent, request: ReadRequest): Promise<ReadingResult | Heavy> {
    request.signal.throwIfAborted();
    if (content.bytes.byteLength > MIN_HEAVY_BYTES) return { usedCpuMs: 0 };
    const { lightHeapMegabytes, maxHeapMegabytes } = this.#options;
    const isEnough = (heap: number) => heap >= lightHeapMegabytes * MIN_HEAVY_FACTOR;
    // A second attempt with hardly more memory would fail too.
    const hasMore = isEnough(this.#limitsFor(content).heap);
    const limits = { ...this.#limits, heap: isEnough(maxHeapMegabytes) ? lightHeapMegabytes : maxHeapMegabytes };
    const { result, exceeded, cpuMs } = await this.#lightReads.run(request.account, request.signal, async () => {
      this.#light ??= this.#pool(this.#options.threads, limits, { idleTimeout: 5_000 }, () => {
        this.#light = null;
      });
      return this.#attempt(content, request, await this.#light, limits);
    });
    return exceeded === 'memory' && hasMore ? { usedCpuMs: cpuMs } : result;
  }

  #readHeavy(content: TaskContent, request: ReadRequest): Promise<ReadingResult> {
    return this.#heavyReads.run(request.account, request.signal, async () => {
      // The thread ends with each document, which frees its memory.
      this.#heavy ??= this.#pool(1, this.#limits, { idleTimeout: 0 }, () => {
        this.#heavy = null;
      });
      return (await this.#attempt(content, request, await this.#heavy, this.#limitsFor(content))).result;
    });
  }

  async #attempt(
    content: TaskContent,
    { timeoutMs, maxCpuMs, signal }: ReadRequest,
    pool: Pool,
    limits: MemoryLimits,
  ): Promise<Attempt> {
    signal.throwIfAborted();
    const what = content.kind === 'file' ? 'document' : 'page';
    const stop = new AbortController();
    const { port1, port2 } = new MessageChannel();
    let exceeded: ExceededLimit | null = null;
    let cpuMs = 0;
    let stopWatching = () => {};
    const parts = receiveResult(port1, (threadId) => {
      const thread = pool.threads.find((one) => one.threadId === threadId);
      const [maxHeapBytes, maxBufferBytes] = [limits.heap * MEGABYTE, limits.buffers * MEGABYTE];
      stopWatching = startWatchdog(thread, { timeoutMs, maxCpuMs, maxHeapBytes, maxBufferBytes }, (limit, used) => {
        exceeded = limit;
        cpuMs = used;
        stop.abort();
      });
    });
    try {
      await pool.run(
        { ...content, port: port2 },
        {
          // Piscina's type for this list is wrong with current Node types.
          transferList: [port2] as never,
          signal: AbortSignal.any([signal, stop.signal]),
        },
      );
      return { result: (await parts) ?? { ok: false, reason: `The ${what} cannot be read` }, exceeded: null, cpuMs };
    } catch (error) {
      signal.throwIfAborted();
      if (this.#closed || this.#broken.has(pool)) throw error;
      const limit = exceeded ?? exceededLimitOf(error);
      return { result: { ok: false, reason: reasonOf(limit, what) }, exceeded: limit, cpuMs };
    } finally {
      stopWatching();
      port1.close();
    }
  }

  async #pool(
    maxThreads: number,
    limits: MemoryLimits,
    { idleTimeout }: { idleTimeout: number },
    forget: () => void,
  ): Promise<Pool> {
    const options = {
      filename: THREAD,
      name: 'read',
      minThreads: 0,
      maxThreads,
      idleTimeout,
      maxQueue: 10_000,
      atomics: 'disabled' as const,
      // A larger young generation measured no faster and is never returned.
      resourceLimits: { maxOldGenerationSizeMb: limits.heap * ENGINE_LIMIT_FACTOR, maxYoungGenerationSizeMb: 24 },
      env: isolatedThreadEnvironment(),
      execArgv: [],
    };
    const pool = await openThreadPool<ReadingTask, void>(options, (broken) => {
      if (broken !== null) this.#broken.add(broken);
      forget();
    });
    if (!this.#closed) return pool;
    await pool.destroy();
    throw new Error('The reader is closed');
  }
}

const fileResultOf = (result: ReadingResult): ReadFileResult =>
  result.ok && 'page' in result ? { ok: true, documents: [result.page.document] } : result;

const exceededLimitOf = (error: unknown): ExceededLimit | null =>
  errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : null;

const reasonOf = (limit: ExceededLimit | null, what: 'page' | 'document'): string =>
  limit === null ? `The ${what} is damaged: reading it failed` : limitReasonsOf(what)[limit];
