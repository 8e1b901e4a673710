/** A thread that ends when it is idle, which frees its heap and its page cache, and starts again with the next call. */
import { LazyThread, type OnDamage } from './search-threads.ts';

export class IdleThread<Opened extends { close(): Promise<void> }> {
  readonly #open: () => Promise<Opened>;
  readonly #onDamage: OnDamage;
  readonly #idleMs: number;
  #thread: LazyThread<Opened>;
  #ending: Promise<void> = Promise.resolve();
  #users = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param onDamage called when the file turns out damaged as the thread opens it */
  constructor(open: () => Promise<Opened>, idleMs: number, onDamage: OnDamage) {
    this.#open = open;
    this.#idleMs = idleMs;
    this.#onDamage = onDamage;
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
        this.#idleTimer = setTimeout(() => this.#end(), this.#idleMs).unref();
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    await this.#thread.close();
    await this.#ending;
  }

  #end(): void {
    const ended = this.#thread;
    this.#ending = ended.close().catch(() => undefined);
    this.#thread = this.#next();
  }

  /** Opens the file when the thread before it has closed it. */
  #next(): LazyThread<Opened> {
    const ending = this.#ending;
    return new LazyThread(async () => {
      await ending;
      return this.#open();
    }, this.#onDamage);
  }
}
