/**
 * Decides whether the passage of the best unit answers a question. `answerProbability` decides by what search tells of many passages, or by
 * what the units of few tell; where neither tells, the share of the question that the passage holds decides alone.
 */
import type { SearchStatistics } from '../../../ports/search-index.ts';
import { ENGLISH, type Language } from '../../../text/analysis/languages.ts';
import type { ExtractPassage } from '../passages/outline.ts';
import type { Term } from '../terms/terms.ts';
import {
  answerProbability,
  OF_SEARCH,
  OF_UNITS,
  type SearchEvidence,
  type UnitEvidence,
} from './answer-probability.ts';
import { MIN_SEARCHED } from './passage-match.ts';
import type { SearchScores } from './search-scores.ts';
import { greatestRarity, rarity } from './term-coverage.ts';
import { IS_HEADING, type ScoredUnit } from './unit-scoring.ts';

/** Smallest shares. Each refuses about one of twenty answerable questions of its scripts, of few passages or of thousands. */
const MIN_SHARE = 0.36;
const MIN_SHARE_PREFIXING = 0.32;
const MIN_SHARE_IDEOGRAPHS = 0.37;
const MIN_SHARE_CLUSTERS = 0.43;
const MIN_SHARE_SYLLABLES = 0.46;
/** Very short questions need a larger share: one of two words says little. */
const MAX_FEW_TERMS = 2;
const MIN_SHARE_FEW_TERMS = 0.44;
/** A question with a name needs a larger one, since the name weighs more. */
const NAMED_SHARE_FACTOR = 1.06;

/** Growth of the smallest share with the logarithm of the number of passages. */
const CHANCE_GROWTH = 0.19;
const FEW_PASSAGES = 20;
const MANY_PASSAGES = 240;
/** Assumed when the index does not tell. */
const UNKNOWN_PASSAGES = 130;

const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Scripts without a stemmer are read as English. */
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}]/u;
/** Two of them make a Vietnamese word. */
const SYLLABLES = /^\p{Script=Latin}/u;
const CLUSTERS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** A passage that holds less of a question hardly ever answers it. */
const LEAST_SHARE = 0.32;
/**
 * Smallest probability that answers, from few passages to many. Of many, it answers nine of ten questions of judged sets whose article the
 * content holds. Small sites are more often asked in other words than theirs.
 */
const MIN_PROBABILITY_FEW = 0.12;
const MIN_PROBABILITY_MANY = 0.19;
/** The same where the units tell. It answers as many questions to short help pages rightly as the share alone. */
const MIN_PROBABILITY_OF_UNITS = 0.19;
/** Part of the smallest share that suffices then. */
const LEAST_PART_OF_SHARE = 0.9;

/** False when no passage can fit, whatever its units score. @param shares see `termCoverage` */
export const mayBeAnswerable = (shares: readonly number[]): boolean => Math.max(...shares) >= LEAST_SHARE;

interface Held {
  /** See `termCoverage`. */
  readonly shares: readonly number[];
  readonly passages: readonly ExtractPassage[];
  readonly scores: SearchScores;
  readonly best: ScoredUnit;
  readonly scored: readonly ScoredUnit[];
}

/** @param language of the question. Only English has words that mean the same (`near-words.ts`), by which most of a short content matches. */
export function isAnswerable(
  held: Held,
  terms: readonly Term[],
  statistics: SearchStatistics | null,
  language: Language,
): boolean {
  const isEnglish = language === ENGLISH && !terms.some(({ stem }) => OTHER_SCRIPT.test(stem));
  const ofUnits = isEnglish ? unitEvidence(held, terms, statistics) : null;
  if (ofUnits !== null)
    return ofUnits.share >= LEAST_PART_OF_SHARE && answerProbability(ofUnits, OF_UNITS) >= MIN_PROBABILITY_OF_UNITS;
  const ofSearch = searchEvidence(held, terms, statistics);
  if (ofSearch === null) return Math.max(...held.shares) >= smallestShare(terms, statistics);
  const smallest = MIN_PROBABILITY_FEW + (MIN_PROBABILITY_MANY - MIN_PROBABILITY_FEW) * chance(statistics);
  return ofSearch.share >= LEAST_SHARE && answerProbability(ofSearch, OF_SEARCH) >= smallest;
}

/**
 * Evidence of the units; null unless the whole content is read and has other sections to compare, and for generic words alone, which add little
 * to any score: "How many people can come?"
 */
export function unitEvidence(
  { shares, best, scored }: Held,
  terms: readonly Term[],
  statistics: SearchStatistics | null,
): UnitEvidence | null {
  if (statistics === null || statistics.passages >= MIN_SEARCHED || terms.every(({ weight }) => weight < 1))
    return null;
  const others = scored.filter((one) => !isOfSameSection(one, best));
  if (others.length === 0) return null;
  const rival = others.reduce((most, { score }) => Math.max(most, score), 0);
  return {
    share: (shares[best.passage] ?? 0) / smallestShare(terms, statistics),
    score: best.score,
    rival: rival / best.score,
  };
}

const isOfSameSection = (one: ScoredUnit, best: ScoredUnit): boolean =>
  one.passage === best.passage && one.unit.section === best.unit.section;

/**
 * Evidence of search; null where the share decides: search found few passages, or not this one by words; a heading is the question; or it
 * has one or two words, of which any passage leads that alone holds one.
 */
export function searchEvidence(
  { shares, passages, scores, best }: Held,
  terms: readonly Term[],
  statistics: SearchStatistics | null,
): SearchEvidence | null {
  const [bm25, text] = [scores[best.passage], passages[best.passage]?.text];
  if (bm25 === undefined || bm25 <= 0 || statistics === null || statistics.passages < MIN_SEARCHED) return null;
  if (terms.length <= MAX_FEW_TERMS || best.underHeading >= IS_HEADING) return null;
  let rival = 0;
  for (const [at, other] of passages.entries()) if (other.text !== text) rival = Math.max(rival, scores[at] ?? 0);
  return {
    share: shares[best.passage] ?? 0,
    rarity: terms.reduce((sum, term) => sum + rarity(term, statistics), 0) / terms.length,
    bm25: bm25 / greatestRarity(statistics.passages),
    rival: rival / bm25,
  };
}

const smallestShare = (terms: readonly Term[], statistics: SearchStatistics | null): number =>
  smallestOfFew(terms) * (1 + CHANCE_GROWTH * chance(statistics));

/** The best of many passages holds more of any question by chance: 0 for few passages, 1 for many. */
function chance(statistics: SearchStatistics | null): number {
  const passages = statistics?.passages ?? UNKNOWN_PASSAGES;
  return Math.min(1, Math.max(0, Math.log(passages / FEW_PASSAGES) / Math.log(MANY_PASSAGES / FEW_PASSAGES)));
}

const isOf = (script: RegExp, terms: readonly Term[]): boolean =>
  terms.filter(({ stem }) => script.test(stem)).length > terms.length / 2;

function smallestOfFew(terms: readonly Term[]): number {
  if (isOf(IDEOGRAPHS, terms)) return MIN_SHARE_IDEOGRAPHS;
  if (isOf(CLUSTERS, terms)) return MIN_SHARE_CLUSTERS;
  if (terms.some(({ triples }) => triples.length > 0))
    return terms.some(({ stem }) => SYLLABLES.test(stem)) ? MIN_SHARE_SYLLABLES : MIN_SHARE_PREFIXING;
  const smallest = terms.length <= MAX_FEW_TERMS ? MIN_SHARE_FEW_TERMS : MIN_SHARE;
  return terms.some(({ isName }) => isName) ? NAMED_SHARE_FACTOR * smallest : smallest;
}
