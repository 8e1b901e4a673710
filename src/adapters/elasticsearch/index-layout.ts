/** Names, settings and mapping of the index of one embedder. */
import { createHash } from 'node:crypto';
import type { estypes } from '@elastic/elasticsearch';
import { at } from './answers.ts';

export interface IndexIdentity {
  /** Lower-case letters, digits and hyphens; installations that share a cluster differ in it. */
  readonly prefix: string;
  readonly embedderId: string;
  readonly dimensions: number;
}

/** Robertson's parameters, as the embedded engine has them. */
const BM25 = { k1: 1.4, b: 0.65 } as const;

/** Counted up when the mapping changes: a new version's index is built beside the old one's. */
const LAYOUT = 1;
/** What Elasticsearch takes. */
const MOST_DIMENSIONS = 4_096;
/** Given back, never searched, of any length. */
const storedOnly = { type: 'text', index: false, norms: false } as const;
const SAFE_PREFIX = /^[a-z][a-z0-9-]{0,59}$/;

export interface IndexNames {
  /** What reads and writes name, so that an operator can put another index behind it. */
  readonly alias: string;
  /** The first index behind the alias. */
  readonly index: string;
  /** The indexes of every embedder and layout of this installation. */
  readonly all: string;
}

/** @throws RangeError for a prefix or dimension that Elasticsearch would not take */
export function indexNames({ prefix, embedderId, dimensions }: IndexIdentity): IndexNames {
  if (!SAFE_PREFIX.test(prefix)) throw new RangeError('The prefix of index names is 1 to 60 of a-z, 0-9 and -');
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > MOST_DIMENSIONS) {
    throw new RangeError(`Elasticsearch takes vectors of 1 to ${MOST_DIMENSIONS} dimensions, not ${dimensions}`);
  }
  const alias = `${stemOf(prefix, embedderId, dimensions)}${LAYOUT}`;
  return { alias, index: `${alias}-000001`, all: `${prefix}-passages-*` };
}

/** Whether it is one of the installation's, of any embedder and layout: other installations' names may begin with the same letters. */
export function isIndexOf(prefix: string, index: string, description: unknown): boolean {
  const embedderId = at(description, 'mappings', '_meta', 'embedderId');
  const dimensions = at(description, 'mappings', '_meta', 'dimensions');
  if (typeof embedderId !== 'string' || typeof dimensions !== 'number') return false;
  return index.startsWith(stemOf(prefix, embedderId, dimensions));
}

/** All of the name but the layout's number. */
function stemOf(prefix: string, embedderId: string, dimensions: number): string {
  // Readable for operators; the hash tells apart what reads alike.
  const readable = embedderId
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
  const hash = createHash('sha256').update(embedderId).digest('hex').slice(0, 8);
  return `${prefix}-passages-${readable}-${hash}-${dimensions}-v`;
}

/**
 * @param shards each chatbot lives in one of them, so that a search costs one, however many there are
 * @param replicas a copy of each shard on every so many other nodes
 */
export function indexSettings(shards: number): estypes.IndicesIndexSettings {
  return {
    number_of_shards: shards,
    // A copy where there is a second node; a single one is not left yellow for want of it.
    auto_expand_replicas: '0-1',
    // Named, since an index without it stops refreshing when nobody searches for half a minute.
    refresh_interval: '1s',
    similarity: { passages: { type: 'BM25', ...BM25 } },
  };
}

export function indexMapping({ embedderId, dimensions }: IndexIdentity): estypes.MappingTypeMapping {
  return {
    dynamic: 'strict',
    _meta: { embedderId, dimensions },
    _routing: { required: true },
    // Both are many times the text, and a lost index is made again from the blobs.
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
        // Of unit vectors the same as the dot product, which refuses what rounding has made a little longer.
        similarity: 'cosine',
        index_options: { type: 'int8_hnsw', m: 16, ef_construction: 100 },
      },
      ordinal: { type: 'integer', index: false, doc_values: false },
      title: storedOnly,
      url: storedOnly,
      headings: storedOnly,
      text: storedOnly,
    },
  };
}
