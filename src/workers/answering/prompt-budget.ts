/** Keeps what is said to a model within a number of tokens, by an estimate that errs on the large side. */
import { estimateTokens, tokenWeight } from '../../text/chunking/token-estimate.ts';

/** The estimate is within a fifth for prose; tables, rare scripts and smaller vocabularies cost more. */
const MARGIN = 1.3;
/** Of a character: the first digit of a number after a space. */
const HEAVIEST = 1.62;

/** What the text is counted as. */
export function fittingTokens(text: string): number {
  return estimateTokens(text) * MARGIN;
}

/** As much of the beginning of the text as fits, with an ellipsis where it was cut. Linear. */
export function cutToTokens(text: string, tokens: number): string {
  // No character weighs more than this: a short text needs no counting.
  if (text.length * HEAVIEST * MARGIN <= tokens) return text;
  let counted = 0;
  let previous = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    counted += tokenWeight(code, previous) * MARGIN;
    if (counted > tokens) return index === 0 ? '' : `${withoutHalfPair(text.slice(0, index))}…`;
    previous = code;
  }
  return text;
}

function withoutHalfPair(text: string): string {
  return text.isWellFormed() ? text : text.replace(/[\ud800-\udbff]$/, '');
}
