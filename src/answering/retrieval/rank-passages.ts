import type { SearchIndex, SearchStatistics } from '../../ports/search-index.ts';
import { analyseQuery, analyseSearch, textLanguage } from '../../text/analysis/analyse.ts';
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
const NO_WORDS: ReadonlyMap<string, number> = new Map();

/** @throws StoreUnavailable; the signal's reason when it aborts */
export async function rankPassages(
  request: RankingRequest,
  deps: RankingDeps,
  signal: AbortSignal,
): Promise<PassageRankings> {
  const { chatbotId, generations, question } = request;
  const words = analyseSearch(question);
  const hasModel = deps.embedder.kind === 'model';
  // A trained model knows synonyms; without one, a thesaurus of service words stands in.
  const synonyms = hasModel ? NO_WORDS : synonymWeights(words, question);
  const query = { chatbotId, generations, words, limit: MAX_HITS };
  const vector = await questionVector(question, deps, signal);
  signal.throwIfAborted();
  const found = await deps.searchIndex.search({
    ...query,
    ...(synonyms.size === 0 ? {} : { expansionWords: synonyms }),
    vector,
  });
  signal.throwIfAborted();
  const fusion = hasModel ? trainedFusion(found) : offlineFusion(found, question);
  let { byWords } = found;
  if (needsExpansion(words)) {
    const added = await expansionTermsFor(words, fusion.feedback(), chatbotId, deps);
    signal.throwIfAborted();
    const expansionWords = new Map([...synonyms, ...added]);
    if (added.size > 0) ({ byWords } = await deps.searchIndex.search({ ...query, expansionWords, vector: null }));
  }
  return { byWords, byVector: found.byVector, fused: fusion.fuse(byWords), statistics: found.statistics };
}

type FoundRankings = Pick<PassageRankings, 'byWords' | 'byVector'>;

/** Makes one ranking of those by words and by vectors. */
interface Fusion {
  /** The best hits of the question's own words, whose words may expand it. */
  feedback(): Ranking;
  /** @param byWords of the question as it was expanded */
  fuse(byWords: Ranking): Ranking;
}

/** No setting tells which languages a model knows, so it counts for all. */
function trainedFusion({ byWords, byVector }: FoundRankings): Fusion {
  const closeness = new VectorCloseness(byVector, MAX_HITS);
  const compared = new ComparedRankings(byWords, closeness);
  const agreement = rankCorrelation(compared);
  return {
    feedback: () => feedbackRanking(compared, agreement),
    fuse: (expanded) => fuseTrained(new ComparedRankings(expanded, closeness), agreement),
  };
}

/** The table of word vectors knows English. */
function offlineFusion({ byWords, byVector }: FoundRankings, question: string): Fusion {
  const mayAgree = textLanguage(question) === ENGLISH;
  const agreement = mayAgree
    ? rankCorrelation(new ComparedRankings(byWords, new VectorCloseness(byVector, MAX_HITS)))
    : 0;
  return {
    feedback: () => topK(byWords, FEEDBACK_PASSAGES),
    fuse: (expanded) => fuseOffline(expanded, byVector, agreement),
  };
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
