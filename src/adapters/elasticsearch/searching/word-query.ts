/**
 * BM25 as if the chatbot had an index of its own. Terms are tenant-specific (tenant.ts), so in the shard's inverse document
 * frequency (IDF) only the number of documents is wrong, which a boost for each term corrects. The mean passage length stays
 * the shard's and matters little, because chunks have one size.
 */
import type { estypes } from '@elastic/elasticsearch';
import type { SearchStatistics } from '../../../ports/search-index.ts';
import type { WordWeights } from '../../shared/word-weights.ts';
import type { IndexReads } from '../client/connection.ts';
import { numberAt, valueAt } from '../client/responses.ts';
import type { Tenant } from '../passages/tenant.ts';

export interface WordQuery {
  /** Empty when no passage of the chatbot has any of the words. */
  readonly clauses: readonly estypes.QueryDslQueryContainer[];
  readonly statistics: SearchStatistics | null;
}

/** @throws StoreUnavailable */
export async function wordQuery(reads: IndexReads, tenant: Tenant, words: WordWeights): Promise<WordQuery> {
  const weights = new Map([...words].map(([word, weight]) => [tenant.termsOf(word), weight]));
  if (weights.size === 0) return { clauses: [], statistics: null };
  const { passages, passagesInShard, documentFrequencyOf } = await readTermStatistics(reads, tenant, [
    ...weights.keys(),
  ]);
  const frequencies = new Map([...words.keys()].map((word) => [word, documentFrequencyOf(tenant.termsOf(word))]));
  const clauses = [...weights].flatMap(([term, weight]) => {
    const documentFrequency = documentFrequencyOf(term);
    if (documentFrequency === 0) return [];
    const correction =
      inverseDocumentFrequency(documentFrequency, Math.max(documentFrequency, passages)) /
      inverseDocumentFrequency(documentFrequency, passagesInShard);
    return [{ term: { words: { value: term, boost: weight * correction } } }];
  });
  return { clauses, statistics: { passages, frequencies } };
}

/** Lucene's formula. */
function inverseDocumentFrequency(documentFrequency: number, passages: number): number {
  return Math.log(1 + (passages - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/** From the shard copy that will be searched, through an artificial document that is never stored. */
function readTermStatistics({ connection, retryPolicy, index }: IndexReads, tenant: Tenant, terms: readonly string[]) {
  return connection.call(retryPolicy, async (client, options) => {
    // The client's own method puts the routing into the body, where Elasticsearch ignores it.
    const answer = await client.transport.request(
      {
        method: 'POST',
        path: `/${index}/_termvectors`,
        querystring: { routing: tenant.key, preference: tenant.key },
        body: {
          doc: { chatbotId: tenant.chatbotId, words: terms.join(' ') },
          fields: ['chatbotId', 'words'],
          term_statistics: true,
          field_statistics: true,
          positions: false,
          offsets: false,
          payloads: false,
        },
      },
      options,
    );
    const ofField = (field: string) => valueAt(answer, 'term_vectors', field);
    /** Absent when no document has the term. */
    const documentFrequencyIn = (field: string, term: string): number => {
      const frequency = valueAt(ofField(field), 'terms', term, 'doc_freq');
      return typeof frequency === 'number' ? frequency : 0;
    };
    return {
      passages: documentFrequencyIn('chatbotId', tenant.chatbotId),
      passagesInShard: numberAt(ofField('words'), 'field_statistics', 'doc_count'),
      documentFrequencyOf: (term: string) => documentFrequencyIn('words', term),
    };
  });
}
