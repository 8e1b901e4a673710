/** Right edges of lines, which tell lines that were broken on purpose from full ones. */
import type { PdfLine } from './text-lines.ts';
import { endsWithHyphen } from './wrapped-lines.ts';

/** Points by which lines of one column may begin apart. */
const COLUMN_WIDTH = 6;
/** A paragraph of fewer lines has no edge of its own. */
const MIN_PARAGRAPH = 4;
/** Distance of a paragraph's lines, in font sizes. */
const MAX_LEADING = 1.7;
/** Lines of opening hours and addresses begin with capitals, whatever their length. */
const WITHIN_SENTENCE = /^["'(“„«»]?[\p{Ll}\p{Lo}]/u;
/** Share of the lines after the first. */
const MIN_WITHIN = 1 / 3;
/** Gap between a name and its value, in font sizes. */
const MIN_GAP = 3;
/** Room beside the next word, in font sizes. */
const MIN_ROOM = 1;

export class RightEdges {
  readonly #edges = new Map<number, number>();
  /** Edges of paragraphs in a narrow column, beside which the page has wider text. */
  readonly #ownEdges = new Map<PdfLine, number>();

  constructor(lines: readonly PdfLine[]) {
    for (const { left, right } of lines) {
      const column = columnOf(left);
      this.#edges.set(column, Math.max(right, this.#edges.get(column) ?? right));
    }
    for (let from = 0; from < lines.length; ) {
      let to = from + 1;
      while (follows(lines[to - 1], lines[to])) to += 1;
      this.#addParagraph(lines.slice(from, to));
      from = to;
    }
  }

  /** All lines of running text but the last are full. */
  #addParagraph(lines: readonly PdfLine[]): void {
    const within = lines.slice(1).filter(({ text }) => WITHIN_SENTENCE.test(text));
    if (lines.length < MIN_PARAGRAPH || within.length < MIN_WITHIN * (lines.length - 1)) return;
    const edge = lines.reduce((most, { right }) => Math.max(most, right), 0);
    const isFull = lines.slice(0, -1).every((line, at) => !leavesRoom(line, lines[at + 1] ?? line, edge));
    const divided = lines.filter(isDivided).length;
    if (isFull && divided * 2 <= lines.length) for (const line of lines) this.#ownEdges.set(line, edge);
  }

  isRunningText(line: PdfLine): boolean {
    return this.#ownEdges.has(line);
  }

  /** True when the next line's first word would have fitted, or either line has columns, as rows of prices do. */
  isBroken(line: PdfLine, next: PdfLine): boolean {
    // Justified lines of few words have wide gaps, too.
    const isJustified = this.isRunningText(line) && this.isRunningText(next);
    if (!isJustified && (isDivided(line) || isDivided(next))) return true;
    if (endsWithHyphen(line.text)) return false;
    return leavesRoom(line, next, this.#ownEdges.get(line) ?? this.#edges.get(columnOf(line.left)) ?? line.right);
  }
}

function leavesRoom(line: PdfLine, next: PdfLine, edge: number): boolean {
  const word = next.text.split(' ', 1)[0]?.length ?? 0;
  const character = (next.right - next.left) / Math.max(1, next.text.length);
  return line.right + (word + 1) * character + MIN_ROOM * line.size < edge;
}

/** Lines of one paragraph have one size and margin, and are near each other. */
function follows(before: PdfLine | undefined, line: PdfLine | undefined): boolean {
  if (before === undefined || line === undefined || line.size === 0 || line.size !== before.size) return false;
  const distance = line.top - before.top;
  return distance > 0 && distance <= MAX_LEADING * line.size && columnOf(line.left) === columnOf(before.left);
}

const columnOf = (left: number): number => Math.round(left / COLUMN_WIDTH);

const isDivided = ({ cells, size }: PdfLine): boolean =>
  cells.some((cell, at) => cell.left - (cells[at - 1]?.right ?? cell.left) > MIN_GAP * size);
