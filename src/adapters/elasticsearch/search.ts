/** Both rankings of a search. */
import type { estypes } from '@elastic/elasticsearch';
import type { SearchHit, SearchQuery, SearchResult } from '../../ports/search-index.ts';
import { wordWeights } from '../word-weights.ts';
import { at, listAt, numberAt, textAt } from './answers.ts';
import type { Connection, Patience } from './connection.ts';
import { Tenant } from './tenant.ts';
import { componentsOf } from './vector.ts';
import { wordClauses } from './word-query.ts';

/** What Elasticsearch gives in one answer, and looks at in one search of vectors. */
const MOST_HITS = 10_000;
/**
 * Neighbours that a search of vectors keeps in view: in parts of the limit, and at the least. With few of them a search loses its way where
 * another chatbot of the shard has the same texts: each vector's links lead to its double first, and the filter takes that away. Measured
 * with 20,000 passages that a second chatbot has too, recall@8: .57 with twice the limit, 1.0 with ten times, in about the same time.
 */
const CANDIDATES_OF_A_HIT = 10;
const FEWEST_CANDIDATES = 200;
/**
 * Hits, in parts of the limit, that are ordered by their whole vectors after they were found by rounded ones. Measured by
 * bench/stores-search.ts, recall@8: .95 without, 1.0 with as many as the limit, in the same time. Small chatbots need nothing of their own:
 * where the filter leaves few, Elasticsearch compares with all of them.
 */
const HITS_COMPARED_EXACTLY = 1;

/** @throws StoreUnavailable */
export async function searchPassages(
  connection: Connection,
  patience: Patience,
  index: string,
  query: SearchQuery,
): Promise<SearchResult> {
  const limit = Math.min(Math.trunc(query.limit), MOST_HITS);
  if (query.generations.length === 0 || !(limit > 0)) return { byWords: [], byVector: [] };
  const tenant = new Tenant(query.chatbotId);
  const filter = [{ term: { chatbotId: query.chatbotId } }, { terms: { generation: [...query.generations] } }];

  function hits(ranking: estypes.SearchRequest): Promise<SearchHit[]> {
    return connection.call(patience, async (client, options) => {
      const answer = await client.search(
        {
          index,
          routing: tenant.key,
          // The same copy of the shard each time: copies differ in what they have merged, and so a little in their scores.
          preference: tenant.key,
          // Half a ranking would pass for a whole one.
          allow_partial_search_results: false,
          track_total_hits: false,
          size: limit,
          // Ids from the column that holds them: to unpack each hit's document would cost half of the search.
          stored_fields: '_none_',
          docvalue_fields: ['id'],
          ...ranking,
        },
        options,
      );
      return listAt(answer, 'hits', 'hits').map(hitOf);
    });
  }

  async function byWords(): Promise<SearchHit[]> {
    const should = await wordClauses(connection, patience, index, tenant, wordWeights(query));
    if (should.length === 0) return [];
    return hits({ query: { bool: { filter, should, minimum_should_match: 1 } } });
  }

  async function byVector(): Promise<SearchHit[]> {
    const components = query.vector === null ? null : componentsOf(query.vector);
    if (components === null) return [];
    const candidates = Math.min(MOST_HITS, Math.max(limit * CANDIDATES_OF_A_HIT, FEWEST_CANDIDATES));
    const nearest = await hits({
      knn: {
        field: 'vector',
        query_vector: components,
        k: limit,
        num_candidates: candidates,
        filter,
        rescore_vector: { oversample: HITS_COMPARED_EXACTLY },
      },
    });
    // Elasticsearch's scores are never negative: half of one more than the cosine.
    return nearest.map(({ id, score }) => ({ id, score: 2 * score - 1 }));
  }

  const [words, vector] = await Promise.all([byWords(), byVector()]);
  return { byWords: words, byVector: vector };
}

function hitOf(hit: unknown): SearchHit {
  const [id] = listAt(at(hit, 'fields'), 'id');
  return { id: textAt({ id }, 'id'), score: numberAt(hit, '_score') };
}
