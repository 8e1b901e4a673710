/** Rows of two columns that spaces set apart, as in price lists: `Adults      £7.50`. */
import type { Block } from '../../../text/document.ts';

const GAP = /(?: {2,}|\t+)/;
const MAX_CELL = 100;
const MAX_ROW = 300;
/** A typist's two spaces between sentences are no columns. */
const SENTENCE_END = /[.!?;,]$/;
/** Fewer rows are chance. */
const MIN_ROWS = 3;

/** `Adults: £7.50`; null for any other line. Linear in the line. */
export function spacedRow(line: string): string | null {
  if (line.length > MAX_ROW || !GAP.test(line)) return null;
  const [name = '', value = '', ...others] = line.trim().split(GAP);
  const isRow = name !== '' && value !== '' && others.length === 0 && !SENTENCE_END.test(name);
  return isRow && name.length <= MAX_CELL && value.length <= MAX_CELL ? `${name.replace(/\s*:$/, '')}: ${value}` : null;
}

/** A paragraph of mostly such rows, as list items with the lines between them; null for any other. */
export function spacedRows(paragraph: string): readonly Block[] | null {
  if (!GAP.test(paragraph)) return null;
  const lines = paragraph.split('\n');
  const rows = lines.map(spacedRow);
  const count = rows.filter((row) => row !== null).length;
  if (count < MIN_ROWS || count * 2 < lines.length) return null;
  return lines.map((line, at): Block => {
    const row = rows[at] ?? null;
    return row === null
      ? { kind: 'paragraph', text: line.trim() }
      : { kind: 'list-item', depth: 0, marker: '-', text: row };
  });
}
