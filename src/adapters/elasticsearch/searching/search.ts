import type { estypes } from '@elastic/elasticsearch';
import type { SearchQuery, SearchResult } from '../../../ports/search-index.ts';
import { NO_RANKING, type Ranking, rankingOf } from '../../../text/ranking/ranking.ts';
import { wordWeights } from '../../shared/word-weights.ts';
import type { IndexReads } from '../client/connection.ts';
import { listAt, numberAt, textAt, valueAt } from '../client/responses.ts';
import { Tenant } from '../passages/tenant.ts';
import { componentsOf } from '../passages/vector.ts';
import { wordQuery } from './word-query.ts';

/** Limit of Elasticsearch for hits and candidates. */
const MAX_HITS = 10_000;
/**
 * With too few candidates, the search gets stuck among the same texts of another chatbot in the shard, which the filter
 * removes. With 20,000 duplicates, recall@8 is .57 with twice the limit and 1.0 with ten times, in about the same time.
 */
const CANDIDATES_PER_HIT = 10;
const MIN_CANDIDATES = 200;
/**
 * Hits to rescore with full vectors, as a multiple of the limit: recall@8 is .95 without and 1.0 with the limit, in the same
 * time (bench/stores/search-indexes.ts).
 */
const RESCORE_OVERSAMPLE = 1;

/** @throws StoreUnavailable */
export async function searchPassages(reads: IndexReads, query: SearchQuery): Promise<SearchResult> {
  const limit = Math.min(Math.trunc(query.limit), MAX_HITS);
  if (query.generations.length === 0 || !(limit > 0)) {
    return { byWords: NO_RANKING, byVector: NO_RANKING, statistics: null };
  }
  const search = new PassageSearch(reads, { ...query, limit });
  const [words, vector] = await Promise.all([search.byWords(), search.byVector()]);
  return { ...words, byVector: vector };
}

class PassageSearch {
  readonly #reads: IndexReads;
  readonly #query: SearchQuery;
  readonly #tenant: Tenant;
  readonly #filter: estypes.QueryDslQueryContainer[];

  constructor(reads: IndexReads, query: SearchQuery) {
    this.#reads = reads;
    this.#query = query;
    this.#tenant = new Tenant(query.chatbotId);
    this.#filter = [{ term: { chatbotId: query.chatbotId } }, { terms: { generation: [...query.generations] } }];
  }

  async byWords(): Promise<Pick<SearchResult, 'byWords' | 'statistics'>> {
    const weights = wordWeights(this.#query);
    const { clauses, statistics } = await wordQuery(this.#reads, this.#tenant, weights);
    if (clauses.length === 0) return { byWords: NO_RANKING, statistics };
    const found = await this.#hits({
      query: { bool: { filter: this.#filter, should: [...clauses], minimum_should_match: 1 } },
    });
    return { byWords: found, statistics };
  }

  async byVector(): Promise<Ranking> {
    const { vector, limit } = this.#query;
    const components = vector === null ? null : componentsOf(vector);
    if (components === null) return NO_RANKING;
    const candidates = Math.min(MAX_HITS, Math.max(limit * CANDIDATES_PER_HIT, MIN_CANDIDATES));
    const nearest = await this.#hits({
      knn: {
        field: 'vector',
        query_vector: components,
        k: limit,
        num_candidates: candidates,
        filter: this.#filter,
        rescore_vector: { oversample: RESCORE_OVERSAMPLE },
      },
    });
    // Elasticsearch's score is (1 + cosine) / 2.
    return { ids: nearest.ids, scores: nearest.scores.map((score) => 2 * score - 1) };
  }

  #hits(ranking: estypes.SearchRequest): Promise<Ranking> {
    const { connection, retryPolicy, index } = this.#reads;
    return connection.call(retryPolicy, async (client, options) => {
      const answer = await client.search(
        {
          index,
          routing: this.#tenant.key,
          // Scores differ slightly between copies of the shard.
          preference: this.#tenant.key,
          // A partial ranking would look complete.
          allow_partial_search_results: false,
          track_total_hits: false,
          size: this.#query.limit,
          // Ids come from doc values; unpacking each document would take half of the search time.
          stored_fields: '_none_',
          docvalue_fields: ['id'],
          ...ranking,
        },
        options,
      );
      return rankingOf(listAt(answer, 'hits', 'hits').map(hitOf));
    });
  }
}

function hitOf(hit: unknown) {
  const [id] = listAt(valueAt(hit, 'fields'), 'id');
  return { id: textAt({ id }, 'id'), score: numberAt(hit, '_score') };
}
