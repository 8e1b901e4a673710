/** Facts that a page tells in a picture alone, such as its opening hours: authors repeat them in the alternative text. */
import type { HtmlElement } from '../dom/dom.ts';

const MIN_CHARACTERS = 15;
const MAX_CHARACTERS = 400;
const MIN_WORDS = 3;
/** A time, a price, a share, or a telephone number. */
const FACT = /\b\d{1,2}(?:[:.h]\d{2}\b|\s?(?:[ap]\.?m\b|uhr\b))|\p{Sc}\s?\d|\d\s?(?:\p{Sc}|%)|\d[\d\s()/.-]{6,}\d/iu;
const FILE_NAME = /\.(?:jpe?g|png|gif|webp|svg|avif)\b|https?:|^img[_\s-]?\d/i;

/** The alternative text of a picture when it tells such a fact. */
export function factInPicture({ attribs }: HtmlElement): string | null {
  const text = (attribs.alt ?? '').replace(/\s+/g, ' ').trim();
  if (text.length < MIN_CHARACTERS || text.length > MAX_CHARACTERS || text.split(' ').length < MIN_WORDS) return null;
  return FACT.test(text) && !FILE_NAME.test(text) ? text : null;
}
