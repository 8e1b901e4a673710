/** Tells what people wrote from what programs wrote, among the strings of a page's data. */
import type { Block } from '../../../../text/document.ts';
import { blocksOf } from '../blocks.ts';
import { parseHtml, TooDeep } from '../dom.ts';

/** What one string of a page's data is looked at for. */
const MAX_CHARACTERS = 200_000;
const LEAST_CHARACTERS = 20;
const LEAST_WORDS = 4;
/** Scripts without spaces between words say as much with fewer characters. */
const LEAST_DENSE_CHARACTERS = 8;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;
/** Letters, digits, spaces and what stands in sentences; the rest is code when there is much of it. */
const UNUSUAL = /[^\p{L}\p{M}\p{N}\s.,;:!?'"’“”„«»()&%€$£¥+\-–—/…°]/gu;
const MAX_UNUSUAL_SHARE = 0.1;
const CODE = /^\s*(?:https?:|data:|\/[\w-]+\/|[{[<]|function\b|@media|\.[\w-]+\s*\{)|\{[^}]*:[^}]*;|=>|\);/;

/** Whether it reads like a sentence: several words, nearly nothing but letters. Markup is to be taken away before. */
export function isProse(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length < LEAST_DENSE_CHARACTERS || CODE.test(trimmed.slice(0, 2_000))) return false;
  const sample = trimmed.slice(0, 2_000);
  if (count(sample, UNUSUAL) > sample.length * MAX_UNUSUAL_SHARE) return false;
  if (count(sample, DENSE) >= LEAST_DENSE_CHARACTERS) return true;
  if (trimmed.length < LEAST_CHARACTERS) return false;
  const words = sample.split(/\s+/).filter((word) => /^[("'«“„]?\p{L}[\p{L}\p{M}'’-]*[.,;:!?)"'»”…]*$/u.test(word));
  return words.length >= LEAST_WORDS && words.length * 2 >= sample.split(/\s+/).length;
}

/** Whether it could be a title: one short line with letters, and neither an address nor a name that a program gave. */
export function isLabel(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length === 0 || trimmed.length > 200 || !/\p{L}/u.test(trimmed)) return false;
  return !/^[a-z][\w:.-]*[_:.\-/][\w:.-]*$|^[a-z]+[A-Z]\w*$|:\/\/|[{}<>]|^[\w-]*\d[\w-]{11,}$/.test(trimmed);
}

const MARKUP = /<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>|&(?:[a-z]{2,8}|#\d{1,7});/i;

/** A string of a page's data as blocks: markup in it gives its structure, line breaks give paragraphs. */
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
    if (error instanceof TooDeep) return [];
    throw error;
  }
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
