/** Threads of `search.db`, each started when it is first needed: one costs 8 MB and a tenth of a second of two cores. */
import { StoreDamaged, StoreUnavailable } from '../../../ports/store-unavailable.ts';
import type { SqliteThread } from '../thread/sqlite-thread.ts';
import type { SearchReaderHandlers } from './reader.ts';

export type OnDamage = ((error: StoreDamaged) => void) | undefined;
type Reader = SqliteThread<SearchReaderHandlers>;

export class LazyThread<Opened extends { close(): Promise<void> }> {
  readonly #open: () => Promise<Opened>;
  readonly #onDamage: OnDamage;
  #opened: Promise<Opened> | null = null;
  #isClosed = false;

  /** @param onDamage called when the file turns out damaged as the thread opens it */
  constructor(open: () => Promise<Opened>, onDamage: OnDamage) {
    this.#open = open;
    this.#onDamage = onDamage;
  }

  get(): Promise<Opened> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailable('search index', 'closed'));
    if (this.#opened !== null) return this.#opened;
    const opening = this.#open();
    this.#opened = opening;
    opening.catch((error: unknown) => {
      // The next caller tries again.
      this.#opened = null;
      if (error instanceof StoreDamaged) this.#onDamage?.(error);
    });
    return opening;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const opened = await this.#opened?.catch(() => null);
    await opened?.close();
  }
}

export class SearchThreads {
  readonly #first: LazyThread<Reader>;
  readonly #all: readonly LazyThread<Reader>[];

  /** @param onDamage called when a thread other than the first finds the file damaged as it opens it */
  constructor(count: number, open: () => Promise<Reader>, onDamage: OnDamage) {
    this.#first = new LazyThread(open, undefined);
    this.#all = [this.#first, ...Array.from({ length: count - 1 }, () => new LazyThread(open, onDamage))];
  }

  first(): Promise<Reader> {
    return this.#first.get();
  }

  /** The same one for a chatbot each time, so that its cache exists once. */
  of(chatbotId: string): Promise<Reader> {
    let sum = 0;
    for (let index = 0; index < chatbotId.length; index += 1) sum += chatbotId.charCodeAt(index);
    return (this.#all[sum % this.#all.length] ?? this.#first).get();
  }

  async close(): Promise<void> {
    for (const thread of this.#all) await thread.close();
  }
}
