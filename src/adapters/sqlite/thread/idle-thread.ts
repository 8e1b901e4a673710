import type { Handlers } from './handlers.ts';
import { LazyThread, type OnDamage } from './lazy-thread.ts';
import { SqliteThread, type SqliteThreadOptions } from './sqlite-thread.ts';

interface IdleThreadOptions<Opened> {
  /** In errors. */
  readonly store: string;
  readonly open: () => Promise<Opened>;
  readonly idleMs: number;
  /** Called when the file turns out damaged as the thread opens it. */
  readonly onDamage?: OnDamage;
}

/** A thread that ends when it is idle, which frees its heap and its page cache, and starts again with the next call. */
export class IdleThread<Opened extends { close(): Promise<void> }> {
  readonly #options: IdleThreadOptions<Opened>;
  #thread: LazyThread<Opened>;
  #ending: Promise<void> = Promise.resolve();
  #users = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: IdleThreadOptions<Opened>) {
    this.#options = options;
    this.#thread = this.#next();
  }

  /** The thread stays open until the work has settled. */
  async use<Result>(work: (opened: Opened) => Promise<Result>): Promise<Result> {
    clearTimeout(this.#idleTimer);
    this.#users += 1;
    try {
      return await work(await this.#thread.get());
    } finally {
      this.#users -= 1;
      if (this.#users === 0 && !this.#isClosed) {
        this.#idleTimer = setTimeout(() => this.#end(), this.#options.idleMs).unref();
      }
    }
  }

  /** Opens the file once, to learn whether it can be opened. */
  async check(): Promise<void> {
    await this.#thread.get();
    if (this.#users === 0 && !this.#isClosed) this.#end();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    await this.#thread.close();
    await this.#ending;
  }

  #end(): void {
    clearTimeout(this.#idleTimer);
    const ended = this.#thread;
    this.#ending = ended.close().catch(() => undefined);
    this.#thread = this.#next();
  }

  /** Opens the file when the thread before it has closed it. */
  #next(): LazyThread<Opened> {
    const { store, open, onDamage } = this.#options;
    const ending = this.#ending;
    return new LazyThread(
      store,
      async () => {
        await ending;
        return open();
      },
      onDamage,
    );
  }
}

/** Of a SQLite file. */
export function idleSqliteThread<Made extends Handlers>(
  options: SqliteThreadOptions & { readonly idleMs: number },
): IdleThread<SqliteThread<Made>> {
  const { idleMs, store, onDamage, unwritten, ...rest } = options;
  // The thread whose write the disk refused may have ended before there is room again.
  const retry = { add: () => unwritten?.add(store, () => thread.use((open) => open.probeWrite())) };
  const open = () => SqliteThread.open<Made>({ ...rest, store, onDamage, unwritten: retry });
  const thread = new IdleThread({ store, open, idleMs, onDamage });
  return thread;
}
