import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import type { ElasticsearchConnection, RequestOptions, RetryPolicy } from '../client/connection.ts';
import { errorType, valueAt } from '../client/responses.ts';
import { type IndexIdentity, type IndexNames, indexMapping, indexSettings } from './index-layout.ts';

/** Short, because the first search after an outage may wait for the index. */
const RETRY_POLICY: RetryPolicy = { deadlineMs: 10_000, attempts: 3 };

/**
 * Idempotent. An index that lost its alias gets it again.
 * @param shards null creates nothing
 * @returns whether this call has created it
 * @throws StoreUnavailable; Error when the name belongs to an index of another embedder, or there is none
 */
export async function ensureIndex(
  connection: ElasticsearchConnection,
  names: IndexNames,
  identity: IndexIdentity,
  shards: number | null,
): Promise<boolean> {
  let isCreated = false;
  await connection.call(RETRY_POLICY, async (client, options) => {
    if (!(await client.indices.existsAlias({ name: names.alias }, options))) {
      if (shards === null)
        throw new Error(`There is no Elasticsearch index ${names.alias}: start the service once, which creates it`);
      const definition = { settings: indexSettings(shards), mappings: indexMapping(identity) };
      isCreated = await createIndex(client, options, names, definition);
    }
    const mappings = await client.indices.getMapping({ index: names.alias }, options);
    for (const [index, answer] of Object.entries(mappings)) {
      const dimensions = valueAt(answer, 'mappings', 'properties', 'vector', 'dims');
      const embedderId = valueAt(answer, 'mappings', '_meta', 'embedderId');
      if (dimensions === identity.dimensions && embedderId === identity.embedderId) continue;
      throw new Error(
        `The Elasticsearch index ${index} belongs to another embedding model than ${identity.embedderId}: remove it or its alias`,
      );
    }
  });
  return isCreated;
}

async function createIndex(
  client: Client,
  options: RequestOptions,
  { index, alias }: IndexNames,
  definition: { readonly settings: estypes.IndicesIndexSettings; readonly mappings: estypes.MappingTypeMapping },
): Promise<boolean> {
  try {
    await client.indices.create({ index, ...definition, aliases: { [alias]: { is_write_index: true } } }, options);
    return true;
  } catch (thrown) {
    const error = thrown instanceof errors.ResponseError ? valueAt(thrown.body, 'error') : null;
    if (errorType(error) !== 'resource_already_exists_exception') throw thrown;
    // Another node created the index, together with its alias.
    if (await client.indices.existsAlias({ name: alias }, options)) return false;
    // The alias was removed. The caller checks whose index it is.
    await client.indices.putAlias({ index, name: alias, is_write_index: true }, options);
    return false;
  }
}
