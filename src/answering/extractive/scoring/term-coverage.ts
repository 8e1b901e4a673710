/**
 * Share of a question that a passage holds: its words, weighted by length and rarity, half measured over the whole passage, half over two
 * consecutive units.
 */
import type { Steps } from '../../../lib/steps.ts';
import type { SearchStatistics } from '../../../ports/search-index.ts';
import { daysAskedFor } from '../facts/weekdays.ts';
import type { ReadPassage, ReadUnit } from '../passages/read-passages.ts';
import { isCode, isHeldIn, strengthOf, type Term, wordOf } from '../terms/terms.ts';

/** Fewer make no word rare: one that a passage of three holds would weigh half of one that the content lacks. */
const LEAST_PASSAGES = 10;
const MAX_COUNTED_LENGTH = 8;
/** Added to the length: short words tell something too. */
const BASE_LENGTH = 2;
/** Added to the rarity: frequent words name the topic of the content, and an unknown one may only be another wording. */
const BASE_RARITY = 0.7;
const HEADING_BONUS = 0.2;
/** Weaker matches with a heading may be chance. */
const MIN_HEADING_STRENGTH = 0.75;
/** A name weighs more than another word of its length. */
const NAME_FACTOR = 1.5;
/** A year says which one is asked for, as a name does. */
const YEAR = /^\p{N}{3,4}$/u;
/** A day does not say what is asked for. */
const DAY_FACTOR = 0.8;
/** An unknown verb asks for something else of known things. */
const UNKNOWN_VERB_FACTOR = 1.5;

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
export function rarity({ stem, exact }: Term, statistics: SearchStatistics | null): number {
  const known = [stem, exact ?? stem].map((word) => statistics?.frequencies.get(word));
  const holding = Math.max(0, ...known.map((count) => count ?? 0));
  if (statistics === null || statistics.passages === 0 || known.every((count) => count === undefined)) return 1;
  const passages = Math.max(statistics.passages, holding, LEAST_PASSAGES);
  return Math.log(1 + (passages - holding + 0.5) / (holding + 0.5)) / greatestRarity(passages);
}

/** Inverse document frequency of a word that nothing holds. */
export const greatestRarity = (passages: number): number => Math.log(1 + (passages + 0.5) / 0.5);

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
