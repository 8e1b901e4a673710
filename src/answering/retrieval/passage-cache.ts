/**
 * Caches found passages with what answers derive from them (docs/decisions/0033-known-passages.md). Passages of active generations never
 * change; entries expire so that deleted ones leave the memory.
 */
import { expiringCache } from '../../lib/expiring-cache.ts';
import type { Passage, SearchIndex, SearchQuery, SearchResult } from '../../ports/search-index.ts';

const MAX_BYTES = 24 * 1024 * 1024;
/** Measured: bytes of a passage and its `perPassage` values for each character. */
const BYTES_PER_CHARACTER = 12;
/** Short, because an index under rebuild soon has the passage. */
const MISSING_TTL_MS = 10_000;
/** Marks passages that the index lacks, such as neighbours beyond a page's ends. */
const MISSING: unique symbol = Symbol('missing');

interface Known {
  readonly chatbotId: string;
  readonly passage: Passage | typeof MISSING;
}

type Index = Pick<SearchIndex, 'search' | 'getPassages'>;

export class PassageCache implements Index {
  readonly #index: Index;
  readonly #known = expiringCache<Known>({
    maxBytes: MAX_BYTES,
    bytesOf: ({ passage }) => (passage === MISSING ? 0 : passage.text.length * BYTES_PER_CHARACTER),
  });

  constructor(index: Index) {
    this.#index = index;
  }

  search(query: SearchQuery): Promise<SearchResult> {
    return this.#index.search(query);
  }

  async getPassages(chatbotId: string, ids: readonly string[]): Promise<readonly Passage[]> {
    const held = new Map<string, Known['passage']>();
    for (const id of ids) {
      const known = this.#known.get(id);
      if (known?.chatbotId === chatbotId) held.set(id, known.passage);
    }
    const unknown = ids.filter((id) => !held.has(id));
    if (unknown.length > 0) {
      const read = await this.#index.getPassages(chatbotId, unknown);
      for (const passage of read) this.#remember(passage.id, { chatbotId, passage }, held);
      for (const id of unknown) if (!held.has(id)) this.#remember(id, { chatbotId, passage: MISSING }, held);
    }
    return ids.flatMap((id) => {
      const passage = held.get(id) ?? MISSING;
      return passage === MISSING ? [] : [passage];
    });
  }

  #remember(id: string, known: Known, held: Map<string, Known['passage']>): void {
    this.#known.set(id, known, known.passage === MISSING ? { ttl: MISSING_TTL_MS } : {});
    held.set(id, known.passage);
  }
}

/** Caches a value for as long as its passage is cached. */
export function perPassage<Made>(make: (passage: Passage) => Made): (passage: Passage) => Made {
  const known = new WeakMap<Passage, { readonly made: Made }>();
  return (passage) => {
    const before = known.get(passage);
    if (before !== undefined) return before.made;
    const made = make(passage);
    known.set(passage, { made });
    return made;
  };
}
