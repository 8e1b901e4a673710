/** Makes the index of an embedder when it is not there. */
import { type Client, errors } from '@elastic/elasticsearch';
import { at, errorType } from './answers.ts';
import type { Connection, Patience, RequestOptions } from './connection.ts';
import { type IndexIdentity, type IndexNames, indexMapping, indexSettings } from './index-layout.ts';

/** Short, since a visitor's search waits for it when it finds Elasticsearch back and the index not made. */
const PATIENCE: Patience = { deadlineMs: 10_000, attempts: 3 };

/**
 * Any number of nodes may do it at once.
 * @throws StoreUnavailable
 * @throws Error when something else stands under the name
 */
export async function ensureIndex(
  connection: Connection,
  names: IndexNames,
  identity: IndexIdentity,
  shards: number,
): Promise<void> {
  await connection.call(PATIENCE, async (client, options) => {
    if (!(await client.indices.existsAlias({ name: names.alias }, options))) {
      await create(client, options, names, identity, shards);
    }
    const mappings = await client.indices.getMapping({ index: names.alias }, options);
    for (const [index, answer] of Object.entries(mappings)) {
      const dimensions = at(answer, 'mappings', 'properties', 'vector', 'dims');
      const embedderId = at(answer, 'mappings', '_meta', 'embedderId');
      if (dimensions === identity.dimensions && embedderId === identity.embedderId) continue;
      throw new Error(`The Elasticsearch index ${index} is not one of ${identity.embedderId}: remove it or its alias`);
    }
  });
}

async function create(
  client: Client,
  options: RequestOptions,
  names: IndexNames,
  identity: IndexIdentity,
  shards: number,
): Promise<void> {
  try {
    await client.indices.create(
      {
        index: names.index,
        settings: indexSettings(shards),
        mappings: indexMapping(identity),
        aliases: { [names.alias]: { is_write_index: true } },
      },
      options,
    );
  } catch (thrown) {
    if (
      errorType(at(thrown instanceof errors.ResponseError ? thrown.body : null, 'error')) !==
      'resource_already_exists_exception'
    )
      throw thrown;
    // Another node was first, and made the alias in the same step.
    if (await client.indices.existsAlias({ name: names.alias }, options)) return;
    throw new Error(`The Elasticsearch index ${names.index} stands without its alias ${names.alias}`);
  }
}
