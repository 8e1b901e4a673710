/** Marks of list items that a program draws apart from their text, often at the end of the page. */
import { isLoneMark, type PdfLine } from './text-lines.ts';

/** Points between a mark and its text. */
const MAX_GAP = 40;
/** Points by which mark and text may be out of line. */
const MAX_OFF_LINE = 2;

export function withLoneMarkers(lines: readonly PdfLine[]): readonly PdfLine[] {
  const marks = lines.filter(({ text }) => isLoneMark(text));
  if (marks.length === 0) return lines;
  const texts = new Map<number, PdfLine[]>();
  for (const line of lines) {
    if (line.text === '' || isLoneMark(line.text)) continue;
    const place = Math.round(line.top / MAX_OFF_LINE);
    const beside = texts.get(place);
    if (beside === undefined) texts.set(place, [line]);
    else beside.push(line);
  }
  const marked = new Map<PdfLine, PdfLine>();
  const placed = new Set<PdfLine>();
  for (const mark of marks) {
    const text = textBeside(mark, texts);
    if (text === null || marked.has(text)) continue;
    marked.set(text, withMark(mark, text));
    placed.add(mark);
  }
  return lines.filter((line) => !placed.has(line)).map((line) => marked.get(line) ?? line);
}

/** Bounds the time. */
const MAX_BESIDE = 20;

function textBeside(mark: PdfLine, texts: ReadonlyMap<number, readonly PdfLine[]>): PdfLine | null {
  const place = Math.round(mark.top / MAX_OFF_LINE);
  const beside = [place - 1, place, place + 1].flatMap((near) => (texts.get(near) ?? []).slice(0, MAX_BESIDE));
  let nearest: PdfLine | null = null;
  for (const line of beside) {
    const gap = line.left - mark.right;
    if (gap < 0 || gap > MAX_GAP || Math.abs(line.top - mark.top) > MAX_OFF_LINE) continue;
    if (nearest === null || line.left < nearest.left) nearest = line;
  }
  return nearest;
}

function withMark(mark: PdfLine, line: PdfLine): PdfLine {
  const [first, ...others] = line.cells;
  const cells =
    first === undefined ? [] : [{ text: `${mark.text} ${first.text}`, left: mark.left, right: first.right }, ...others];
  return { ...line, text: `${mark.text} ${line.text}`, left: mark.left, cells };
}
