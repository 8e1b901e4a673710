/** Passwords by bcryptjs in threads of their own: one hash takes a processor a quarter of a second. */
import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import type { Passwords } from '../../ports/passwords.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';

export interface BcryptPasswords extends Passwords {
  /** Waits for what runs. */
  close(): Promise<void>;
}

/** All bcrypt looks at; what comes after would count for nothing. */
const maxPasswordBytes = 72;
/** At a quarter of a second each, whoever comes after so many at once would wait too long to still be there. */
const maxWaiting = 64;
const idleMilliseconds = 30_000;

/**
 * The threads start with the first password and end when none has come for half a minute. `hash` and `matches` reject with
 * RangeError for a password of more than 72 bytes and with StoreUnavailable when too many wait.
 * @param options.rounds Base 2 logarithm of the work, 4 to 31. Default 12.
 */
export function openBcryptPasswords(options: { readonly rounds?: number } = {}): BcryptPasswords {
  const rounds = options.rounds ?? 12;
  if (!Number.isInteger(rounds) || rounds < 4 || rounds > 31) throw new RangeError(`Not a bcrypt cost: ${rounds}`);
  return new PooledBcryptPasswords(rounds);
}

class PooledBcryptPasswords implements BcryptPasswords {
  readonly #rounds: number;
  readonly #dummyHash: string;
  #pool: Promise<Piscina> | undefined;
  #closed = false;
  readonly #running = new Set<Promise<unknown>>();

  constructor(rounds: number) {
    this.#rounds = rounds;
    this.#dummyHash = `$2b$${String(rounds).padStart(2, '0')}$${'.'.repeat(53)}`;
  }

  async hash(password: string): Promise<string> {
    return String(await this.#run('hash', password, { password, rounds: this.#rounds }));
  }

  async matches(password: string, hash: string | null): Promise<boolean> {
    const matched = await this.#run('matches', password, { password, hash: hash ?? this.#dummyHash });
    return hash !== null && matched === true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    // Piscina's own close forgets a task whose thread is still starting.
    await Promise.allSettled(this.#running);
    await (await this.#pool)?.destroy();
  }

  async #run(name: 'hash' | 'matches', password: string, task: object): Promise<unknown> {
    if (Buffer.byteLength(password) > maxPasswordBytes) {
      throw new RangeError(`A password has at most ${maxPasswordBytes} bytes`);
    }
    if (this.#closed) throw new StoreUnavailable('passwords', 'closed');
    if (this.#running.size >= maxWaiting) throw new StoreUnavailable('passwords', 'overloaded');
    const running = this.#runInPool(name, task);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async #runInPool(name: string, task: object): Promise<unknown> {
    this.#pool ??= startPool();
    return (await this.#pool).run(task, { name });
  }
}

/** Loaded with the first password, so that starting the service does not wait for it. */
async function startPool(): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  return new Piscina({
    filename: new URL('./password-worker.ts', import.meta.url).href,
    minThreads: 0,
    // One processor stays with the event loop.
    maxThreads: Math.max(1, Math.min(4, availableParallelism() - 1)),
    maxQueue: maxWaiting,
    idleTimeout: idleMilliseconds,
  });
}
