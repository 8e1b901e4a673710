import type { SearchIndex, SearchStatistics } from '../../ports/search-index.ts';
import { analyseQuery, textLanguage } from '../../text/analysis/analyse.ts';
import { ENGLISH } from '../../text/analysis/languages.ts';
import { searchedText } from '../../text/passage.ts';
import { ComparedRankings, VectorCloseness } from '../../text/ranking/closeness.ts';
import { feedbackRanking, fuseOffline, fuseTrained } from '../../text/ranking/fusion.ts';
import {
  expansionTerms,
  FEEDBACK_PASSAGES,
  feedbackWords,
  needsExpansion,
} from '../../text/ranking/query-expansion.ts';
import { rankCorrelation } from '../../text/ranking/rank-correlation.ts';
import { type Ranking, topK } from '../../text/ranking/ranking.ts';
import { phrasalVerbIn } from '../extractive/terms/phrasal-verbs.ts';
import { searchSynonyms } from '../extractive/thesaurus/synonyms.ts';
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

export interface PassageRankings {
  readonly byWords: Ranking;
  readonly byVector: Ranking;
  readonly fused: Ranking;
  readonly statistics: SearchStatistics | null;
}

const MAX_HITS = 200;
const SYNONYM_WEIGHT = 0.5;
/** `backup` for who asks how to back up. */
const NOUN_WEIGHT = 1;
const NO_SYNONYMS: ReadonlyMap<string, number> = new Map();

/** @throws StoreUnavailable; the signal's reason when it aborts */
export async function rankPassages(
  request: RankingRequest,
  deps: RankingDeps,
  signal: AbortSignal,
): Promise<PassageRankings> {
  const { chatbotId, generations } = request;
  const words = analyseQuery(request.question);
  const hasModel = deps.embedder.kind === 'model';
  // A trained model knows synonyms; without one, a thesaurus of service words stands in.
  const synonyms = hasModel ? NO_SYNONYMS : synonymWeights(words, request.question);
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
  let { byWords } = found;
  // No setting tells which languages a model knows; the word vectors know English.
  const mayAgree = hasModel || textLanguage(request.question) === ENGLISH;
  const closeness = mayAgree ? new VectorCloseness(byVector, MAX_HITS) : null;
  const compared = closeness === null ? null : new ComparedRankings(byWords, closeness);
  const agreement = compared === null ? 0 : rankCorrelation(compared);
  if (needsExpansion(words)) {
    const feedback =
      hasModel && compared !== null ? feedbackRanking(compared, agreement) : topK(byWords, FEEDBACK_PASSAGES);
    const expansionWords = await expansionTermsFor(words, feedback, chatbotId, deps);
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
    hasModel && closeness !== null
      ? fuseTrained(new ComparedRankings(byWords, closeness), agreement)
      : fuseOffline(byWords, byVector, agreement);
  return { byWords, byVector, fused, statistics: found.statistics };
}

function synonymWeights(words: readonly string[], question: string): ReadonlyMap<string, number> {
  const noun = analyseQuery(phrasalVerbIn(question)?.noun ?? '').filter((word) => word.startsWith('='));
  return new Map([
    ...[...searchSynonyms(words)].map((word): [string, number] => [word, SYNONYM_WEIGHT]),
    ...noun.map((word): [string, number] => [word, NOUN_WEIGHT]),
  ]);
}

/** @param found best hits of the question's own words */
async function expansionTermsFor(
  words: readonly string[],
  { ids, scores }: Ranking,
  chatbotId: string,
  { searchIndex }: RankingDeps,
): Promise<ReadonlyMap<string, number>> {
  const scoreOf = new Map(ids.map((id, place) => [id, scores[place] ?? 0]));
  const found = await searchIndex.getPassages(chatbotId, ids);
  const feedback = found.map((passage) => ({ score: scoreOf.get(passage.id) ?? 0, words: feedbackWordsOf(passage) }));
  return expansionTerms(words, feedback);
}

const feedbackWordsOf = perPassage((passage) => feedbackWords(analyseQuery(searchedText(passage))));
