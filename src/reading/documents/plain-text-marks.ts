/** Structure that texts without markup have: headings in capitals or underlined, and rows whose dots lead to a value. */

const MAX_HEADING = 60;
const CAPITALS = /\p{Lu}{3}/u;
const SMALL_LETTER = /\p{Ll}/u;
/** A sentence, a value or a table. */
const NO_HEADING = /[.!?,;|]$|[|=]|\d{4,}|[€$£]/;
const UNDERLINE = /^(?:={3,}|-{3,})\s*$/;
const LEADERS = /^(\S[^\n]{0,100}?)[ \t]*(?:\.{4,}|(?:\. ){4,}|…{2,}|_{4,})[ \t]*(\S.{0,100})$/;
/** Of a table of contents. */
const PAGE_NUMBER = /^\d{1,4}$/;

/** True for `OPENING HOURS`. */
export function isHeadingInCapitals(line: string): boolean {
  const text = line.trim();
  return text.length <= MAX_HEADING && CAPITALS.test(text) && !SMALL_LETTER.test(text) && !NO_HEADING.test(text);
}

/** Level of the heading that the line underlines; null for any other line. */
export function underlinedLevel(line: string): 1 | 2 | null {
  if (!UNDERLINE.test(line)) return null;
  return line.startsWith('=') ? 1 : 2;
}

/** `Adults: 7.50 EUR` for `Adults ...... 7.50 EUR`; null for any other line, and for those of a table of contents. */
export function rowWithLeaders(line: string): string | null {
  const [, name, value] = LEADERS.exec(line.trim()) ?? [];
  if (name === undefined || value === undefined || PAGE_NUMBER.test(value.trim())) return null;
  return `${name.replace(/\s*:$/, '')}: ${value.trim()}`;
}
