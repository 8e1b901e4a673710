/** Tells prose from program data among the strings of a page's scripts. */
import type { Block } from '../../../text/document.ts';
import { blocksOf } from '../blocks/blocks.ts';
import { parseHtml, UnparsablePage } from '../dom/dom.ts';

const MAX_CHARACTERS = 200_000;
const MIN_CHARACTERS = 20;
const MIN_WORDS = 4;
/** Scripts without spaces between words are denser. */
const MIN_DENSE_CHARACTERS = 8;
const UNSPACED_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;
/** Unusual in prose; many of them mean code. */
const UNUSUAL = /[^\p{L}\p{M}\p{N}\s.,;:!?'"’“”„«»()&%€$£¥+\-–—/…°]/gu;
const MAX_UNUSUAL_SHARE = 0.1;
const CODE = /^\s*(?:https?:|data:|\/[\w-]+\/|[{[<]|function\b|@media|\.[\w-]+\s*\{)|\{[^{}:]*:[^};]*;|=>|\);/;

/** Several words of almost only letters. Callers strip markup first. */
export function isProse(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length < MIN_DENSE_CHARACTERS || CODE.test(trimmed.slice(0, 2_000))) return false;
  const sample = trimmed.slice(0, 2_000);
  if (count(sample, UNUSUAL) > sample.length * MAX_UNUSUAL_SHARE) return false;
  if (count(sample, UNSPACED_SCRIPTS) >= MIN_DENSE_CHARACTERS) return true;
  if (trimmed.length < MIN_CHARACTERS) return false;
  const words = sample.split(/\s+/).filter((word) => /^[("'«“„]?\p{L}[\p{L}\p{M}'’-]*[.,;:!?)"'»”…]*$/u.test(word));
  return words.length >= MIN_WORDS && words.length * 2 >= sample.split(/\s+/).length;
}

/** One short line, neither an address nor an identifier. */
export function isLabel(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length === 0 || trimmed.length > 200 || !/\p{L}/u.test(trimmed)) return false;
  return !/^[a-z][\w:.-]*[_:.\-/][\w:.-]*$|^[a-z]+[A-Z]\w*$|:\/\/|[{}<>]|^[\w-]*\d[\w-]{11,}$/.test(trimmed);
}

const MARKUP = /<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>|&(?:[a-z]{2,8}|#\d{1,7});/i;

/** Divides by markup, or by blank lines. */
export function blocksOfString(text: string): readonly Block[] {
  const cut = text.slice(0, MAX_CHARACTERS);
  if (MARKUP.test(cut)) return blocksOfMarkup(cut);
  return cut
    .split(/\n\s*\n/)
    .map((part) => part.replace(/[^\S\n]+/g, ' ').trim())
    .filter((part) => part !== '')
    .map((part) => ({ kind: 'paragraph', text: part }));
}

function blocksOfMarkup(markup: string): readonly Block[] {
  try {
    const [body] = parseHtml(markup)('body').toArray();
    return body === undefined ? [] : blocksOf(body);
  } catch (error) {
    if (error instanceof UnparsablePage) return [];
    throw error;
  }
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
