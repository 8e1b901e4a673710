/** Keeps what is said to a model within a number of tokens, by an estimate that errs on the large side. */
import { estimateTokens, tokenWeight } from '../../text/chunking/token-estimate.ts';

/** The estimate is within a fifth for prose; tables, rare scripts and smaller vocabularies cost more. */
const MARGIN = 1.3;

/** What the text is counted as. */
export function fittingTokens(text: string): number {
  return estimateTokens(text) * MARGIN;
}

/** As much of the beginning of the text as fits, with an ellipsis where it was cut. Linear. */
export function cutToTokens(text: string, tokens: number): string {
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
