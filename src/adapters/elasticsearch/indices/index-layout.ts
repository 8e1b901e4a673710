import { createHash } from 'node:crypto';
import type { estypes } from '@elastic/elasticsearch';
import { valueAt } from '../client/responses.ts';

export interface IndexIdentity {
  /** Lower-case letters, digits and hyphens; unique for each installation in a cluster. */
  readonly prefix: string;
  readonly embedderId: string;
  readonly dimensions: number;
}

export const DEFAULT_PREFIX = 'chatledger';

/** The embedded engine uses the same. */
const BM25 = { k1: 1.4, b: 0.65 } as const;

/** Raise it when the mapping changes; the new index is built beside the old one. */
const LAYOUT_VERSION = 1;
/** Limit of Elasticsearch. */
const MAX_DIMENSIONS = 4_096;
/** Returned and never searched. */
const STORED_ONLY = { type: 'text', index: false, norms: false } as const;
const SAFE_PREFIX = /^[a-z][a-z0-9-]{0,59}$/;

export interface IndexNames {
  /** Target of reads and writes; an operator can move it to another index. */
  readonly alias: string;
  /** The first index behind the alias. */
  readonly index: string;
  /** Matches the indexes of every embedder and layout of this installation. */
  readonly all: string;
}

/** @throws RangeError for a prefix or dimension that Elasticsearch does not accept */
export function indexNames({ prefix, embedderId, dimensions }: IndexIdentity): IndexNames {
  if (!SAFE_PREFIX.test(prefix))
    throw new RangeError('The index prefix must start with a letter and hold at most 60 of a-z, 0-9 and -');
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > MAX_DIMENSIONS) {
    throw new RangeError(`Elasticsearch accepts vectors of 1 to ${MAX_DIMENSIONS} dimensions, not ${dimensions}`);
  }
  const alias = `${aliasStem(prefix, embedderId, dimensions)}${LAYOUT_VERSION}`;
  return { alias, index: `${alias}-000001`, all: `${prefix}-passages-*` };
}

/** The name alone does not tell: another installation's prefix may begin with ours. */
export function isIndexOf(prefix: string, index: string, description: unknown): boolean {
  const embedderId = valueAt(description, 'mappings', '_meta', 'embedderId');
  const dimensions = valueAt(description, 'mappings', '_meta', 'dimensions');
  if (typeof embedderId !== 'string' || typeof dimensions !== 'number') return false;
  return index.startsWith(aliasStem(prefix, embedderId, dimensions));
}

function aliasStem(prefix: string, embedderId: string, dimensions: number): string {
  // The id is readable for operators; the hash makes it unique.
  const readable = embedderId
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
  const hash = createHash('sha256').update(embedderId).digest('hex').slice(0, 8);
  return `${prefix}-passages-${readable}-${hash}-${dimensions}-v`;
}

/** @param shards each chatbot lives in one of them, so that a search reads a single shard */
export function indexSettings(shards: number): estypes.IndicesIndexSettings {
  return {
    number_of_shards: shards,
    // A single node stays green.
    auto_expand_replicas: '0-1',
    // Explicit, because an index without it stops refreshing after 30 idle seconds.
    refresh_interval: '1s',
    similarity: { passages: { type: 'BM25', ...BM25 } },
  };
}

export function indexMapping({ embedderId, dimensions }: IndexIdentity): estypes.MappingTypeMapping {
  return {
    dynamic: 'strict',
    _meta: { embedderId, dimensions },
    _routing: { required: true },
    // Both are many times larger than the text. A lost index is rebuilt from the blobs.
    _source: { excludes: ['words', 'vector'] },
    properties: {
      chatbotId: { type: 'keyword' },
      sourceId: { type: 'keyword' },
      generation: { type: 'keyword' },
      id: { type: 'keyword', index: false },
      words: { type: 'text', analyzer: 'whitespace', similarity: 'passages', index_options: 'freqs' },
      vector: {
        type: 'dense_vector',
        dims: dimensions,
        index: true,
        // Elasticsearch rejects the dot product when rounding made a unit vector longer.
        similarity: 'cosine',
        index_options: { type: 'int8_hnsw', m: 16, ef_construction: 100 },
      },
      ordinal: { type: 'integer', index: false, doc_values: false },
      title: STORED_ONLY,
      url: STORED_ONLY,
      headings: STORED_ONLY,
      text: STORED_ONLY,
    },
  };
}
