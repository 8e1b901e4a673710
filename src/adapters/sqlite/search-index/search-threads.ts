/** Threads that search `search.db`. */
import { LRUCache } from 'lru-cache';
import { LazyThread, type OnDamage } from '../thread/lazy-thread.ts';
import type { SqliteThread } from '../thread/sqlite-thread.ts';
import type { SearchReaderHandlers } from './reader.ts';

type Reader = SqliteThread<SearchReaderHandlers>;

/** One that has not been searched for longer than so many others may change its thread. */
const MAX_ASSIGNED_CHATBOTS = 10_000;

export class SearchThreads {
  readonly #first: LazyThread<Reader>;
  readonly #all: readonly LazyThread<Reader>[];
  readonly #assigned = new LRUCache<string, LazyThread<Reader>>({ max: MAX_ASSIGNED_CHATBOTS });
  #assignments = 0;

  /** @param onDamage called when a thread other than the first finds the file damaged as it opens it */
  constructor(count: number, open: () => Promise<Reader>, onDamage: OnDamage) {
    const next = (told: OnDamage) => new LazyThread('search index', open, told);
    this.#first = next(undefined);
    this.#all = [this.#first, ...Array.from({ length: count - 1 }, () => next(onDamage))];
  }

  first(): Promise<Reader> {
    return this.#first.get();
  }

  /**
   * The same one for a chatbot each time, so that its cache exists once. Assigned by turns from the first on: where one chatbot is searched,
   * one thread runs.
   */
  of(chatbotId: string): Promise<Reader> {
    const known = this.#assigned.get(chatbotId);
    if (known !== undefined) return known.get();
    const next = this.#all[this.#assignments % this.#all.length] ?? this.#first;
    this.#assignments += 1;
    this.#assigned.set(chatbotId, next);
    return next.get();
  }

  async close(): Promise<void> {
    for (const thread of this.#all) await thread.close();
  }
}
