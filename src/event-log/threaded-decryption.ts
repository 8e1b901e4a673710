import type { KeyObject } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';
import type { OpenBoxes, SealedPart } from './codec.ts';
import type { SealedBatch } from './decryption-thread.ts';

const THREAD = fileURLToPath(new URL('./decryption-thread.ts', import.meta.url));
const IDLE_MS = 2_000;
const MAX_HEAP_MEGABYTES = 64;
const MAX_YOUNG_GENERATION_MEGABYTES = 12;

type Pool = Piscina<SealedBatch, readonly (string | null)[]>;

/** Decrypts in a thread that starts on demand and ends when idle. Without the thread, the caller decrypts itself. */
export class ThreadedDecryption {
  #starting: Promise<void> | null = null;
  #pool: Pool | null = null;
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Returns null while the thread starts. */
  get opener(): OpenBoxes | null {
    this.#starting ??= this.#start().catch(() => undefined);
    const pool = this.#pool;
    return pool === null ? null : (parts) => decryptIn(pool, parts);
  }

  async #start(): Promise<void> {
    const { Piscina } = await import('piscina');
    if (this.#signal.aborted) return;
    const pool: Pool = new Piscina({
      filename: THREAD,
      name: 'decrypt',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      concurrentTasksPerWorker: 4,
      maxQueue: 100,
      atomics: 'disabled',
      resourceLimits: {
        maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES,
        maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MEGABYTES,
      },
      env: {},
      execArgv: [],
    });
    this.#signal.addEventListener('abort', () => void pool.destroy(), { once: true });
    await pool.run({ boxes: [], ids: [], keys: [], keyOf: [] });
    this.#pool = pool;
  }
}

async function decryptIn(pool: Pool, parts: readonly SealedPart[]): Promise<readonly (string | null)[]> {
  const keys = new Map<KeyObject, number>();
  const keyOf = parts.map(({ key }) => {
    const known = keys.get(key);
    if (known !== undefined) return known;
    keys.set(key, keys.size);
    return keys.size - 1;
  });
  const batch = { boxes: parts.map(({ box }) => box), ids: parts.map(({ id }) => id), keys: [...keys.keys()], keyOf };
  return pool.run(batch).catch(() => []);
}
