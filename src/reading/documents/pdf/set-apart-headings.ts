/** Headings in the size of the running text, but in another font, mostly its bold one. */
import type { FontHeading } from './font-heading.ts';
import type { PdfLine } from './text-lines.ts';

const MAX_CHARACTERS = 90;
const MAX_WORDS = 12;
/** Difference to the size of the running text, as a share. */
const MAX_SIZE_DIFFERENCE = 0.13;
/** Distance to the text below, in font sizes. */
const MAX_DISTANCE = 3.2;
/** Lines within this distance belong to one paragraph, in font sizes. */
const MAX_LEADING = 1.6;
/** Points by which a heading may be nearer to the text before it. */
const MAX_NEARER = 1;
/** Points by which the text below may be indented. */
const MAX_INDENT = 40;
/** Share of a font's lines that are headings; otherwise it is a font of the text. */
const MIN_HEADING_SHARE = 0.6;
/** Share of all characters that headings may have. */
const MAX_SHARE = 0.3;

const ENDS_SENTENCE = /[.,;!。，；]["'”’»)\]]*$/u;
const LETTERS = /\p{L}{2}/u;
/** Amounts and telephone numbers are no headings. */
const FIGURE = /\p{Sc}|\d[\d\s()/.-]{6,}\d|@/u;
/** The text below a picture or above a table. */
const CAPTION = /^(?:fig(?:ure)?|abb(?:ildung)?|tab(?:le|elle|la|leau)?|figura)\.?\s*\d/i;

/** @param above level of the lowest heading in larger letters, or 0 */
export function setApartHeadings(
  pages: readonly (readonly PdfLine[])[],
  bodySize: number,
  above: number,
): ReadonlyMap<PdfLine, FontHeading> {
  const found = pages.flatMap((lines) =>
    pageHeadings(
      lines.filter(({ text }) => text !== ''),
      bodySize,
    ),
  );
  const headings = new Set(found);
  const lines = pages.flat();
  const fonts = new Map<string, { all: number; headings: number }>();
  for (const line of lines) {
    // Headers of tables and larger headings are set in the font of headings, too.
    if (line.cells.length !== 1 || !isOfSize(line, bodySize)) continue;
    const font = fonts.get(line.font) ?? { all: 0, headings: 0 };
    fonts.set(line.font, { all: font.all + 1, headings: font.headings + (headings.has(line) ? 1 : 0) });
  }
  const kept = found.filter(({ font }) => {
    const { all, headings: count } = fonts.get(font) ?? { all: 1, headings: 0 };
    return count >= all * MIN_HEADING_SHARE;
  });
  if (charactersOf(kept) > MAX_SHARE * charactersOf(lines)) return new Map();
  const level = Math.min(6, above + 1);
  return new Map(kept.map((line) => [line, { level, text: line.text, lines: 1 }]));
}

function pageHeadings(lines: readonly PdfLine[], bodySize: number): readonly PdfLine[] {
  const bodyFont = fontOfMost(lines);
  const found = new Set<PdfLine>();
  for (let at = lines.length - 2; at >= 0; at -= 1) {
    const [before, line, next, second] = [lines[at - 1], lines[at], lines[at + 1], lines[at + 2]];
    if (line === undefined || next === undefined || line.font === bodyFont || !isShortName(line)) continue;
    if (!isOfSize(line, bodySize)) continue;
    // A title may stand above the first heading, but three in a row are text.
    const isTitle = found.has(next) && second !== undefined && !found.has(second);
    if ((next.font === bodyFont || isTitle) && isAbove(line, next) && isApart(before, line, next)) found.add(line);
  }
  return [...found];
}

function fontOfMost(lines: readonly PdfLine[]): string {
  const characters = new Map<string, number>();
  for (const { font, text } of lines) characters.set(font, (characters.get(font) ?? 0) + text.length);
  const [most] = [...characters].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? '';
}

const isOfSize = ({ size }: PdfLine, bodySize: number): boolean =>
  Math.abs(size - bodySize) <= MAX_SIZE_DIFFERENCE * bodySize;

const isShortName = ({ text, cells }: PdfLine): boolean =>
  cells.length === 1 &&
  text.length <= MAX_CHARACTERS &&
  text.split(' ').length <= MAX_WORDS &&
  LETTERS.test(text) &&
  !ENDS_SENTENCE.test(text) &&
  !FIGURE.test(text) &&
  !CAPTION.test(text);

function isAbove(line: PdfLine, next: PdfLine): boolean {
  const distance = next.top - line.top;
  if (distance <= 0 || distance > MAX_DISTANCE * line.size) return false;
  // A centred heading, or one at the right in Arabic and Hebrew, ends where the lines below do or before.
  return (
    Math.abs(next.left - line.left) <= MAX_INDENT || (line.left > next.left && line.right < next.right + MAX_INDENT)
  );
}

/** False for a line of the paragraph before. */
function isApart(before: PdfLine | undefined, line: PdfLine, next: PdfLine): boolean {
  const distance = line.top - (before?.top ?? line.top);
  if (before === undefined || distance <= 0) return true;
  if (distance + MAX_NEARER < next.top - line.top) return false;
  return distance > MAX_LEADING * line.size || /[.!?:。！？]["'”’»)\]]*$/u.test(before.text);
}

const charactersOf = (lines: readonly PdfLine[]): number => lines.reduce((sum, { text }) => sum + text.length, 0);
