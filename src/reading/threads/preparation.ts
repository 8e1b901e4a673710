/** Prepares one long document in a thread: slices go there, passages come back in batches. */
import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { DocumentLimitExceeded, type PreparedPassage } from '../../ports/content/passage-preparer.ts';
import type { ReadDocument } from '../../text/document.ts';
import { slicesOf } from './block-slices.ts';
import type { PreparingRequest, PreparingResponse, PreparingTask } from './preparing-thread.ts';
import { type ExceededLimit, startWatchdog, type WatchdogLimits } from './thread-watchdog.ts';

export type PreparingPool = Piscina<PreparingTask, readonly PreparedPassage[]>;

interface PreparationOptions extends Pick<PreparingTask, 'makesVectors'> {
  readonly document: ReadDocument;
  readonly signal: AbortSignal;
  /** The limited thread works on this document alone; null where it is shared. */
  readonly limits: Pick<WatchdogLimits, 'maxHeapBytes' | 'maxBufferBytes'> | null;
}

/** A watched thread must answer within this time. */
const ANSWER_TIMEOUT_MS = 60_000;

export class Preparation {
  readonly #pool: PreparingPool;
  readonly #options: PreparationOptions;
  readonly #port: MessagePort;
  readonly #task: Promise<unknown>;
  /** Aborts when the task fails or exceeds a limit. */
  readonly #over = new AbortController();
  readonly #either: AbortSignal;
  #exceeded: ExceededLimit | null = null;
  #stopWatching: (() => void) | null = null;

  constructor(pool: PreparingPool, options: PreparationOptions) {
    const { document, makesVectors, signal, limits } = options;
    const { port1, port2 } = new MessageChannel();
    this.#pool = pool;
    this.#options = options;
    this.#port = port1;
    this.#either = AbortSignal.any([signal, this.#over.signal]);
    // The library derives the list's type from an overload that no longer comes last.
    const transfer = { transferList: [port2] as never };
    const head = { ...document, blocks: [] };
    this.#task = pool.run(
      { makesVectors, kind: 'long document', document: head, port: port2 },
      // A task with a signal gets a thread to itself, for which the documents before it could wait for ever.
      limits === null ? transfer : { ...transfer, signal: this.#over.signal },
    );
    // The last message may arrive after the task is done; a failed task sends no more.
    this.#task.catch(() => this.#over.abort());
  }

  /** @throws DocumentLimitExceeded; the signal's reason; the thread's own error */
  async *passages(): AsyncGenerator<readonly PreparedPassage[]> {
    try {
      await this.#sendBlocks();
      for (;;) {
        const answer = await this.#ask({ part: 'next' });
        if (answer.part !== 'passages') break;
        yield answer.passages;
      }
      await this.#task;
    } catch (error) {
      this.#options.signal.throwIfAborted();
      if (this.#exceeded !== null) throw new DocumentLimitExceeded(reasonOf(this.#exceeded));
      // Prefers the thread's own error over the abort.
      if (this.#over.signal.aborted) await this.#task;
      throw error;
    } finally {
      this.#stopWatching?.();
      this.#port.close();
    }
  }

  async #sendBlocks(): Promise<void> {
    for (const slice of slicesOf(this.#options.document.blocks)) {
      const taken = await this.#ask({ part: 'blocks', ...slice });
      if (taken.part === 'taken') this.#watch(taken.threadId);
    }
  }

  async #ask(message: PreparingRequest): Promise<PreparingResponse> {
    const isWatched = this.#stopWatching !== null;
    const late = isWatched ? setTimeout(() => this.#exceed('time'), ANSWER_TIMEOUT_MS) : undefined;
    try {
      const answer = once(this.#port, 'message', { signal: this.#either });
      this.#port.postMessage(message);
      const [said] = (await answer) as [PreparingResponse];
      return said;
    } finally {
      clearTimeout(late);
    }
  }

  #watch(threadId: number): void {
    const { limits } = this.#options;
    if (limits === null || this.#stopWatching !== null) return;
    const thread = this.#pool.threads.find((one) => one.threadId === threadId);
    const watched: WatchdogLimits = { timeoutMs: null, maxCpuMs: null, ...limits };
    this.#stopWatching = startWatchdog(thread, watched, (limit) => this.#exceed(limit));
  }

  #exceed(limit: ExceededLimit): void {
    this.#exceeded ??= limit;
    this.#over.abort();
  }
}

function reasonOf(limit: ExceededLimit): string {
  if (limit === 'time') return 'The document takes too long to be divided into passages';
  return 'The document needs too much memory to be divided into passages';
}
