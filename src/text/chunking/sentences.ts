import { tokenWeight } from './token-estimate.ts';

/** A stretch of text that a chunk takes whole. `text` keeps the white space that follows it: pieces put together are the original. */
export interface Sentence {
  readonly text: string;
  readonly tokens: number;
}

/** What holds no sentence end for so long (Thai, data, hostile input) is cut at the last space, or right there. */
const MAX_TOKENS = 120;

const codesOf = (marks: string): ReadonlySet<number> => new Set([...marks].map((mark) => mark.charCodeAt(0)));

const FULL_STOP = codesOf('.!?…؟۔।॥։።');
/** Needs no space after it. */
const WIDE_STOP = codesOf('。！？｡．');
const CLOSING = codesOf('"\')]}”’»」』）】》');

const isSpace = (code: number) => code <= 0x20 || code === 0xa0 || code === 0x3000;
/** Most of any text is letters, and none of those ends a sentence: they are told apart before anything is looked up. */
const mayEnd = (code: number) => code > 0x7f || code < 0x40;
const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

/** The text in sentences, lazily: each costs only its own length, however long the text is. */
export function* sentencesOf(text: string): Generator<Sentence> {
  let start = 0;
  while (start < text.length) {
    const { end, tokens } = sentenceFrom(text, start);
    yield { text: text.slice(start, end), tokens };
    start = end;
  }
}

function sentenceFrom(text: string, start: number): { end: number; tokens: number } {
  let tokens = 0;
  let lastGap: { end: number; tokens: number } | null = null;
  let previous = 0;
  let index = start;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    tokens += tokenWeight(code, previous);
    previous = code;
    index += 1;
    if (isSpace(code)) {
      lastGap = { end: index, tokens };
      if (code === 0x0a) return { end: index, tokens };
    }
    const end = mayEnd(code) ? endOfStop(text, index, code) : null;
    if (end !== null) return { end, tokens };
    if (tokens > MAX_TOKENS && !isHighSurrogate(code)) return lastGap ?? { end: index, tokens };
  }
  return { end: index, tokens };
}

/** Where the sentence ends when `code`, before `index`, closes it: after closing marks and the spaces that follow. */
function endOfStop(text: string, index: number, code: number): number | null {
  const wide = WIDE_STOP.has(code);
  if (!wide && !FULL_STOP.has(code)) return null;
  let end = index;
  const limit = Math.min(text.length, index + 8);
  while (end < limit && CLOSING.has(text.charCodeAt(end))) end += 1;
  const afterMarks = end;
  while (end < limit && isSpace(text.charCodeAt(end))) end += 1;
  return wide || end > afterMarks || end === text.length ? end : null;
}
