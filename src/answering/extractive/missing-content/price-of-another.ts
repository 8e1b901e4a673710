/** Questions for the price of a thing, and the price of another thing. */
import { analyseText } from '../../../text/analysis/analyse.ts';
import { PRICE } from '../facts/fact-marks.ts';
import type { ReadPassage, ReadUnit } from '../passages/read-passages.ts';
import { isHeldIn, strengthOf, type Term } from '../terms/terms.ts';
import { asksHowMuch } from './missing-price.ts';

/**
 * True where what is quoted names nothing that is asked for, though the content does: "How much is it to spay a cat?" is not answered by "You
 * can buy a carrier for $8".
 * @param terms of the question
 * @param shown what is quoted, with the headings above it
 */
export function isPriceOfAnother(
  question: string,
  terms: readonly Term[],
  read: readonly ReadPassage[],
  unit: ReadUnit,
  shown: string,
): boolean {
  if (!asksHowMuch(question)) return false;
  const things = terms.filter(({ weight, facts }) => weight >= 1 && !facts.has(PRICE));
  if (!things.some((term) => isHeldIn(read, term))) return false;
  const words = [unit.words, unit.context, new Set(analyseText(shown))];
  return things.every((term) => words.every((held) => strengthOf(term, held) === 0));
}
