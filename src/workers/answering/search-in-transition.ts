/**
 * Searches on while another embedding model's index is being built: what is not in it yet is found in the index of the model before.
 *
 * That a generation is complete is told by counting: here are no fewer of its passages than there. While one of those that are asked for
 * is not, all of the chatbot's passages are ranked by words alone: questions have vectors of the present model only, and passages that
 * have none of it must not stand behind those that have. What was found before is found all the time, and each chatbot goes over to the
 * new model's vectors as soon as its last source is done, on every node, without anything being told from one to the other.
 */
import { LRUCache } from 'lru-cache';
import type { OtherIndex, Passage, SearchIndex, SearchQuery, SearchResult } from '../../ports/search-index.ts';

/** How long what is known of other indexes holds. Another node may have begun, or ended, a change of model. */
const OTHERS_KNOWN_MS = 30_000;
/** An index is dropped later than this after its last generation was completed elsewhere. */
const INCOMPLETE_KNOWN_MS = 1_000;
const COMPLETE_REMEMBERED = 100_000;
const COUNTS_AT_ONCE = 8;

export class SearchInTransition implements Pick<SearchIndex, 'search' | 'passages'> {
  readonly #index: Pick<SearchIndex, 'search' | 'passages' | 'count' | 'others'>;
  /** By chatbot and generation: the index that has more of it than ours; null once ours is complete, which it stays. */
  readonly #standing = new LRUCache<string, { readonly in: OtherIndex | null }>({ max: COMPLETE_REMEMBERED });
  #others: readonly OtherIndex[] = [];
  #knownUntil = 0;
  #looking: Promise<void> | null = null;

  constructor(index: Pick<SearchIndex, 'search' | 'passages' | 'count' | 'others'>) {
    this.#index = index;
  }

  async search(query: SearchQuery): Promise<SearchResult> {
    const others = await this.#knownOthers();
    if (others.length === 0) return this.#index.search(query);
    const places = await this.#placesOf(query.chatbotId, query.generations, others);
    if (places.size === 0) return this.#index.search(query);
    const here = query.generations.filter(
      (generation) => ![...places.values()].some((set) => set.includes(generation)),
    );
    const { vector: _vector, ...byWords } = query;
    const rankings = await Promise.all([
      this.#index.search({ ...query, generations: here, vector: null }).then((result) => result.byWords),
      ...[...places].map(([other, generations]) => other.searchWords({ ...byWords, generations })),
    ]);
    const hits = rankings.flat().sort((one, other) => other.score - one.score);
    return { byWords: hits.slice(0, query.limit), byVector: [] };
  }

  async passages(chatbotId: string, ids: readonly string[]): Promise<readonly Passage[]> {
    const found = await this.#index.passages(chatbotId, ids);
    const others = await this.#knownOthers();
    if (others.length === 0) return found;
    const byId = new Map(found.map((passage) => [passage.id, passage]));
    for (const other of others) {
      const missing = ids.filter((id) => !byId.has(id));
      if (missing.length === 0) break;
      for (const passage of await other.passages(chatbotId, missing)) byId.set(passage.id, passage);
    }
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Which generations are to be searched in which of the other indexes. */
  async #placesOf(
    chatbotId: string,
    generations: readonly string[],
    others: readonly OtherIndex[],
  ): Promise<ReadonlyMap<OtherIndex, readonly string[]>> {
    const places = new Map<OtherIndex, string[]>();
    const waiting = [...generations];
    const count = async (): Promise<void> => {
      for (let generation = waiting.pop(); generation !== undefined; generation = waiting.pop()) {
        const place = await this.#placeOf(chatbotId, generation, others);
        if (place !== null) places.set(place, [...(places.get(place) ?? []), generation]);
      }
    };
    await Promise.all(Array.from({ length: COUNTS_AT_ONCE }, count));
    return places;
  }

  async #placeOf(chatbotId: string, generation: string, others: readonly OtherIndex[]): Promise<OtherIndex | null> {
    const key = JSON.stringify([chatbotId, generation]);
    const known = this.#standing.get(key);
    if (known !== undefined) return known.in;
    const counts = others.map((other) => other.count(chatbotId, generation));
    const [here, ...there] = await Promise.all([this.#index.count(chatbotId, generation), ...counts]);
    const most = Math.max(...there);
    const place = most > here ? (others[there.indexOf(most)] ?? null) : null;
    this.#standing.set(key, { in: place }, place === null && here > 0 ? {} : { ttl: INCOMPLETE_KNOWN_MS });
    return place;
  }

  /** Waits only for the first look, or one after a failure: afterwards what is known is used while it is looked again. */
  async #knownOthers(): Promise<readonly OtherIndex[]> {
    if (performance.now() < this.#knownUntil) return this.#others;
    const isFirst = this.#knownUntil === 0;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    if (isFirst) await this.#looking;
    else this.#looking.catch(() => {});
    return this.#others;
  }

  async #look(): Promise<void> {
    this.#others = await this.#index.others();
    this.#knownUntil = performance.now() + OTHERS_KNOWN_MS;
  }
}
