/** Indices of an installation that hold passages, of whatever embedder or layout. Creates nothing. */
import { elasticsearchAddress } from './client/address.ts';
import { ElasticsearchConnection, WHOLE_INDEX_POLICY } from './client/connection.ts';
import { numberAt, valueAt } from './client/responses.ts';
import { DEFAULT_PREFIX, isIndexOf } from './indices/index-layout.ts';

/** @param address as ELASTICSEARCH_URL @throws ElasticsearchUrlInvalid, StoreUnavailable */
export async function indicesWithPassages(address: string): Promise<readonly string[]> {
  const { url, prefix = DEFAULT_PREFIX } = elasticsearchAddress(address);
  const connection = new ElasticsearchConnection(url);
  try {
    const all = await connection.call(WHOLE_INDEX_POLICY, (client, options) =>
      client.indices.get({ index: `${prefix}-passages-*` }, options),
    );
    const held: string[] = [];
    for (const index of Object.keys(all).filter((name) => isIndexOf(prefix, name, valueAt(all, name)))) {
      const answer = await connection.call(WHOLE_INDEX_POLICY, (client, options) => client.count({ index }, options));
      if (numberAt(answer, 'count') > 0) held.push(index);
    }
    return held;
  } finally {
    await connection.close();
  }
}
