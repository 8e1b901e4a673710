import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type {
  DocumentReader,
  FileToRead,
  PageToRead,
  ReadFileResult,
  ReadPageResult,
} from '../../ports/document-reader.ts';
import { collectParts } from './collect-parts.ts';
import type { ReadingResult, ReadingTask } from './reading-thread.ts';
import { watchThread } from './thread-watch.ts';

export interface ReaderOptions {
  /** Threads at most; they start when there is something to read and end when there is nothing for a while. */
  readonly threads?: number;
  readonly fileTimeoutMs?: number;
  readonly pageTimeoutMs?: number;
  /** Of each thread: its heap, and its buffers beside it. */
  readonly maxHeapMegabytes?: number;
  readonly maxBufferMegabytes?: number;
}

const THREAD = fileURLToPath(new URL('./reading-thread.ts', import.meta.url));
const MEGABYTE = 1024 * 1024;
/**
 * The engine's own limit is no limit of a thread: where a single array or text passes it, the whole process ends. So a thread that holds
 * too much is found by looking at it, and the engine's limit is so far above that an array cannot grow past it between two looks.
 */
const ENGINE_LIMIT_TIMES = 2.5;

type TaskContent = ReadingTask extends infer Task ? (Task extends unknown ? Omit<Task, 'port'> : never) : never;

/** Reads in worker threads that are ended when they take too long or too much; the service itself never notices. */
export class ThreadedReader implements DocumentReader {
  readonly #options: Required<ReaderOptions>;
  #pool: Piscina<ReadingTask, void> | null = null;
  #closed = false;

  constructor(options: ReaderOptions = {}) {
    this.#options = {
      threads: Math.max(2, Math.min(4, availableParallelism() - 1)),
      fileTimeoutMs: 30_000,
      pageTimeoutMs: 10_000,
      maxHeapMegabytes: 640,
      maxBufferMegabytes: 512,
      ...options,
    };
  }

  async read({ fileName, bytes, signal }: FileToRead): Promise<ReadFileResult> {
    const result = await this.#run({ kind: 'file', fileName, bytes }, this.#options.fileTimeoutMs, signal);
    return result.ok && 'page' in result ? { ok: true, documents: [result.page.document] } : result;
  }

  async readPage({ url, contentType, bytes, signal }: PageToRead): Promise<ReadPageResult> {
    const result = await this.#run({ kind: 'page', url, contentType, bytes }, this.#options.pageTimeoutMs, signal);
    return result.ok && 'documents' in result ? { ok: false, reason: 'The page cannot be read' } : result;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const pool = this.#pool;
    this.#pool = null;
    await pool?.destroy();
  }

  async #run(content: TaskContent, timeoutMs: number, signal: AbortSignal): Promise<ReadingResult> {
    signal.throwIfAborted();
    const what = content.kind === 'file' ? 'document' : 'page';
    const pool = this.#open();
    const stop = new AbortController();
    const { port1, port2 } = new MessageChannel();
    let exceeded: 'time' | 'memory' | null = null;
    let stopWatching = () => {};
    const parts = collectParts(port1, (threadId) => {
      const thread = pool.threads.find((one) => one.threadId === threadId);
      const { maxHeapMegabytes, maxBufferMegabytes } = this.#options;
      const [maxHeapBytes, maxBufferBytes] = [maxHeapMegabytes * MEGABYTE, maxBufferMegabytes * MEGABYTE];
      const limits = { timeoutMs, maxHeapBytes, maxBufferBytes };
      stopWatching = watchThread(thread, limits, (limit) => {
        exceeded = limit;
        stop.abort();
      });
    });
    try {
      await pool.run(
        { ...content, port: port2 },
        {
          // The library derives this type from an overload that no longer comes last.
          transferList: [port2] as never,
          signal: AbortSignal.any([signal, stop.signal]),
        },
      );
      return (await parts) ?? { ok: false, reason: `The ${what} cannot be read` };
    } catch (error) {
      signal.throwIfAborted();
      if (this.#closed) throw error;
      return { ok: false, reason: reasonOf(exceeded ?? limitOf(error), what) };
    } finally {
      stopWatching();
      port1.close();
    }
  }

  #open(): Piscina<ReadingTask, void> {
    if (this.#closed) throw new Error('The reader is closed');
    this.#pool ??= new Piscina<ReadingTask, void>({
      filename: THREAD,
      name: 'read',
      minThreads: 0,
      maxThreads: this.#options.threads,
      idleTimeout: 20_000,
      maxQueue: 10_000,
      atomics: 'disabled',
      // More room for what is young saves no time that could be measured, and a thread never gives it back.
      resourceLimits: {
        maxOldGenerationSizeMb: this.#options.maxHeapMegabytes * ENGINE_LIMIT_TIMES,
        maxYoungGenerationSizeMb: 24,
      },
      // Nothing of the service's own is in the hands of what parses strangers' bytes.
      env: {},
      execArgv: [],
    });
    return this.#pool;
  }
}

const limitOf = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : null;

function reasonOf(limit: 'time' | 'memory' | null, what: string): string {
  if (limit === 'time') return `The ${what} takes too long to read`;
  if (limit === 'memory') return `The ${what} needs too much memory to be read`;
  return `The ${what} is damaged: reading it failed`;
}
