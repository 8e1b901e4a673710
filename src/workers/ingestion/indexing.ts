/** Makes passages searchable: their texts embedded (once for each text and model) and all of it put into the index. */
import type { EmbeddingCache } from '../../ports/embedding-cache.ts';
import type { Embedder } from '../../ports/models.ts';
import type { PassagePreparer, PreparedPassage } from '../../ports/passage-preparer.ts';
import type { IndexedPassage, SearchIndex } from '../../ports/search-index.ts';
import { searchedText } from '../../text/searched-text.ts';
import { passageId } from '../passage-id.ts';
import type { ManifestPassage } from './manifest.ts';

/** Passages embedded and put at a time: bounds memory, and how much a crash repeats. */
export const BATCH = 64;

export interface Indexing {
  readonly preparer: PassagePreparer;
  readonly searchIndex: SearchIndex;
  readonly embedder: Embedder;
  readonly embeddingCache: EmbeddingCache;
}

/** Whose passages, and of which run. */
export interface RunRef {
  readonly chatbotId: string;
  readonly sourceId: string;
  readonly generation: string;
}

/**
 * Puts all passages of a run; they can be searched when it answers. Doing it again changes nothing.
 * @throws ModelUnavailable when texts are not embedded yet and cannot be now
 */
export async function indexPassages(
  run: RunRef,
  passages: readonly ManifestPassage[],
  indexing: Indexing,
  signal: AbortSignal,
): Promise<void> {
  const batches = Array.from({ length: Math.ceil(passages.length / BATCH) }, (_, number) => number * BATCH);
  const prepare = (start: number) => preparedAgain(passages.slice(start, start + BATCH), indexing, signal);
  let next = prepare(0);
  for (const start of batches) {
    const batch = await next;
    // The words of the next ones are found meanwhile.
    next = prepare(start + BATCH);
    // Told to whoever waits for it.
    next.catch(() => {});
    await indexBatch(run, start, batch, indexing, signal);
  }
  await indexing.searchIndex.refresh();
}

async function preparedAgain(
  passages: readonly ManifestPassage[],
  { preparer }: Indexing,
  signal: AbortSignal,
): Promise<readonly PreparedPassage[]> {
  if (passages.length === 0) return [];
  const words = await preparer.wordsOf(passages, signal);
  return passages.map((passage, place) => ({ ...passage, words: words[place] ?? '' }));
}

/**
 * Puts at most `BATCH` passages of a run, of which the first has the ordinal `start`.
 * @throws ModelUnavailable when texts are not embedded yet and cannot be now
 */
export async function indexBatch(
  run: RunRef,
  start: number,
  batch: readonly PreparedPassage[],
  { searchIndex, embedder, embeddingCache }: Indexing,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const { vectors, fresh } = await embedOnce(batch, embedder, embeddingCache, signal);
  const indexed = batch.map((passage, place) => indexedPassage(run, start + place, passage, vectors));
  // Either may be kept without the other.
  const keeping = fresh.size === 0 ? Promise.resolve() : embeddingCache.put(embedder.id, fresh);
  await allDone([keeping, searchIndex.put(indexed)]);
}

/** All have settled when it answers or throws what the first of them has thrown. */
async function allDone(works: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}

function indexedPassage(
  run: RunRef,
  ordinal: number,
  passage: PreparedPassage,
  vectors: ReadonlyMap<string, Float32Array>,
): IndexedPassage {
  const { title, url, headings, text, words, hash } = passage;
  const vector = vectors.get(hash);
  if (vector === undefined) throw new Error('A passage has no embedding');
  const id = passageId(run.generation, ordinal);
  return { id, ...run, ordinal, title, url, headings, text, words, vector };
}

interface Embedded {
  /** By the hashes of the passages. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** Of them, those that are to be remembered. */
  readonly fresh: ReadonlyMap<string, Float32Array>;
}

const NOTHING: ReadonlyMap<string, Float32Array> = new Map();

async function embedOnce(
  passages: readonly PreparedPassage[],
  embedder: Embedder,
  cache: EmbeddingCache,
  signal: AbortSignal,
): Promise<Embedded> {
  const texts = new Map(passages.map((passage) => [passage.hash, searchedText(passage)]));
  // Hashing costs no money and hardly more time than looking up.
  const isWorthKeeping = embedder.kind === 'model';
  const known = isWorthKeeping ? await cache.find(embedder.id, [...texts.keys()]) : NOTHING;
  const missing = [...texts].filter(([hash]) => !known.has(hash));
  if (missing.length === 0) return { vectors: known, fresh: NOTHING };
  const vectors = await embedder.embed(
    missing.map(([, text]) => text),
    signal,
  );
  const fresh = new Map<string, Float32Array>();
  for (const [place, [hash]] of missing.entries()) {
    const vector = vectors[place];
    if (vector !== undefined) fresh.set(hash, vector);
  }
  return { vectors: new Map([...known, ...fresh]), fresh: isWorthKeeping ? fresh : NOTHING };
}
