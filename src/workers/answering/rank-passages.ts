/** Orders a chatbot's passages by how well they answer a question: by words, by vectors, and by both. */
import { LRUCache } from 'lru-cache';
import type { SearchIndex } from '../../ports/search-index.ts';
import { agreementOf } from '../../text/agreement.ts';
import { analyseQuery } from '../../text/analysis/analyse.ts';
import { chosenFrom, fuseHashed, fuseTrained } from '../../text/fusion.ts';
import type { Ranked } from '../../text/ranked.ts';
import { FEEDBACK_PASSAGES, relatedWords, wantsRelatedWords } from '../../text/related-words.ts';
import { type QuestionVectorDeps, questionVector } from './question-vector.ts';

export interface RankingRequest {
  readonly chatbotId: string;
  /** Active generations of the chatbot's sources. */
  readonly generations: readonly string[];
  /** As it stands without the conversation. */
  readonly question: string;
}

export interface RankingDeps extends QuestionVectorDeps {
  readonly searchIndex: Pick<SearchIndex, 'search' | 'passages'>;
}

/** Passage ids with scores, best first. */
export interface Ranking {
  readonly byWords: readonly Ranked[];
  readonly byVector: readonly Ranked[];
  readonly fused: readonly Ranked[];
}

const HITS_PER_RANKING = 200;

/** @throws StoreUnavailable; the signal's reason when it aborts */
export async function rankPassages(request: RankingRequest, deps: RankingDeps, signal: AbortSignal): Promise<Ranking> {
  const { chatbotId, generations } = request;
  const words = analyseQuery(request.question);
  const query = { chatbotId, generations, words, limit: HITS_PER_RANKING };
  const vector = await questionVector(request.question, deps, signal);
  signal.throwIfAborted();
  const found = await deps.searchIndex.search({ ...query, vector });
  const agreement = deps.embedder.kind === 'model' ? agreementOf(found.byWords, found.byVector, HITS_PER_RANKING) : 0;
  const related = await wordsRelatedTo(
    words,
    chosenFrom(found.byWords, found.byVector, agreement, HITS_PER_RANKING),
    chatbotId,
    deps,
  );
  signal.throwIfAborted();
  const byWords =
    related.size === 0
      ? found.byWords
      : (await deps.searchIndex.search({ ...query, relatedWords: related, vector: null })).byWords;
  const { byVector } = found;
  const fused =
    deps.embedder.kind === 'model'
      ? fuseTrained(byWords, byVector, agreement, HITS_PER_RANKING)
      : fuseHashed(byWords, byVector);
  return { byWords, byVector, fused };
}

/** From the best of what the question's own words find. */
async function wordsRelatedTo(
  words: readonly string[],
  found: readonly Ranked[],
  chatbotId: string,
  { searchIndex }: RankingDeps,
): Promise<ReadonlyMap<string, number>> {
  if (!wantsRelatedWords(words)) return new Map();
  const scores = new Map(found.slice(0, FEEDBACK_PASSAGES).map(({ id, score }) => [id, score]));
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
