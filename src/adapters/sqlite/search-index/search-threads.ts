/** Threads that search, each started when it is first needed: one costs 8 MB and a tenth of a second of two cores. */
import { StoreDamaged, StoreUnavailable } from '../../../ports/store-unavailable.ts';
import type { SqliteThread } from '../thread/sqlite-thread.ts';
import type { SearchReaderHandlers } from './reader.ts';

type Reader = SqliteThread<SearchReaderHandlers>;

export class SearchThreads {
  readonly #count: number;
  readonly #open: () => Promise<Reader>;
  readonly #onDamage: ((error: StoreDamaged) => void) | undefined;
  readonly #opened = new Map<number, Promise<Reader>>();
  #isClosed = false;

  /** @param onDamage called when a thread other than the first finds the file damaged as it opens it */
  constructor(count: number, open: () => Promise<Reader>, onDamage: ((error: StoreDamaged) => void) | undefined) {
    this.#count = count;
    this.#open = open;
    this.#onDamage = onDamage;
  }

  first(): Promise<Reader> {
    return this.#at(0);
  }

  /** The same one for a chatbot each time, so that its cache exists once. */
  of(chatbotId: string): Promise<Reader> {
    let sum = 0;
    for (let index = 0; index < chatbotId.length; index += 1) sum += chatbotId.charCodeAt(index);
    return this.#at(sum % this.#count);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const opening of await Promise.allSettled(this.#opened.values())) {
      if (opening.status === 'fulfilled') await opening.value.close();
    }
  }

  #at(place: number): Promise<Reader> {
    const known = this.#opened.get(place);
    if (known !== undefined) return known;
    if (this.#isClosed) return Promise.reject(new StoreUnavailable('search index', 'closed'));
    const opening = this.#open();
    this.#opened.set(place, opening);
    opening.catch((error: unknown) => {
      // The next caller tries again.
      this.#opened.delete(place);
      if (place > 0 && error instanceof StoreDamaged) this.#onDamage?.(error);
    });
    return opening;
  }
}
