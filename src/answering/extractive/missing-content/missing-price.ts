/** Questions for the price of a thing, and texts that tell none of it. */
import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';
import { asksForPrice, asksWhetherFree, tellsAmount, tellsInclusion, tellsPrice } from '../facts/prices.ts';
import { meansTheSame, serviceConceptsOf } from '../thesaurus/synonyms.ts';
import { wordsOf } from './words-of.ts';

/** "How much is a room?", and not "Is there a fee for …?", which "No" answers. */
const HOW_MUCH = pattern(
  'iu',
  sequence(
    /(?<!\p{L})/u,
    oneOf(
      /how much|what (?:does|do|will|would) [^?]{1,60} cost|wie ?viel|was kost\p{L}*|wie teuer|combien|cu[aá]nto|quanto|hoeveel|wat kost\p{L}*|ile kosztuj\p{L}*/u,
      /ne kadar|vad kostar|hvad koster|hva koster|kolik stoj\p{L}*|сколько стоит|скільки коштує/u,
    ),
    /(?!\p{L})/u,
  ),
);
/** Amounts that are no price of a service: a deposit, a cancellation fee, a fine. Each stands for its words in all languages. */
const OTHER_AMOUNTS = ['deposit', 'cancel', 'fine'];
const PERCENTAGE = /\d\s?%/u;
/** Sentences, lines and parts of sentences. */
const CLAUSE_ENDS = /[.!?;,]\s|\n/u;
/** Letters by which a word is known in its other forms, and words of a line that needs its heading: "Included in the rate". */
const MIN_BEGINNING = 5;
const MAX_WORDS_OF_LINE = 5;
/** "For" in Spanish and Portuguese, money in Turkish. */
const FOR = 'para';

export const asksHowMuch = (question: string): boolean =>
  HOW_MUCH.test(question) && asksForPrice(question) && !asksWhetherFree(question);

/**
 * "We take a deposit of £20" and "The board is included" tell no price of a lesson.
 * @param asked content words of the question, folded, in lower case
 */
export function lacksPrice(asked: readonly string[], found: string, heading: string): boolean {
  const things = asked.filter((word) => !isPriceWord(word)).map(beginningOf);
  const holdsThing = (words: readonly string[]) =>
    words.some((word) => things.some((beginning) => word.startsWith(beginning)));
  const others = asked.some(isOtherAmount) ? [] : OTHER_AMOUNTS;
  const above = wordsOf(heading);
  const isBelowOther = others.length > 0 && above.length > 0 && above.every(isOtherAmount);
  const tells = (clause: string): boolean => {
    const words = wordsOf(clause);
    if (!tellsPrice(clause) && !PERCENTAGE.test(clause) && !words.some(isPriceWord)) return false;
    if (holdsThing(words)) return true;
    if (isBelowOther || (others.length > 0 && words.some(isOtherAmount))) return false;
    return !tellsInclusion(clause) || tellsAmount(clause) || (words.length <= MAX_WORDS_OF_LINE && holdsThing(above));
  };
  return ![heading, ...found.split(CLAUSE_ENDS)].some(tells);
}

const isPriceWord = (word: string): boolean => word !== FOR && serviceConceptsOf(word).includes('price');

const isOtherAmount = (word: string): boolean => OTHER_AMOUNTS.some((name) => meansTheSame(name, word));

const beginningOf = (word: string): string => word.slice(0, Math.max(MIN_BEGINNING, word.length - 2));
