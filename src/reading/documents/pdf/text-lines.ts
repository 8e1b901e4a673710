/** Lines of a page with their place, font and cells, from the text items of pdf.js. */
import { hasRightToLeft, inReadingOrder, partsFromTheRight, runsRightToLeft } from './bidi-order.ts';
import { asExponents } from './raised-digits.ts';

/** A text item of pdf.js. `transform` ends with the place; space items are as wide as their gap. */
export interface TextItem {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
  readonly fontName: string;
  /** `rtl` when pdf.js reordered its characters for a right-to-left line. */
  readonly dir?: string;
}

/** An item as the file holds it. */
export interface Part {
  readonly str: string;
  readonly left: number;
  readonly right: number;
}

export interface Cell {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Parts where there are several: the gap between two cells of a table may be as narrow as a space. */
  readonly parts?: readonly Part[];
}

/** Coordinates in points; `top` counts downwards. */
export interface PdfLine {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  /** Size of most characters; 0 for an empty line. */
  readonly size: number;
  readonly font: string;
  /** Parts with wide gaps between them. */
  readonly cells: readonly Cell[];
}

/** Gap between two cells, in font sizes. Gaps in justified text are narrower, or align with no other line. */
const MIN_CELL_GAP = 0.8;
/** The same from right to left, where pdf.js writes no space items for gaps. */
const MIN_BARE_GAP = 1;
/** Vertical distance of another line, in points. */
const MIN_LINE_DISTANCE = 4.6;

interface PlacedItem extends TextItem {
  readonly left: number;
  readonly top: number;
}

/** @param toPage converts the place of an item to points from the page's upper left corner */
export function textLines(
  items: readonly TextItem[],
  toPage: (x: number, y: number) => readonly [number, number],
): readonly PdfLine[] {
  const lines: PdfLine[] = [];
  const isRightToLeft = runsRightToLeft(items);
  let open: PlacedItem[] = [];
  let height = 0;
  const end = () => {
    lines.push(lineOf(open, isRightToLeft));
    open = [];
    height = 0;
  };
  for (const item of items) {
    const [left, top] = toPage(item.transform[4] ?? 0, item.transform[5] ?? 0);
    const placed = { ...item, str: withoutLetterSpaces(item.str), left, top };
    if (beginsLine(placed, open, height)) end();
    open.push(placed);
    height = Math.max(height, item.height);
    if (item.hasEOL) end();
  }
  if (open.length > 0) end();
  return lines;
}

/** @param height of the open line */
function beginsLine({ str, left, top, width }: PlacedItem, open: readonly PlacedItem[], height: number): boolean {
  const [first, last] = [open[0], open.at(-1)];
  if (first === undefined || last === undefined || str.trim() === '') return false;
  if (Math.abs(last.top - top) > Math.max(MIN_LINE_DISTANCE, height + 1)) return true;
  return left + width < first.left && isLoneMark(str.trim());
}

/** A mark of a list item without its text. */
const LONE_MARK = /^(?:[•▪‣●○◦■□➢➤►▶✓✔❖]|\(?\d{1,3}[.)])$/u;

export const isLoneMark = (text: string): boolean => LONE_MARK.test(text);

const LETTER_SPACED = /^\p{L}(?: \p{L}){3,}$/u;

/** pdf.js takes wide spacing of the letters of a title for spaces. */
const withoutLetterSpaces = (text: string): string =>
  text[1] === ' ' && LETTER_SPACED.test(text) ? text.replaceAll(' ', '') : text;

/** @param isRightToLeft true for a page that mostly is: a line in it may have more letters of an address than of its own script */
function lineOf(items: readonly PlacedItem[], isRightToLeft: boolean): PdfLine {
  const filled = items.filter(({ str }) => str.trim() !== '');
  const [first] = filled;
  if (first === undefined)
    return { text: '', left: 0, right: 0, top: items[0]?.top ?? 0, size: 0, font: '', cells: [] };
  const { size, font } = mainFont(filled);
  const cells = (isRightToLeft ? hasRightToLeft(filled) : runsRightToLeft(filled))
    ? cellsOf(inReadingOrder(items.map(partsFromTheRight)).map(mirrored), size, MIN_BARE_GAP).map(mirroredCell)
    : cellsOf(asExponents(items, size), size);
  const text = cells.map((cell) => cell.text).join(' ');
  const left = cells.reduce((least, cell) => Math.min(least, cell.left), first.left);
  const right = cells.reduce((most, cell) => Math.max(most, cell.right), left);
  return { text, left, right, top: first.top, size, font, cells };
}

/** @param line gives place, size and font */
export function lineOfCells(cells: readonly Cell[], line: PdfLine): PdfLine {
  const text = cells.map((cell) => cell.text).join(' ');
  const left = cells.reduce((least, cell) => Math.min(least, cell.left), Number.POSITIVE_INFINITY);
  const right = cells.reduce((most, cell) => Math.max(most, cell.right), left);
  return { ...line, text, left, right, cells };
}

/** From right to left, the next item stands further left, so gaps are found in a mirror image. */
const mirrored = (item: PlacedItem): PlacedItem => ({ ...item, left: -item.left - item.width });
const mirroredCell = ({ text, left, right }: Cell): Cell => ({ text, left: -right, right: -left });

function mainFont(items: readonly PlacedItem[]): { readonly size: number; readonly font: string } {
  const characters = new Map<string, number>();
  let most = { size: 0, font: '', count: 0 };
  for (const { str, height, fontName } of items) {
    const key = `${height} ${fontName}`;
    const count = (characters.get(key) ?? 0) + str.length;
    characters.set(key, count);
    if (count > most.count) most = { size: height, font: fontName, count };
  }
  return most;
}

/** @param bareGap least gap between two cells without a space item between them, in font sizes */
function cellsOf(items: readonly PlacedItem[], size: number, bareGap = Number.POSITIVE_INFINITY): readonly Cell[] {
  const cells: OpenCell[] = [];
  let space = '';
  for (const { str, left, width } of items) {
    if (str.trim() === '') {
      space += str;
      continue;
    }
    const part = { str, left, right: left + width };
    const last = cells.at(-1);
    const leastGap = (space === '' ? bareGap : MIN_CELL_GAP) * size;
    if (last === undefined || left - last.right > leastGap)
      cells.push({ left, right: part.right, text: str, parts: [part] });
    else addPart(last, part, space);
    space = '';
  }
  return withoutMarkerCell(cells.map(closed).filter(({ text }) => text !== '' && !LEADER.test(text)));
}

interface OpenCell {
  readonly left: number;
  readonly parts: Part[];
  text: string;
  right: number;
}

/** @param space the space items before the part; words without one may still stand apart */
function addPart(cell: OpenCell, part: Part, space: string): void {
  const isApart = space === '' && part.left - cell.right > WORD_GAP;
  cell.text += `${isApart ? ' ' : space}${part.str}`;
  cell.right = Math.max(cell.right, part.right);
  cell.parts.push(part);
}

const closed = ({ text, left, right, parts }: OpenCell): Cell => ({
  text: normalized(text),
  left,
  right,
  ...(parts.length > 1 ? { parts } : {}),
});

/** Points. */
const WORD_GAP = 7;
const MARKER = /^(?:[•▪‣●○◦■□·*–-]|\(?[\p{L}\p{N}]{1,3}[.)]|\[\p{N}{1,3}\])$/u;
/** Word's bullets are letters of its symbol fonts, and an `o` in the second level. */
const SYMBOL_BULLET = /^[\uf000-\uf0ffo➢➤►▶✓✔❖]$/u;
/** Dots that lead from a name to its number. */
const LEADER = /^[.…·_\s]+$/u;

/** The mark of a list item stands apart from its text. */
function withoutMarkerCell(cells: readonly Cell[]): readonly Cell[] {
  const [marker, text, ...others] = cells;
  if (marker === undefined || text === undefined) return cells;
  const isBullet = SYMBOL_BULLET.test(marker.text);
  if (!isBullet && !MARKER.test(marker.text)) return cells;
  const mark = isBullet ? '•' : marker.text;
  return [{ text: `${mark} ${text.text}`, left: marker.left, right: text.right }, ...others];
}

/** pdf.js swaps the two letters of a ligature. No Arabic word has an alef before an alef. */
const TURNED_LAM_ALEF = /ا([اأإآ])ل/g;

/** @param parts at least one */
export const cellOfParts = (parts: readonly Part[]): Cell => ({
  text: normalized(parts.map(({ str }) => str).join(' ')),
  left: parts[0]?.left ?? 0,
  right: parts.at(-1)?.right ?? 0,
});

/** Replaces ligatures and Arabic presentation forms by their letters. */
function normalized(text: string): string {
  return text
    .replace(/[\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufefc]+/g, (shapes) => shapes.normalize('NFKC'))
    .replace(TURNED_LAM_ALEF, 'ال$1')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
