/** Orders a chatbot's passages by how well they answer a question: by words, by vectors, and by both. */
import { LRUCache } from 'lru-cache';
import type { Embedder } from '../../ports/models.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { analyseQuery } from '../../text/analysis/analyse.ts';
import { fuse, fusionWeights, type Ranked } from '../../text/fusion.ts';
import { FEEDBACK_PASSAGES, relatedWords, wantsRelatedWords } from '../../text/related-words.ts';

export interface RankingRequest {
  readonly chatbotId: string;
  /** Active generations of the chatbot's sources. */
  readonly generations: readonly string[];
  /** As it stands without the conversation. */
  readonly question: string;
}

export interface RankingDeps {
  readonly searchIndex: Pick<SearchIndex, 'search' | 'passages'>;
  readonly embedder: Embedder;
  /** A visitor waits no longer for the question's vector: then words alone decide. Milliseconds, default 3000. */
  readonly embedLimitMs?: number;
}

/** Passage ids with scores, best first. */
export interface Ranking {
  readonly byWords: readonly Ranked[];
  readonly byVector: readonly Ranked[];
  readonly fused: readonly Ranked[];
}

const HITS_PER_RANKING = 200;
const EMBED_LIMIT_MS = 3_000;

/** @throws StoreUnavailable; the signal's reason when it aborts */
export async function rankPassages(request: RankingRequest, deps: RankingDeps, signal: AbortSignal): Promise<Ranking> {
  const { chatbotId, generations } = request;
  const words = analyseQuery(request.question);
  const [vector, related] = await Promise.all([
    questionVector(request.question, deps, signal),
    wordsRelatedTo(words, request, deps),
  ]);
  signal.throwIfAborted();
  const { byWords, byVector } = await deps.searchIndex.search({
    ...{ chatbotId, generations, words, vector },
    relatedWords: related,
    limit: HITS_PER_RANKING,
  });
  const weights = fusionWeights(deps.embedder.kind, byWords, byVector, HITS_PER_RANKING);
  return { byWords, byVector, fused: fuse(byWords, byVector, weights) };
}

/** From what the question's own words find. */
async function wordsRelatedTo(
  words: readonly string[],
  { chatbotId, generations }: RankingRequest,
  { searchIndex }: RankingDeps,
): Promise<ReadonlyMap<string, number>> {
  if (!wantsRelatedWords(words)) return new Map();
  const query = { chatbotId, generations, words, vector: null, limit: FEEDBACK_PASSAGES };
  const { byWords } = await searchIndex.search(query);
  const scores = new Map(byWords.map(({ id, score }) => [id, score]));
  const best = await searchIndex.passages(chatbotId, [...scores.keys()]);
  const said = best.map(({ id, title, headings, text }) => ({
    score: scores.get(id) ?? 0,
    words: wordsOf([title, ...headings, text].join('\n')),
  }));
  return relatedWords(words, said);
}

/** Of passages that were found best before: those that answer much are found again and again. */
const analysed = new LRUCache<string, readonly string[]>({ max: 300, ttl: 600_000 });

function wordsOf(text: string): readonly string[] {
  const words = analysed.get(text) ?? analyseQuery(text);
  analysed.set(text, words);
  return words;
}

/** Null when the embedder is away or too slow. */
async function questionVector(question: string, deps: RankingDeps, signal: AbortSignal): Promise<Float32Array | null> {
  const limit = AbortSignal.timeout(deps.embedLimitMs ?? EMBED_LIMIT_MS);
  try {
    const [vector] = await deps.embedder.embed([question], AbortSignal.any([signal, limit]));
    return vector ?? null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
