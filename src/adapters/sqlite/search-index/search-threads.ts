/** Threads that search `search.db`. */
import { LazyThread, type OnDamage } from '../thread/lazy-thread.ts';
import type { SqliteThread } from '../thread/sqlite-thread.ts';
import type { SearchReaderHandlers } from './reader.ts';

type Reader = SqliteThread<SearchReaderHandlers>;

export class SearchThreads {
  readonly #first: LazyThread<Reader>;
  readonly #all: readonly LazyThread<Reader>[];

  /** @param onDamage called when a thread other than the first finds the file damaged as it opens it */
  constructor(count: number, open: () => Promise<Reader>, onDamage: OnDamage) {
    const next = (told: OnDamage) => new LazyThread('search index', open, told);
    this.#first = next(undefined);
    this.#all = [this.#first, ...Array.from({ length: count - 1 }, () => next(onDamage))];
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
