/** Sections on special cases, which a question has to name: cancelling, damage. */
import { sendsBack } from '../terms/sending-back.ts';
import { type Term, wordOf } from '../terms/terms.ts';
import { meansTheSame } from '../thesaurus/synonyms.ts';

const SPECIAL_CASES = ['cancel', 'damaged'];

export const specialCasesOf = (terms: readonly Term[]): readonly string[] =>
  SPECIAL_CASES.filter((special) => terms.some((term) => meansTheSame(special, wordOf(term))));

/** "How do I return it?" and "When does it arrive?" do not ask about damage. */
export function specialCasesAskedFor(question: string, terms: readonly Term[]): readonly string[] {
  const isReturn = sendsBack(question) || terms.some((term) => meansTheSame('return', wordOf(term)));
  const isDelivery = terms.some((term) => meansTheSame('delivery', wordOf(term)));
  const isMoneyBack = terms.some((term) => meansTheSame('reimburse', wordOf(term)));
  // "Cancellation and refund policy" is about both.
  return [...specialCasesOf(terms), ...(isMoneyBack ? ['cancel'] : []), ...(isReturn || isDelivery ? [] : ['damaged'])];
}
