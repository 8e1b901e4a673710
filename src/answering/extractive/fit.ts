/**
 * Decides whether passages answer a question, by the share of its words they hold: half of the measure over a whole
 * passage, half over two consecutive units, with longer and rarer words weighing more.
 */
import type { SearchStatistics } from '../../ports/search-index.ts';
import type { ReadPassage, ReadUnit } from './read-passages.ts';
import { strengthOf, type Term } from './terms.ts';

/**
 * Smallest share that fits. Each refuses about one of twenty answerable questions of its scripts; one rule holds for seven passages and for
 * seven thousand, since rarity is a share of the greatest possible one.
 */
const MIN_SHARE = 0.37;
const MIN_SHARE_PREFIXING = 0.34;
const MIN_SHARE_IDEOGRAPHS = 0.24;
const MIN_SHARE_CLUSTERS = 0.45;
/** Very short questions need a larger share: one word of two says little. */
const MAX_FEW_TERMS = 2;
const MIN_SHARE_FEW_TERMS = 0.45;

/** Growth of the smallest share with the logarithm of the number of passages, beyond so few. */
const CHANCE_GROWTH = 0.06;
const FEW_PASSAGES = 20;
/** Assumed when the index does not tell. */
const UNKNOWN_PASSAGES = 100;

/** Longer words tell more. */
const MAX_COUNTED_LENGTH = 8;
/** The least that a word counts, as a share of the rarest. */
const MIN_RARITY = 0.3;
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const CLUSTERS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

export function fits(
  terms: readonly Term[],
  read: readonly ReadPassage[],
  statistics: SearchStatistics | null,
): boolean {
  return bestShare(terms, read, statistics) >= threshold(terms) * chanceFactor(statistics);
}

export function bestShare(
  terms: readonly Term[],
  read: readonly ReadPassage[],
  statistics: SearchStatistics | null,
): number {
  const weights = terms.map((term) => weightOf(term, statistics));
  return Math.max(
    0,
    ...read.flatMap(({ parts }) =>
      parts.map((units) =>
        shareHeld(
          units.map((unit) => heldBy(unit, terms)),
          weights,
        ),
      ),
    ),
  );
}

function weightOf(term: Term, statistics: SearchStatistics | null): number {
  const length = Math.min(MAX_COUNTED_LENGTH, (term.exact ?? term.stem).length);
  return length * Math.min(1, term.weight) * (MIN_RARITY + rarity(term, statistics));
}

/** Inverse document frequency over the whole content, as a share of that of a word that nothing holds. */
function rarity({ stem, exact }: Term, statistics: SearchStatistics | null): number {
  const known = [stem, exact ?? stem].map((word) => statistics?.frequencies.get(word));
  const holding = Math.max(0, ...known.map((count) => count ?? 0));
  if (statistics === null || statistics.passages === 0 || known.every((count) => count === undefined)) return 1;
  const passages = Math.max(statistics.passages, holding);
  return Math.log(1 + (passages - holding + 0.5) / (holding + 0.5)) / Math.log(1 + (passages + 0.5) / 0.5);
}

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

/** The best of many passages holds more of any question by chance. */
function chanceFactor(statistics: SearchStatistics | null): number {
  const passages = statistics?.passages ?? UNKNOWN_PASSAGES;
  return 1 + CHANCE_GROWTH * Math.log(Math.max(1, passages / FEW_PASSAGES));
}

function threshold(terms: readonly Term[]): number {
  const share = (script: RegExp) => terms.filter(({ stem }) => script.test(stem)).length / terms.length;
  if (share(IDEOGRAPHS) > 0.5) return MIN_SHARE_IDEOGRAPHS;
  if (share(CLUSTERS) > 0.5) return MIN_SHARE_CLUSTERS;
  if (terms.some(({ triples }) => triples.length > 0)) return MIN_SHARE_PREFIXING;
  return terms.length <= MAX_FEW_TERMS ? MIN_SHARE_FEW_TERMS : MIN_SHARE;
}
