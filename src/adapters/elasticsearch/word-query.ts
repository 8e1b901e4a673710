/**
 * The part of a search that ranks by words, so that a chatbot ranks as in an index of its own.
 *
 * Elasticsearch reckons how rare a word is from all documents of a shard, those of other chatbots with it. Terms are the chatbot's own
 * (see tenant.ts), so only the number of documents is wrong; it is asked for, with how many hold each word, and every word gets the
 * boost that turns the shard's inverse document frequency into the chatbot's. What stays the shard's is the mean length of passages:
 * chunks are cut to one size, and it only shifts how much length counts. (dfs_query_then_fetch helps nothing here: it adds up shards,
 * and a chatbot has one.)
 *
 * Passages of generations that are no longer active are counted until they are removed. They raise both numbers alike.
 */
import type { estypes } from '@elastic/elasticsearch';
import type { WordWeights } from '../word-weights.ts';
import { at, numberAt } from './answers.ts';
import type { Connection, Patience } from './connection.ts';
import type { Tenant } from './tenant.ts';

/** Clauses that score as BM25 does; none when no passage of the chatbot has any of the words. @throws StoreUnavailable */
export async function wordClauses(
  connection: Connection,
  patience: Patience,
  index: string,
  tenant: Tenant,
  words: WordWeights,
): Promise<estypes.QueryDslQueryContainer[]> {
  const weights = new Map([...words].map(([word, weight]) => [tenant.termsOf(word), weight]));
  if (weights.size === 0) return [];
  const { passages, passagesInShard, holdersOf } = await countsOf(connection, patience, index, tenant, [
    ...weights.keys(),
  ]);
  return [...weights].flatMap(([term, weight]) => {
    const holders = holdersOf(term);
    if (holders === 0) return [];
    const correction = rarity(holders, Math.max(holders, passages)) / rarity(holders, passagesInShard);
    return [{ term: { words: { value: term, boost: weight * correction } } }];
  });
}

/** Inverse document frequency, as Lucene reckons it. */
function rarity(holders: number, passages: number): number {
  return Math.log(1 + (passages - holders + 0.5) / (holders + 0.5));
}

/**
 * What Elasticsearch would weigh the words by: the statistics of the shard's copy that will be searched, of which a document that is
 * not kept is made.
 */
function countsOf(connection: Connection, patience: Patience, index: string, tenant: Tenant, terms: readonly string[]) {
  return connection.call(patience, async (client, options) => {
    // Not by the client's own method, which puts the routing into the body, where Elasticsearch does not look for it.
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
    const ofField = (field: string) => at(answer, 'term_vectors', field);
    /** Absent where no document has the term. */
    const holdersIn = (field: string, term: string): number => {
      const held = at(ofField(field), 'terms', term, 'doc_freq');
      return typeof held === 'number' ? held : 0;
    };
    return {
      passages: holdersIn('chatbotId', tenant.chatbotId),
      passagesInShard: numberAt(ofField('words'), 'field_statistics', 'doc_count'),
      holdersOf: (term: string) => holdersIn('words', term),
    };
  });
}
