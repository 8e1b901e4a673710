import type { SearchIndex, SearchStatistics } from '../../ports/search-index.ts';
import { analyseQuery } from '../../text/analysis/analyse.ts';
import { searchedText } from '../../text/passage.ts';
import { feedbackRanking, fuseHashed, fuseTrained } from '../../text/ranking/fusion.ts';
import {
  expansionTerms,
  FEEDBACK_PASSAGES,
  feedbackWords,
  needsExpansion,
} from '../../text/ranking/query-expansion.ts';
import { rankCorrelation } from '../../text/ranking/rank-correlation.ts';
import type { Ranked } from '../../text/ranking/ranked.ts';
import { searchSynonyms } from '../extractive/synonyms.ts';
import { perPassage } from './passage-cache.ts';
import { type QuestionVectorDeps, questionVector } from './question-vector.ts';

export interface RankingRequest {
  readonly chatbotId: string;
  readonly generations: readonly string[];
  /** Standalone question. */
  readonly question: string;
}

export interface RankingDeps extends QuestionVectorDeps {
  readonly searchIndex: Pick<SearchIndex, 'search' | 'getPassages'>;
}

/** Passage ids with scores, best first. */
export interface Ranking {
  readonly byWords: readonly Ranked[];
  readonly byVector: readonly Ranked[];
  readonly fused: readonly Ranked[];
  readonly statistics: SearchStatistics | null;
}

const MAX_HITS = 200;
const SYNONYM_WEIGHT = 0.5;
const NO_SYNONYMS: ReadonlyMap<string, number> = new Map();

/** @throws StoreUnavailable; the signal's reason when it aborts */
export async function rankPassages(request: RankingRequest, deps: RankingDeps, signal: AbortSignal): Promise<Ranking> {
  const { chatbotId, generations } = request;
  const words = analyseQuery(request.question);
  // A trained model knows synonyms; without one, a thesaurus of service words stands in.
  const synonyms = deps.embedder.kind === 'model' ? NO_SYNONYMS : synonymWeights(words);
  const query = { chatbotId, generations, words, limit: MAX_HITS };
  const vector = await questionVector(request.question, deps, signal);
  signal.throwIfAborted();
  const found = await deps.searchIndex.search({
    ...query,
    ...(synonyms.size === 0 ? {} : { expansionWords: synonyms }),
    vector,
  });
  signal.throwIfAborted();
  const { byVector } = found;
  const agreement = deps.embedder.kind === 'model' ? rankCorrelation(found.byWords, byVector, MAX_HITS) : null;
  let { byWords } = found;
  if (needsExpansion(words)) {
    const best =
      agreement === null
        ? byWords.slice(0, FEEDBACK_PASSAGES)
        : feedbackRanking(byWords, byVector, agreement, MAX_HITS);
    const expansionWords = await expansionTermsFor(words, best, chatbotId, deps);
    signal.throwIfAborted();
    if (expansionWords.size > 0) {
      ({ byWords } = await deps.searchIndex.search({
        ...query,
        expansionWords: new Map([...synonyms, ...expansionWords]),
        vector: null,
      }));
    }
  }
  const fused =
    agreement === null ? fuseHashed(byWords, byVector) : fuseTrained(byWords, byVector, agreement, MAX_HITS);
  return { byWords, byVector, fused, statistics: found.statistics };
}

const synonymWeights = (words: readonly string[]): ReadonlyMap<string, number> =>
  new Map([...searchSynonyms(words)].map((word) => [word, SYNONYM_WEIGHT]));

/** @param found best hits of the question's own words */
async function expansionTermsFor(
  words: readonly string[],
  found: readonly Ranked[],
  chatbotId: string,
  { searchIndex }: RankingDeps,
): Promise<ReadonlyMap<string, number>> {
  const scores = new Map(found.map(({ id, score }) => [id, score]));
  const best = await searchIndex.getPassages(chatbotId, [...scores.keys()]);
  const feedback = best.map((passage) => ({ score: scores.get(passage.id) ?? 0, words: feedbackWordsOf(passage) }));
  return expansionTerms(words, feedback);
}

const feedbackWordsOf = perPassage((passage) => feedbackWords(analyseQuery(searchedText(passage))));
