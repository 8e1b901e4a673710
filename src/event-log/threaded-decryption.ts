import type { KeyObject } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { isolatedThreadEnvironment } from '../lib/thread-environment.ts';
import type { FromDecryptionThread, Plaintexts, SealedBatch } from './decryption-thread.ts';
import type { BoxToOpen, OpenBoxes } from './sealed-part.ts';

const THREAD = new URL('./decryption-thread.ts', import.meta.url);
const IDLE_MS = 2_000;
const MAX_HEAP_MEGABYTES = 64;
const MAX_YOUNG_GENERATION_MEGABYTES = 12;

export interface DecryptionThreadOptions {
  readonly module?: URL;
  /** Default 2 s. */
  readonly idleMs?: number;
}

/**
 * Decrypts in a thread that starts on demand and ends when idle. Callers decrypt by themselves while it starts, and once it has
 * failed.
 */
export class ThreadedDecryption {
  readonly #signal: AbortSignal;
  readonly #options: Required<DecryptionThreadOptions>;
  #thread: Worker | null = null;
  #isReady = false;
  #hasFailed = false;
  #idleTimer: NodeJS.Timeout | undefined;
  /** Callers in the order of their batches. The thread answers in the same order. */
  #waiting: ((plaintexts: Plaintexts) => void)[] = [];

  /** @param signal ends the thread */
  constructor(signal: AbortSignal, { module = THREAD, idleMs = IDLE_MS }: DecryptionThreadOptions = {}) {
    this.#signal = signal;
    this.#options = { module, idleMs };
    signal.addEventListener('abort', () => this.#end(), { once: true });
  }

  /** Returns null while the thread starts. */
  get opener(): OpenBoxes | null {
    if (this.#hasFailed || this.#signal.aborted) return null;
    this.#thread ??= this.#start();
    return this.#isReady ? (parts) => this.#open(parts) : null;
  }

  #start(): Worker {
    const thread = new Worker(this.#options.module, {
      name: 'decrypt',
      resourceLimits: {
        maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES,
        maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MEGABYTES,
      },
      env: isolatedThreadEnvironment(),
      execArgv: [],
    });
    thread.on('message', (message: FromDecryptionThread) => {
      if (this.#thread !== thread) return;
      if (message === 'ready') this.#noteReady();
      else this.#waiting.shift()?.(message);
    });
    const onFailure = () => {
      if (this.#thread !== thread) return;
      this.#hasFailed = true;
      this.#end();
    };
    for (const event of ['error', 'messageerror', 'exit']) thread.on(event, onFailure);
    return thread;
  }

  #noteReady(): void {
    this.#isReady = true;
    this.#idleTimer = setTimeout(() => this.#endIfIdle(), this.#options.idleMs).unref();
  }

  #open(parts: readonly BoxToOpen[]): Promise<Plaintexts> {
    const thread = this.#thread;
    if (thread === null) return Promise.resolve([]);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#idleTimer?.refresh();
      thread.postMessage(batchOf(parts));
    });
  }

  #endIfIdle(): void {
    if (this.#waiting.length === 0) this.#end();
    else this.#idleTimer?.refresh();
  }

  #end(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = undefined;
    const thread = this.#thread;
    this.#thread = null;
    this.#isReady = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve([]);
    void thread?.terminate();
  }
}

function batchOf(parts: readonly BoxToOpen[]): SealedBatch {
  const keys = new Map<KeyObject, number>();
  const keyOf = parts.map(({ key }) => {
    const known = keys.get(key);
    if (known !== undefined) return known;
    keys.set(key, keys.size);
    return keys.size - 1;
  });
  return { boxes: parts.map(({ box }) => box), ids: parts.map(({ id }) => id), keys: [...keys.keys()], keyOf };
}
