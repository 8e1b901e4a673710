/** Makes passages searchable: words analysed, texts embedded (once for each text and model), all of it put into the index. */
import type { EmbeddingCache } from '../../ports/embedding-cache.ts';
import type { Embedder } from '../../ports/models.ts';
import type { IndexedPassage, SearchIndex } from '../../ports/search-index.ts';
import { Turns } from '../../runtime/turns.ts';
import { analyseText } from '../../text/analysis/analyse.ts';
import type { ManifestPassage } from './manifest.ts';

/** Passages embedded and put at a time: bounds memory, and how much a crash repeats. */
export const BATCH = 64;

export interface Indexing {
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
  for (let start = 0; start < passages.length; start += BATCH) {
    await indexBatch(run, start, passages.slice(start, start + BATCH), indexing, signal);
  }
  await indexing.searchIndex.refresh();
}

/**
 * Puts at most `BATCH` passages of a run, of which the first has the ordinal `start`.
 * @throws ModelUnavailable when texts are not embedded yet and cannot be now
 */
export async function indexBatch(
  run: RunRef,
  start: number,
  batch: readonly ManifestPassage[],
  { searchIndex, embedder, embeddingCache }: Indexing,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const vectors = await embedOnce(batch, embedder, embeddingCache, signal);
  const turns = new Turns();
  const indexed: IndexedPassage[] = [];
  for (const [place, passage] of batch.entries()) {
    const vector = vectors.get(passage.hash);
    if (vector === undefined) throw new Error('A passage has no embedding');
    indexed.push(indexedPassage(run, start + place, passage, vector));
    await turns.yieldWhenLong();
  }
  await searchIndex.put(indexed);
}

function indexedPassage(run: RunRef, ordinal: number, passage: ManifestPassage, vector: Float32Array): IndexedPassage {
  const { title, url, headings, text } = passage;
  const words = analyseText(textOf(passage)).join(' ');
  return { id: `${run.generation}.${ordinal}`, ...run, ordinal, title, url, headings, text, words, vector };
}

/** What of a passage is searched and embedded. */
const textOf = ({ title, headings, text }: ManifestPassage): string => [title, ...headings, text].join('\n');

async function embedOnce(
  passages: readonly ManifestPassage[],
  embedder: Embedder,
  cache: EmbeddingCache,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Float32Array>> {
  const texts = new Map(passages.map((passage) => [passage.hash, textOf(passage)]));
  const known = await cache.find(embedder.id, [...texts.keys()]);
  const missing = [...texts].filter(([hash]) => !known.has(hash));
  if (missing.length === 0) return known;
  const vectors = await embedder.embed(
    missing.map(([, text]) => text),
    signal,
  );
  const fresh = new Map<string, Float32Array>();
  for (const [place, [hash]] of missing.entries()) {
    const vector = vectors[place];
    if (vector !== undefined) fresh.set(hash, vector);
  }
  await cache.put(embedder.id, fresh);
  return new Map([...known, ...fresh]);
}
