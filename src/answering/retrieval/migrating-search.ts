/**
 * Searches while the index of another embedding model is built. Generations that the new index lacks are found in the old one, and until it
 * has all of them, words alone rank all passages: questions have vectors of the new model only. Each node decides for itself, so a chatbot
 * switches with its last source.
 */
import { LRUCache } from 'lru-cache';
import { entryBound } from '../../lib/entry-bound.ts';
import type { Passage, PreviousIndex, SearchIndex, SearchQuery, SearchResult } from '../../ports/search-index.ts';
import { mergeRankings, NO_RANKING, topK } from '../../text/ranking/ranking.ts';

/** Lifetime of the list of other indexes: another node may begin or end a change of model. */
const PREVIOUS_INDEXES_TTL_MS = 30_000;
/** Lifetime of the count of a generation that the new index lacks. The old index is dropped later than that. */
const INCOMPLETE_TTL_MS = 1_000;
const MAX_CACHED_GENERATIONS = 100_000;
const MAX_CONCURRENT_COUNTS = 8;

export class MigratingSearch implements Pick<SearchIndex, 'search' | 'getPassages'> {
  readonly #index: Pick<SearchIndex, 'search' | 'getPassages' | 'countPassages' | 'previousIndexes'>;
  /** Index that holds more of a generation than ours; null once ours is complete, which is final. */
  readonly #moreCompleteIndexes = new LRUCache<string, { readonly in: PreviousIndex | null }>(
    entryBound(MAX_CACHED_GENERATIONS),
  );
  #previous: readonly PreviousIndex[] = [];
  #previousExpireAt = 0;
  #refreshing: Promise<void> | null = null;

  constructor(index: Pick<SearchIndex, 'search' | 'getPassages' | 'countPassages' | 'previousIndexes'>) {
    this.#index = index;
  }

  async search(query: SearchQuery): Promise<SearchResult> {
    const previous = await this.#loadPreviousIndexes();
    if (previous.length === 0) return this.#index.search(query);
    const places = await this.#generationsByIndex(query.chatbotId, query.generations, previous);
    if (places.size === 0) return this.#index.search(query);
    const here = query.generations.filter(
      (generation) => ![...places.values()].some((set) => set.includes(generation)),
    );
    const { vector: _vector, ...byWords } = query;
    const rankings = await Promise.all([
      this.#index.search({ ...query, generations: here, vector: null }).then((result) => result.byWords),
      ...[...places].map(([other, generations]) => other.searchWords({ ...byWords, generations })),
    ]);
    return { byWords: topK(mergeRankings(rankings), query.limit), byVector: NO_RANKING, statistics: null };
  }

  async getPassages(chatbotId: string, ids: readonly string[]): Promise<readonly Passage[]> {
    const found = await this.#index.getPassages(chatbotId, ids);
    const previous = await this.#loadPreviousIndexes();
    if (previous.length === 0) return found;
    const byId = new Map(found.map((passage) => [passage.id, passage]));
    for (const other of previous) {
      const missing = ids.filter((id) => !byId.has(id));
      if (missing.length === 0) break;
      for (const passage of await other.getPassages(chatbotId, missing)) byId.set(passage.id, passage);
    }
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async #generationsByIndex(
    chatbotId: string,
    generations: readonly string[],
    previous: readonly PreviousIndex[],
  ): Promise<ReadonlyMap<PreviousIndex, readonly string[]>> {
    const places = new Map<PreviousIndex, string[]>();
    const waiting = [...generations];
    const count = async (): Promise<void> => {
      for (let generation = waiting.pop(); generation !== undefined; generation = waiting.pop()) {
        const place = await this.#moreCompleteIndex(chatbotId, generation, previous);
        if (place !== null) places.set(place, [...(places.get(place) ?? []), generation]);
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT_COUNTS }, count));
    return places;
  }

  async #moreCompleteIndex(
    chatbotId: string,
    generation: string,
    previous: readonly PreviousIndex[],
  ): Promise<PreviousIndex | null> {
    const key = JSON.stringify([chatbotId, generation]);
    const known = this.#moreCompleteIndexes.get(key);
    if (known !== undefined) return known.in;
    const counts = previous.map((other) => other.countPassages(chatbotId, generation));
    const [here, ...there] = await Promise.all([this.#index.countPassages(chatbotId, generation), ...counts]);
    const most = Math.max(...there);
    const place = most > here ? (previous[there.indexOf(most)] ?? null) : null;
    this.#moreCompleteIndexes.set(key, { in: place }, place === null && here > 0 ? {} : { ttl: INCOMPLETE_TTL_MS });
    return place;
  }

  /** Waits for the first lookup only; later ones refresh in the background. */
  async #loadPreviousIndexes(): Promise<readonly PreviousIndex[]> {
    if (performance.now() < this.#previousExpireAt) return this.#previous;
    const isFirst = this.#previousExpireAt === 0;
    this.#refreshing ??= this.#refreshPreviousIndexes().finally(() => {
      this.#refreshing = null;
    });
    if (isFirst) await this.#refreshing;
    else this.#refreshing.catch(() => {});
    return this.#previous;
  }

  async #refreshPreviousIndexes(): Promise<void> {
    this.#previous = await this.#index.previousIndexes();
    this.#previousExpireAt = performance.now() + PREVIOUS_INDEXES_TTL_MS;
  }
}
