import { estimateTokens, tokenWeight } from '../../text/chunking/token-estimate.ts';
import { cutText } from '../../text/cut-text.ts';

/** The estimate is within a fifth for prose; tables, rare scripts and smaller vocabularies cost more. */
const MARGIN = 1.3;
/** The first digit of a number after a space costs most. */
const MAX_CHARACTER_TOKENS = 1.62;

export function budgetedTokens(text: string): number {
  return estimateTokens(text) * MARGIN;
}

/** Smallest budget at which `cutToTokens` leaves the text whole, with the same rounding. */
export function uncutTokens(text: string): number {
  let counted = 0;
  let previous = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    counted += tokenWeight(code, previous) * MARGIN;
    previous = code;
  }
  return counted;
}

/** Linear. */
export function cutToTokens(text: string, tokens: number): string {
  // The bound shows without counting that the text fits.
  if (text.length * MAX_CHARACTER_TOKENS * MARGIN <= tokens) return text;
  let counted = 0;
  let previous = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    counted += tokenWeight(code, previous) * MARGIN;
    if (counted > tokens) return index === 0 ? '' : `${cutText(text, index)}…`;
    previous = code;
  }
  return text;
}
