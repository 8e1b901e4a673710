/** Prefers sentences that tell how to do something. */
import { pattern } from '../../../lib/patterns.ts';
import { isAnaphoric } from '../passages/context-dependent-text.ts';
import type { ReadUnit } from '../passages/read-passages.ts';
import { type Term, wordOf } from '../terms/terms.ts';

/** Phrase match: "starts the service" answers how to start it, unlike a row that holds both words in two sentences. */
const PHRASE_FACTOR = 1.2;
/** A sentence that goes on from another: "Afterwards start it again". */
const LEANING_FACTOR = 0.85;
const MIN_LETTERS = 3;
/** Scripts that divide words by spaces, and whose words grow at their end. */
const SPACED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u;
/** Characters of a unit. */
const MAX_CHARACTERS_READ = 600;
const ENDING = String.raw`\p{L}{0,5}`;
/** Articles and prepositions may stand between, but no end of a sentence or a cell. */
const BETWEEN = String.raw`[^\p{L}\p{N}.!?:|\n]{1,3}(?:\p{L}{1,4}[^\p{L}\p{N}.!?:|\n]{1,3}){0,2}`;

/** "A restored backup" does not tell how to restore one. */
const NO_ARTICLE = String.raw`(?<!(?<!\p{L})(?:an?|the|eine?|einen|der|die|das|den)\s)`;

/** @param strengths of the unit, for each term of the question */
export type HowToFactor = (unit: ReadUnit, strengths: readonly number[]) => number;

export function howToFactor(terms: readonly Term[]): HowToFactor {
  const phrases = phrasesOf(terms);
  return ({ kind, text }, strengths) =>
    (holdsPhrase(text, strengths, phrases) ? PHRASE_FACTOR : 1) *
    (kind === 'prose' && isAnaphoric(text) ? LEANING_FACTOR : 1);
}

interface Phrase {
  /** Indices of its terms. */
  readonly first: number;
  readonly second: number;
  readonly pattern: RegExp;
}

function phrasesOf(terms: readonly Term[]): readonly Phrase[] {
  return terms.slice(1).flatMap((term, at) => {
    const [one, other] = [beginningOf(terms[at]), beginningOf(term)];
    if (one === null || other === null) return [];
    const neighbours = pattern('iu', String.raw`${NO_ARTICLE}(?<!\p{L})${one}${ENDING}${BETWEEN}${other}`);
    return [{ first: at, second: at + 1, pattern: neighbours }];
  });
}

/** The stem where the word begins with it, else the word; null for a short one or another script. */
function beginningOf(term: Term | undefined): string | null {
  if (term === undefined) return null;
  const word = wordOf(term);
  const beginning = word.startsWith(term.stem) ? term.stem : word;
  return beginning.length >= MIN_LETTERS && SPACED.test(beginning) ? beginning : null;
}

function holdsPhrase(text: string, strengths: readonly number[], phrases: readonly Phrase[]): boolean {
  return phrases.some(
    ({ first, second, pattern }) =>
      (strengths[first] ?? 0) > 0 && (strengths[second] ?? 0) > 0 && pattern.test(text.slice(0, MAX_CHARACTERS_READ)),
  );
}
