/**
 * Decides whether a passage answers a question, by the weighted share of its words that the passage holds: half measured over the whole
 * passage, half over two consecutive units. Where search scores its passages, `answerProbability` decides.
 */
import type { Steps } from '../../../lib/steps.ts';
import type { SearchStatistics } from '../../../ports/search-index.ts';
import { daysAskedFor } from '../facts/weekdays.ts';
import type { ExtractPassage } from '../passages/outline.ts';
import type { ReadPassage, ReadUnit } from '../passages/read-passages.ts';
import { isCode, isHeldIn, strengthOf, type Term, wordOf } from '../terms/terms.ts';
import { type AnswerEvidence, answerProbability } from './answer-probability.ts';
import { MIN_SEARCHED } from './passage-match.ts';
import type { SearchScores } from './search-scores.ts';
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

/** Growth of the smallest share with the logarithm of the number of passages. */
const CHANCE_GROWTH = 0.19;
const FEW_PASSAGES = 20;
const MANY_PASSAGES = 240;
/** Fewer make no word rare: one that a passage of three holds would weigh half of one that the content lacks. */
const LEAST_PASSAGES = 10;
/** Assumed when the index does not tell. */
const UNKNOWN_PASSAGES = 130;

const MAX_COUNTED_LENGTH = 8;
/** Added to the length: short words tell something too. */
const BASE_LENGTH = 2;
/** Added to the rarity: frequent words name the topic of the content, and an unknown one may only be another wording. */
const BASE_RARITY = 0.7;
const HEADING_BONUS = 0.2;
/** Weaker matches with a heading may be chance. */
const MIN_HEADING_STRENGTH = 0.75;
/** A name weighs more, and the smallest share is larger. A place does not: "… in Stuttgart?" does not say what is asked for. */
const NAME_FACTOR = 1.5;
const NAMED_SHARE_FACTOR = 1.06;
/** A year says which one is asked for, as a name does. */
const YEAR = /^\p{N}{3,4}$/u;
/** A day does not say what is asked for. */
const DAY_FACTOR = 0.8;
/** An unknown verb asks for something else of known things. */
const UNKNOWN_VERB_FACTOR = 1.5;
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
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

/** False when no passage can fit, whatever its units score. @param shares see `termCoverage` */
export const mayBeAnswerable = (shares: readonly number[]): boolean => Math.max(...shares) >= LEAST_SHARE;

interface Held {
  /** See `termCoverage`. */
  readonly shares: readonly number[];
  readonly passages: readonly ExtractPassage[];
  readonly scores: SearchScores;
  readonly best: ScoredUnit;
}

export function isAnswerable(held: Held, terms: readonly Term[], statistics: SearchStatistics | null): boolean {
  const evidence = evidenceFor(held, terms, statistics);
  if (evidence === null) return Math.max(...held.shares) >= neededShare(terms, statistics);
  const smallest = MIN_PROBABILITY_FEW + (MIN_PROBABILITY_MANY - MIN_PROBABILITY_FEW) * chance(statistics);
  return evidence.share >= LEAST_SHARE && answerProbability(evidence) >= smallest;
}

/**
 * Evidence of search; null where the share decides: search found few passages, or not this one by words; a heading is the question; or it
 * has one or two words, of which any passage leads that alone holds one.
 */
export function evidenceFor(
  { shares, passages, scores, best }: Held,
  terms: readonly Term[],
  statistics: SearchStatistics | null,
): AnswerEvidence | null {
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

const neededShare = (terms: readonly Term[], statistics: SearchStatistics | null): number =>
  threshold(terms) * (1 + CHANCE_GROWTH * chance(statistics));

/** Shares of the passages; a step each. */
export function* termCoverage(
  terms: readonly Term[],
  read: readonly ReadPassage[],
  statistics: SearchStatistics | null,
): Steps<readonly number[]> {
  const weights = terms.map((term) => weightOf(term, statistics, isUnknownVerb(term, read)));
  const total = Math.max(
    1,
    weights.reduce((sum, weight) => sum + weight, 0),
  );
  const shares: number[] = [];
  for (const { parts, sections } of read) {
    yield;
    const headings = sections.map(({ headingWords }) => weightIn(new Set(headingWords), terms, weights) / total);
    const sharesOfParts = parts.map((units) => {
      const held = units.map((unit) => heldBy(unit, terms));
      const heading = Math.max(0, ...units.map(({ section }) => headings[section] ?? 0));
      return shareHeld(held, weights) + HEADING_BONUS * heading;
    });
    shares.push(Math.max(0, ...sharesOfParts));
  }
  return shares;
}

function weightIn(heading: ReadonlySet<string>, terms: readonly Term[], weights: readonly number[]): number {
  return terms.reduce((sum, term, at) => {
    const strength = strengthOf(term, heading);
    return strength < MIN_HEADING_STRENGTH ? sum : sum + strength * (weights[at] ?? 0);
  }, 0);
}

const isUnknownVerb = (term: Term, read: readonly ReadPassage[]): boolean =>
  term.isVerb === true && !isHeldIn(read, term);

function weightOf(term: Term, statistics: SearchStatistics | null, isUnknownVerb: boolean): number {
  const isWhole = isUnknownVerb || isCode(wordOf(term));
  const counted = isWhole ? MAX_COUNTED_LENGTH : Math.min(MAX_COUNTED_LENGTH, (term.exact ?? term.stem).length);
  const length = (BASE_LENGTH + counted) * (isUnknownVerb ? UNKNOWN_VERB_FACTOR : 1);
  const isName = (term.isName && term.isPlace !== true) || YEAR.test(term.stem);
  const factor = (isName ? NAME_FACTOR : 1) * (asksForDay(term) ? DAY_FACTOR : 1);
  return factor * length * Math.min(1, term.weight) * (BASE_RARITY + rarity(term, statistics));
}

const asksForDay = ({ stem, exact }: Term): boolean => daysAskedFor(exact?.slice(1) ?? stem).size > 0;

/** Inverse document frequency, as a share of the greatest one. */
function rarity({ stem, exact }: Term, statistics: SearchStatistics | null): number {
  const known = [stem, exact ?? stem].map((word) => statistics?.frequencies.get(word));
  const holding = Math.max(0, ...known.map((count) => count ?? 0));
  if (statistics === null || statistics.passages === 0 || known.every((count) => count === undefined)) return 1;
  const passages = Math.max(statistics.passages, holding, LEAST_PASSAGES);
  return Math.log(1 + (passages - holding + 0.5) / (holding + 0.5)) / greatestRarity(passages);
}

/** Inverse document frequency of a word that nothing holds. */
const greatestRarity = (passages: number): number => Math.log(1 + (passages + 0.5) / 0.5);

function heldBy({ words, context }: ReadUnit, terms: readonly Term[]): readonly number[] {
  return terms.map((term) => Math.max(strengthOf(term, words), strengthOf(term, context)));
}

function shareHeld(units: readonly (readonly number[])[], weights: readonly number[]): number {
  const pairs = units.map((unit, index) => coverage([unit, units[index + 1] ?? []], weights));
  return (coverage(units, weights) + Math.max(0, ...pairs)) / 2;
}

function coverage(units: readonly (readonly number[])[], weights: readonly number[]): number {
  let held = 0;
  let total = 0;
  weights.forEach((weight, term) => {
    let strongest = 0;
    for (const unit of units) strongest = Math.max(strongest, unit[term] ?? 0);
    held += weight * strongest;
    total += weight;
  });
  return total === 0 ? 0 : held / total;
}

/** The best of many passages holds more of any question by chance: 0 for few passages, 1 for many. */
function chance(statistics: SearchStatistics | null): number {
  const passages = statistics?.passages ?? UNKNOWN_PASSAGES;
  return Math.min(1, Math.max(0, Math.log(passages / FEW_PASSAGES) / Math.log(MANY_PASSAGES / FEW_PASSAGES)));
}

function threshold(terms: readonly Term[]): number {
  const share = (script: RegExp) => terms.filter(({ stem }) => script.test(stem)).length / terms.length;
  if (share(IDEOGRAPHS) > 0.5) return MIN_SHARE_IDEOGRAPHS;
  if (share(CLUSTERS) > 0.5) return MIN_SHARE_CLUSTERS;
  if (terms.some(({ triples }) => triples.length > 0))
    return terms.some(({ stem }) => SYLLABLES.test(stem)) ? MIN_SHARE_SYLLABLES : MIN_SHARE_PREFIXING;
  const smallest = terms.length <= MAX_FEW_TERMS ? MIN_SHARE_FEW_TERMS : MIN_SHARE;
  return terms.some(({ isName }) => isName) ? NAMED_SHARE_FACTOR * smallest : smallest;
}
