/** Searches in a reader thread, whose results it unpacks. */
import { expiringCache } from '../../../../lib/expiring-cache.ts';
import { lazily } from '../../../../lib/lazily.ts';
import type { SearchQuery, SearchResult } from '../../../../ports/search-index.ts';
import { NO_RANKING, type Ranking } from '../../../../text/ranking/ranking.ts';
import { wordWeights } from '../../../shared/word-weights.ts';
import type { SqliteThread } from '../../thread/sqlite-thread.ts';
import { type AddedIds, ID_SEPARATOR } from '../segments/id-dictionary.ts';
import type { SearchReaderHandlers } from './reader.ts';

/** Ids that the thread has sent. Hits share these strings, whose hashes are then computed once. */
interface Dictionary {
  readonly name: string;
  readonly ids: string[];
}

/** Memory for the dictionary of the last search of each chatbot. */
const MAX_BYTES = 8 * 1024 * 1024;
const ID_BYTES = 80;

export class PackedSearches {
  readonly #dictionaries = expiringCache<Dictionary>({
    maxBytes: MAX_BYTES,
    bytesOf: ({ ids }) => ids.length * ID_BYTES,
  });

  async search(thread: SqliteThread<SearchReaderHandlers>, query: SearchQuery): Promise<SearchResult> {
    const { chatbotId, generations } = query;
    // A view would be cloned with the whole of its buffer.
    const vector = query.vector?.slice() ?? null;
    const weights = wordWeights(query);
    const weighted = { words: [...weights.keys()], weights: [...weights.values()] };
    const before = this.#dictionaries.get(chatbotId);
    const known = before === undefined ? null : { dictionary: before.name, count: before.ids.length };
    const limit = Math.max(0, query.limit);
    const result = await thread.call('search', { chatbotId, generations, vector, limit, weighted, known });
    if (result === null) return { byWords: NO_RANKING, byVector: NO_RANKING, statistics: null };
    const { hits, byWords, passages, frequencies } = result;
    // Answers of a language model do not use the frequencies.
    const frequencyOf = lazily(() => new Map(weighted.words.map((word, index) => [word, frequencies[index] ?? 0])));
    const ids = this.#idsOf(chatbotId, result.added, before);
    return {
      byWords: unpackRanking(hits, 0, byWords, ids),
      byVector: unpackRanking(hits, byWords, hits.length / 2, ids),
      statistics: {
        passages,
        get frequencies() {
          return frequencyOf();
        },
      },
    };
  }

  /** @param before the dictionary that the request named as known; other results may have extended or replaced it since */
  #idsOf(chatbotId: string, added: AddedIds, before: Dictionary | undefined): readonly string[] {
    const name = added.dictionary;
    const held = [before, this.#dictionaries.get(chatbotId)].find((dictionary) => dictionary?.name === name);
    const ids = held?.ids ?? [];
    if (added.ids !== '') {
      // Concurrent searches are sent the same ids.
      for (const id of added.ids.split(ID_SEPARATOR).slice(ids.length - added.from)) ids.push(id);
      // The cache measures new entries only.
      this.#dictionaries.set(chatbotId, { name, ids });
    }
    return ids;
  }
}

function unpackRanking(hits: Float64Array, from: number, to: number, ids: readonly string[]): Ranking {
  const numbers = hits.subarray(from, to);
  const found = new Array<string>(numbers.length);
  for (let rank = 0; rank < numbers.length; rank += 1) found[rank] = ids[numbers[rank] ?? 0] ?? '';
  const count = hits.length / 2;
  return { ids: found, scores: hits.subarray(count + from, count + to) };
}
