/** Embeds each text once per model and writes the passages to the index. */
import { sourceScope } from '../../domain/blob-scopes.ts';
import type { PassagePreparer, PreparedPassage } from '../../ports/content/passage-preparer.ts';
import type { EmbeddingCache } from '../../ports/embedding-cache.ts';
import type { Embedder } from '../../ports/models.ts';
import type { IndexedPassage, SearchIndex } from '../../ports/search-index.ts';
import type { ManifestPassage } from '../../projections/data-sources/manifest.ts';
import { passageId, searchedText } from '../../text/passage.ts';

/** Bounds memory, and the embeddings that are requested again after a crash. */
const MODEL_BATCH_SIZE = 64;
/** Hashed vectors cost next to nothing, and an index writes larger batches in fewer rows. */
const HASHED_BATCH_SIZE = 256;

export const batchSizeOf = ({ kind }: Embedder): number => (kind === 'model' ? MODEL_BATCH_SIZE : HASHED_BATCH_SIZE);

export interface Indexing {
  readonly preparer: PassagePreparer;
  readonly searchIndex: SearchIndex;
  readonly embedder: Embedder;
  readonly embeddingCache: EmbeddingCache;
}

/** The passages of one run in the search index. */
export interface IndexGeneration {
  readonly chatbotId: string;
  readonly sourceId: string;
  /** Formed by `searchGeneration`. */
  readonly generation: string;
}

/** Idempotent. @throws ModelUnavailable when texts are not in the embedding cache and the model is unavailable */
export async function indexPassages(
  target: IndexGeneration,
  passages: readonly ManifestPassage[],
  indexing: Indexing,
  signal: AbortSignal,
): Promise<void> {
  const size = batchSizeOf(indexing.embedder);
  const batches = Array.from({ length: Math.ceil(passages.length / size) }, (_, number) => number * size);
  const prepare = (start: number) => prepareBatch(passages.slice(start, start + size), indexing, signal);
  let next = prepare(0);
  for (const start of batches) {
    const batch = await next;
    // Analyses the next batch while this one is indexed.
    next = prepare(start + size);
    // Prevents an unhandled rejection before the loop awaits it.
    next.catch(() => {});
    await indexBatch(target, { start, passages: batch }, indexing, signal);
  }
  await indexing.searchIndex.refresh();
}

async function prepareBatch(
  passages: readonly ManifestPassage[],
  { preparer }: Indexing,
  signal: AbortSignal,
): Promise<readonly PreparedPassage[]> {
  return passages.length === 0 ? [] : preparer.analyse(passages, signal);
}

export interface PassageBatch {
  readonly start: number;
  readonly passages: readonly PreparedPassage[];
}

/** @throws ModelUnavailable as `indexPassages` */
export async function indexBatch(
  target: IndexGeneration,
  { start, passages }: PassageBatch,
  { searchIndex, embedder, embeddingCache }: Indexing,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const { vectors, fresh } = await embedOnce(target, passages, { embedder, embeddingCache }, signal);
  const indexed = passages.map((passage, place) => toIndexedPassage(target, start + place, passage, vectors));
  // The two writes are independent: one may succeed without the other.
  const caching = fresh.size === 0 ? Promise.resolve() : embeddingCache.put(scopeOf(target), embedder.id, fresh);
  await settleAll([caching, searchIndex.putPassages(indexed)]);
}

async function settleAll(works: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}

function toIndexedPassage(
  target: IndexGeneration,
  ordinal: number,
  passage: PreparedPassage,
  vectors: ReadonlyMap<string, Float32Array>,
): IndexedPassage {
  const { title, url, headings, text, words, hash } = passage;
  const vector = vectors.get(hash);
  if (vector === undefined) throw new Error('A passage has no embedding');
  const id = passageId(target.generation, ordinal);
  return { id, ...target, ordinal, title, url, headings, text, words, vector };
}

const scopeOf = ({ chatbotId, sourceId }: IndexGeneration): string => sourceScope(chatbotId, sourceId);

interface EmbeddedBatch {
  /** By passage hash. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** Not in the cache yet. */
  readonly fresh: ReadonlyMap<string, Float32Array>;
}

const NO_VECTORS: ReadonlyMap<string, Float32Array> = new Map();

async function embedOnce(
  target: IndexGeneration,
  passages: readonly PreparedPassage[],
  { embedder, embeddingCache: cache }: Pick<Indexing, 'embedder' | 'embeddingCache'>,
  signal: AbortSignal,
): Promise<EmbeddedBatch> {
  // Hashed vectors come with the words and are cheaper to compute than to look up.
  const hashed = new Map(passages.flatMap(({ hash, vector }) => (vector === null ? [] : [[hash, vector]])));
  const texts = new Map(passages.map((passage) => [passage.hash, searchedText(passage)]));
  const isCached = embedder.kind === 'model';
  const known = isCached ? await cache.find(scopeOf(target), embedder.id, [...texts.keys()]) : hashed;
  const missing = [...texts].filter(([hash]) => !known.has(hash));
  if (missing.length === 0) return { vectors: known, fresh: NO_VECTORS };
  const vectors = await embedder.embed(
    missing.map(([, text]) => text),
    signal,
  );
  const fresh = new Map<string, Float32Array>();
  for (const [place, [hash]] of missing.entries()) {
    const vector = vectors[place];
    if (vector !== undefined) fresh.set(hash, vector);
  }
  return { vectors: new Map([...known, ...fresh]), fresh: isCached ? fresh : NO_VECTORS };
}
