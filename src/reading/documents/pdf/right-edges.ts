/** Right edges of the lines of a page, which tell lines that were broken on purpose from those that were full. */
import type { PdfLine } from './page-lines.ts';

/** Points between the beginnings of lines of one column. */
const COLUMN_WIDTH = 6;
/** Gap between a name and what belongs to it, in font sizes. */
const MIN_GAP = 3;
/** Room that must be left beside the next word, in font sizes. */
const MIN_ROOM = 1;

export class RightEdges {
  readonly #edges = new Map<number, number>();

  constructor(lines: readonly PdfLine[]) {
    for (const { left, right } of lines) {
      const column = columnOf(left);
      this.#edges.set(column, Math.max(right, this.#edges.get(column) ?? right));
    }
  }

  /** True when the next line's first word would have fitted into the line, or either keeps its parts apart, as rows of prices do. */
  isBroken(line: PdfLine, next: PdfLine): boolean {
    if (isDivided(line) || isDivided(next)) return true;
    if (line.text.endsWith('-')) return false;
    const word = next.text.split(' ', 1)[0]?.length ?? 0;
    const character = (next.right - next.left) / Math.max(1, next.text.length);
    const edge = this.#edges.get(columnOf(line.left)) ?? line.right;
    return line.right + (word + 1) * character + MIN_ROOM * line.size < edge;
  }
}

const columnOf = (left: number): number => Math.round(left / COLUMN_WIDTH);

const isDivided = ({ cells, size }: PdfLine): boolean =>
  cells.some((cell, at) => cell.left - (cells[at - 1]?.right ?? cell.left) > MIN_GAP * size);
