import { isInnerStop } from './abbreviations.ts';
import { leastTokens, tokenWeight } from './token-estimate.ts';

/** `text` keeps the white space after it, so that joined sentences give the original. */
export interface Sentence {
  readonly text: string;
  readonly tokens: number;
}

/** Longer text (Thai, data, hostile input) is cut at its last space, or right there. */
const MAX_TOKENS = 120;

const codesOf = (marks: string): ReadonlySet<number> => new Set([...marks].map((mark) => mark.charCodeAt(0)));

const FULL_STOP = codesOf('.!?…؟۔।॥։።');
const WIDE_STOP = codesOf('。！？｡．');
const CLOSING = codesOf('"\')]}”’»」』）】》');

/** Labels within a sentence end with these, too: "Click Forgot password? on the login page." */
const LABEL_END = codesOf('?!');
const SMALL_LETTER = /^\p{Ll}/u;
const BEGINS_WITH_CAPITAL = /^[\p{P}\s]{0,3}\p{Lu}/u;
/** Characters read at the beginning of a sentence and behind a mark. */
const MAX_BEGINNING = 8;

const DOT = 0x2e;
const SEMICOLON = 0x3b;
const GREEK_QUESTION_MARK = 0x37e;
const isGreek = (code: number) => (code >= 0x386 && code <= 0x3ff) || (code >= 0x1f00 && code <= 0x1fff);

const isSpace = (code: number) => code <= 0x20 || code === 0xa0 || code === 0x3000;
/** Fast path: letters never end a sentence. */
const mayEnd = (code: number) => code > 0x7f || code < 0x40;
const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

/** Lazy: each sentence costs only its own length. */
export function* sentencesOf(text: string): Generator<Sentence> {
  let start = 0;
  while (start < text.length) {
    const { end, tokens } = sentenceFrom(text, start);
    yield { text: text.slice(start, end), tokens: Math.max(tokens, leastTokens(end - start)) };
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
    const end = mayEnd(code) ? endOfSentence(text, start, index, code) : null;
    if (end !== null) return { end, tokens };
    const isFull = tokens > MAX_TOKENS || leastTokens(index - start) > MAX_TOKENS;
    if (isFull && !isHighSurrogate(code)) return lastGap ?? { end: index, tokens };
  }
  return { end: index, tokens };
}

/** Ignores a label within the sentence from `start`. */
function endOfSentence(text: string, start: number, index: number, code: number): number | null {
  const end = endOfStop(text, index, code);
  return end !== null && LABEL_END.has(code) && goesOn(text, start, index, end) ? null : end;
}

/** True before a small letter in the same line, if the sentence began with a capital. */
function goesOn(text: string, start: number, index: number, end: number): boolean {
  return (
    SMALL_LETTER.test(text.slice(end, end + MAX_BEGINNING)) &&
    BEGINS_WITH_CAPITAL.test(text.slice(start, start + MAX_BEGINNING)) &&
    !text.slice(index, end).includes('\n')
  );
}

/** End behind closing marks and spaces; null when `code`, before `index`, closes no sentence. */
function endOfStop(text: string, index: number, code: number): number | null {
  const wide = WIDE_STOP.has(code);
  const isGreekMark = code === GREEK_QUESTION_MARK || (code === SEMICOLON && isGreek(text.charCodeAt(index - 2)));
  if (!wide && !FULL_STOP.has(code) && !isGreekMark) return null;
  let end = index;
  const limit = Math.min(text.length, index + 8);
  while (end < limit && CLOSING.has(text.charCodeAt(end))) end += 1;
  const afterMarks = end;
  while (end < limit && isSpace(text.charCodeAt(end))) end += 1;
  if (code === DOT && afterMarks === index && end > afterMarks && isInnerStop(text, index - 1, end)) return null;
  return wide || end > afterMarks || end === text.length ? end : null;
}
