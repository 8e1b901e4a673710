import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { CutPassage, PassagePreparer, PreparedPassage } from '../../ports/passage-preparer.ts';
import { contentLength, type ReadDocument } from '../../text/document.ts';
import { slicesOf } from './block-slices.ts';
import type { FromPreparing, PreparingTask, ToPreparing } from './preparing-thread.ts';

const THREAD = fileURLToPath(new URL('./preparing-thread.ts', import.meta.url));

/** A document up to this size travels whole, and its passages come back together. */
const WHOLE_CHARACTERS = 64 * 1024;
const WHOLE_BLOCKS = 1_000;
/** Tasks that a thread holds: while it works on one the next is there already, and long documents take turns with short ones. */
const TASKS_A_THREAD = 4;

/** Prepares in threads that start when there is something to do and end when there is nothing for a while. */
export class ThreadedPreparer implements PassagePreparer {
  #pool: Piscina<PreparingTask, readonly string[] | readonly PreparedPassage[]> | null = null;
  #closed = false;

  async *prepare(document: ReadDocument, signal: AbortSignal): AsyncGenerator<readonly PreparedPassage[]> {
    signal.throwIfAborted();
    if (document.blocks.length > WHOLE_BLOCKS || contentLength(document) > WHOLE_CHARACTERS) {
      yield* this.#prepareLong(document, signal);
      return;
    }
    const passages = await this.#open().run({ kind: 'document', document });
    signal.throwIfAborted();
    yield passages as readonly PreparedPassage[];
  }

  async wordsOf(passages: readonly CutPassage[], signal: AbortSignal): Promise<readonly string[]> {
    signal.throwIfAborted();
    const words = await this.#open().run({ kind: 'words', passages });
    signal.throwIfAborted();
    return words as readonly string[];
  }

  async close(): Promise<void> {
    this.#closed = true;
    const pool = this.#pool;
    this.#pool = null;
    await pool?.destroy();
  }

  async *#prepareLong(document: ReadDocument, signal: AbortSignal): AsyncGenerator<readonly PreparedPassage[]> {
    const { port1: port, port2 } = new MessageChannel();
    const head = { ...document, blocks: [] };
    // The library derives the list's type from an overload that no longer comes last.
    const options = { transferList: [port2] as never };
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    const task = this.#open().run({ kind: 'long document', document: head, port: port2 }, options);
    // What the port says last may come later than that the task is done; of one that failed nothing more comes.
    task.catch(() => over.abort());
    try {
      for (const slice of slicesOf(document.blocks)) await exchange(port, { part: 'blocks', ...slice }, either);
      for (;;) {
        const answer = await exchange(port, { part: 'next' }, either);
        if (answer.part !== 'passages') break;
        yield answer.passages;
      }
      await task;
    } catch (error) {
      signal.throwIfAborted();
      // What ended the thread says more than that it ended.
      if (over.signal.aborted) await task;
      throw error;
    } finally {
      port.close();
    }
  }

  #open(): Piscina<PreparingTask, readonly string[] | readonly PreparedPassage[]> {
    if (this.#closed) throw new Error('The preparer is closed');
    this.#pool ??= new Piscina<PreparingTask, readonly string[] | readonly PreparedPassage[]>({
      filename: THREAD,
      name: 'prepare',
      minThreads: 0,
      maxThreads: Math.max(1, Math.min(2, availableParallelism() - 2)),
      concurrentTasksPerWorker: TASKS_A_THREAD,
      idleTimeout: 20_000,
      maxQueue: 10_000,
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 },
      env: {},
      execArgv: [],
    });
    return this.#pool;
  }
}

/** Says one thing and waits for what comes back. */
async function exchange(port: MessagePort, message: ToPreparing, signal: AbortSignal): Promise<FromPreparing> {
  const answer = once(port, 'message', { signal });
  port.postMessage(message);
  const [said] = (await answer) as [FromPreparing];
  return said;
}
