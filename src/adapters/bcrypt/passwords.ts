/** Worker threads, because one hash takes a quarter of a second of CPU. */
import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import { BoundedFairQueue, QueueFull } from '../../lib/bounded-fair-queue.ts';
import { openThreadPool } from '../../lib/thread-pool.ts';
import type { Passwords } from '../../ports/passwords.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';

export interface BcryptPasswords extends Passwords {
  /** Waits for running tasks. */
  close(): Promise<void>;
}

/** bcrypt ignores all bytes after these. */
const MAX_PASSWORD_BYTES = 72;
/** Waiting or running. At a quarter of a second each, later ones would time out anyway. */
const MAX_WAITING = 64;
/** Leaves one processor to the event loop. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
const UNNAMED = 'unnamed';
const IDLE_MS = 5_000;

/**
 * Threads start with the first password and end after five idle seconds. Both methods throw RangeError for a password over 72
 * bytes and StoreUnavailable when too many wait.
 * @param options.rounds base 2 logarithm of the work, 4 to 31. Default 12.
 * @param options.worker module of the threads
 */
export function openBcryptPasswords(
  options: { readonly rounds?: number; readonly worker?: URL } = {},
): BcryptPasswords {
  const rounds = options.rounds ?? 12;
  if (!Number.isInteger(rounds) || rounds < 4 || rounds > 31) throw new RangeError(`Invalid bcrypt cost: ${rounds}`);
  return new PooledBcryptPasswords(rounds, options.worker ?? new URL('./password-worker.ts', import.meta.url));
}

class PooledBcryptPasswords implements BcryptPasswords {
  readonly #rounds: number;
  readonly #worker: URL;
  readonly #dummyHash: string;
  #pool: Promise<Piscina> | undefined;
  readonly #broken = new WeakSet<Piscina>();
  #closed = false;
  readonly #queue = new BoundedFairQueue({ size: MAX_WAITING, perKey: MAX_WAITING, concurrency: THREADS });

  constructor(rounds: number, worker: URL) {
    this.#rounds = rounds;
    this.#worker = worker;
    this.#dummyHash = `$2b$${String(rounds).padStart(2, '0')}$${'.'.repeat(53)}`;
  }

  async hash(password: string, caller = UNNAMED): Promise<string> {
    return String(await this.#run('hash', password, caller, { password, rounds: this.#rounds }));
  }

  async verify(password: string, hash: string | null, caller = UNNAMED): Promise<boolean> {
    const matched = await this.#run('matches', password, caller, { password, hash: hash ?? this.#dummyHash });
    return hash !== null && matched === true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    // Piscina's own close drops a task whose thread is still starting.
    await this.#queue.settled();
    await (await this.#pool)?.destroy();
  }

  async #run(name: 'hash' | 'matches', password: string, caller: string, task: object): Promise<unknown> {
    if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
      throw new RangeError(`A password has at most ${MAX_PASSWORD_BYTES} bytes`);
    }
    if (this.#closed) throw new StoreUnavailable('passwords', 'closed');
    try {
      return await this.#queue.run(caller, () => this.#runInPool(name, task));
    } catch (error) {
      if (error instanceof QueueFull) throw new StoreUnavailable('passwords', 'overloaded');
      throw error;
    }
  }

  async #runInPool(name: string, task: object): Promise<unknown> {
    this.#pool ??= this.#startPool();
    let pool: Piscina | null = null;
    try {
      pool = await this.#pool;
      return await pool.run(task, { name });
    } catch (error) {
      if (pool === null || this.#broken.has(pool))
        throw new StoreUnavailable('passwords', 'no thread starts', { cause: error });
      throw error;
    }
  }

  #startPool(): Promise<Piscina> {
    const { href: filename } = this.#worker;
    return openThreadPool({ filename, minThreads: 0, maxThreads: THREADS, idleTimeout: IDLE_MS }, (pool) => {
      if (pool !== null) this.#broken.add(pool);
      this.#pool = undefined;
    });
  }
}
