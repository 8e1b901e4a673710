/**
 * Regular expressions of many alternatives, written in parts that can be read. Parts are regular expressions, whose own flags only
 * check their syntax, or sources that these functions gave.
 */

import { withLetterRanges } from './letters.ts';

type Part = RegExp | string;

const sourceOf = (part: Part): string => (typeof part === 'string' ? part : part.source);

/** The source of a group that matches what any of the parts matches. */
export const oneOf = (...alternatives: readonly Part[]): string => `(?:${alternatives.map(sourceOf).join('|')})`;

/** The source of the parts, one after the other. Parts with alternatives at their top are for `oneOf`. */
export const sequence = (...parts: readonly Part[]): string => parts.map(sourceOf).join('');

/** The parts, one after the other. `\p{L}` is compiled as ranges (see letters.ts). */
export const pattern = (flags: string, ...parts: readonly Part[]): RegExp =>
  new RegExp(withLetterRanges(sequence(...parts)), flags);
