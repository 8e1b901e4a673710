/** Splits a text into its words, without stems. */
import { analyseText } from '../../../text/analysis/analyse.ts';

/** Folded, in lower case. */
export const wordsOf = (text: string): readonly string[] =>
  analyseText(text).flatMap((word) => (word.startsWith('=') ? [word.slice(1)] : []));
