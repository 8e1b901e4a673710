/** Headings by their font, for documents without bookmarks. */
import type { FontHeading } from './font-heading.ts';
import { setApartHeadings } from './set-apart-headings.ts';
import type { PdfLine } from './text-lines.ts';

/** Size of a heading as a multiple of the running text's. */
const MIN_LARGER = 1.12;
/** Characters of all lines of a heading; a longer text is an introduction or a quotation. */
const MAX_HEADING = 160;
const MAX_LEVEL = 6;
/** Share of all characters that headings may have. */
const MAX_SHARE = 0.3;
/** Pages that repeat a running head, and lines at each edge of a page. */
const MIN_RUNNING = 3;
const EDGE_LINES = 2;
/** Distance to the next line of the same heading, in font sizes. */
const MAX_DISTANCE = 1.8;
const ENDS_SENTENCE = /[.,;。，；]["'”’)\]]*$/u;

/**
 * By first line: headings in larger letters, and in letters of the text's size that another font sets apart.
 * @param whole pages with their running headers
 */
export function fontHeadings(
  pages: readonly (readonly PdfLine[])[],
  whole: readonly (readonly PdfLine[])[],
): ReadonlyMap<PdfLine, FontHeading> {
  const body = bodySize(pages);
  const large = largeHeadings(pages, whole, body);
  const lowest = [...large.values()].reduce((most, { level }) => Math.max(most, level), 0);
  return new Map([...setApartHeadings(pages, body, lowest), ...large]);
}

function largeHeadings(
  pages: readonly (readonly PdfLine[])[],
  whole: readonly (readonly PdfLine[])[],
  body: number,
): ReadonlyMap<PdfLine, FontHeading> {
  const texts = pages.flatMap((lines) => largeTexts(lines, body));
  const running = runningHeads(whole.flatMap((lines) => largeTexts(lines, body)));
  const large = texts.filter((text) => !text.isAtEdge || !running.has(withoutDigits(text)));
  const levels = levelsOfSizes(large, charactersOf(pages.flat()));
  return new Map(
    large.flatMap(({ first, text, lines, size }): [PdfLine, FontHeading][] => {
      const level = levels.get(size);
      return level === undefined ? [] : [[first, { text, lines, level }]];
    }),
  );
}

const charactersOf = (texts: readonly { readonly text: string }[]): number =>
  texts.reduce((sum, { text }) => sum + text.length, 0);

/** Only the largest sizes, as far as few characters have them, are of headings. */
function levelsOfSizes(texts: readonly LargeText[], characters: number): ReadonlyMap<number, number> {
  const charactersOfSize = new Map<number, number>();
  for (const { size, text } of texts) charactersOfSize.set(size, (charactersOfSize.get(size) ?? 0) + text.length);
  const levels = new Map<number, number>();
  let left = MAX_SHARE * characters;
  for (const [size, count] of [...charactersOfSize].sort(([one], [other]) => other - one)) {
    left -= count;
    if (left < 0) break;
    levels.set(size, Math.min(MAX_LEVEL, levels.size + 1));
  }
  return levels;
}

/** Size of most characters, in half points. */
function bodySize(pages: readonly (readonly PdfLine[])[]): number {
  const characters = new Map<number, number>();
  for (const { size, text } of pages.flat()) {
    const rounded = halfPoints(size);
    characters.set(rounded, (characters.get(rounded) ?? 0) + text.length);
  }
  const [most] = [...characters].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? 0;
}

const halfPoints = (size: number) => Math.round(size * 2) / 2;

interface LargeText {
  readonly first: PdfLine;
  readonly text: string;
  readonly lines: number;
  readonly size: number;
  readonly isAtEdge: boolean;
}

const withoutDigits = ({ text }: LargeText) => text.replace(/\p{N}+/gu, '#');

/** Texts at the edges of several pages, such as `Chapter 3`; their numbers may differ. */
function runningHeads(texts: readonly LargeText[]): ReadonlySet<string> {
  const seen = new Map<string, number>();
  for (const text of texts) if (text.isAtEdge) seen.set(withoutDigits(text), (seen.get(withoutDigits(text)) ?? 0) + 1);
  return new Set([...seen].flatMap(([text, times]) => (times >= MIN_RUNNING ? [text] : [])));
}

function largeTexts(lines: readonly PdfLine[], body: number): LargeText[] {
  const found: LargeText[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const first = lines[at];
    if (first === undefined || body === 0 || first.size < MIN_LARGER * body) continue;
    let end = at + 1;
    while (continuesHeading(lines[end - 1], lines[end])) end += 1;
    const text = lines
      .slice(at, end)
      .map((line) => line.text)
      .join(' ');
    if (/\p{L}/u.test(text) && text.length <= MAX_HEADING && !ENDS_SENTENCE.test(text))
      found.push({
        first,
        text,
        lines: end - at,
        size: halfPoints(first.size),
        isAtEdge: at < EDGE_LINES || end > lines.length - EDGE_LINES,
      });
    at = end - 1;
  }
  return found;
}

function continuesHeading(before: PdfLine | undefined, line: PdfLine | undefined): boolean {
  if (before === undefined || line === undefined || line.text === '') return false;
  const distance = line.top - before.top;
  return (
    halfPoints(line.size) === halfPoints(before.size) &&
    line.font === before.font &&
    isBelow(before, line) &&
    distance > 0 &&
    distance <= MAX_DISTANCE * line.size
  );
}

/** Points. */
const MAX_OFF_LINE = 3;

/** Left, right or middle. */
const isBelow = (before: PdfLine, line: PdfLine): boolean =>
  Math.abs(line.left - before.left) <= MAX_OFF_LINE ||
  Math.abs(line.right - before.right) <= MAX_OFF_LINE ||
  Math.abs(line.left + line.right - before.left - before.right) <= 2 * MAX_OFF_LINE;
