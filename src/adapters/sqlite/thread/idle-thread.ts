import type { UnwritableStores } from '../../shared/unwritable-stores.ts';
import type { Handlers, ResultOf } from './handlers.ts';
import { LazyThread, type OnDamage } from './lazy-thread.ts';
import { type CallOptions, SqliteThread, type SqliteThreadOptions } from './sqlite-thread.ts';

interface IdleThreadOptions<Opened> {
  readonly store: string;
  readonly open: () => Promise<Opened>;
  readonly idleMs: number;
  readonly onDamage?: OnDamage;
}

/** A thread that ends when it is idle, to free its heap and page cache, and starts again with the next call. */
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

  protected get isClosed(): boolean {
    return this.#isClosed;
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

  /** Ends the thread now, unless it is used. The next call starts it again. */
  endIfIdle(): void {
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
    const [ended, before] = [this.#thread, this.#ending];
    this.#ending = Promise.all([before, ended.close().catch(() => undefined)]).then(() => undefined);
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

export class IdleSqliteThread<Made extends Handlers> extends IdleThread<SqliteThread<Made>> {
  constructor({ idleMs, unwritableStores, ...options }: SqliteThreadOptions & { readonly idleMs: number }) {
    const { store, onDamage } = options;
    // The thread whose write the disk refused may have ended before there is room again.
    const retry: Pick<UnwritableStores, 'add'> = {
      add: (_store, refusal) => unwritableStores?.add(store, refusal, () => this.#probeWrite()),
    };
    const open = () => SqliteThread.open<Made>({ ...options, unwritableStores: retry });
    super({ store, open, idleMs, onDamage });
  }

  async #probeWrite(): Promise<void> {
    if (!this.isClosed) await this.use((opened) => opened.probeWrite());
  }

  /** One call, as `SqliteThread.call`. */
  call<Name extends keyof Made & string>(
    name: Name,
    argument: Parameters<Made[Name]>[0],
    options?: CallOptions,
  ): Promise<ResultOf<Made[Name]>> {
    return this.use((opened) => opened.call(name, argument, options));
  }
}
