import { LRUCache } from 'lru-cache';
import { LazyThread, type OnDamage } from '../../thread/lazy-thread.ts';
import type { SqliteThread } from '../../thread/sqlite-thread.ts';
import type { SearchReaderHandlers } from './reader.ts';

type Reader = SqliteThread<SearchReaderHandlers>;

/** Chatbots whose thread is remembered. A chatbot searched longer ago may be assigned to another thread. */
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
   * Returns the same thread for a chatbot each time, so that its cache exists once. Assigns round robin from the first thread
   * on, so a second thread starts only for a second chatbot.
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
