/** Text items as pdf.js returns them. */
import { type PdfLine, type TextItem, textLines } from '../../../../src/reading/documents/pdf/text-lines.ts';

export const itemOf = (str: string, left: number, top: number, more: Partial<TextItem> = {}): TextItem => ({
  ...{ str, width: 6 * str.length, height: 12, transform: [12, 0, 0, 12, left, top], hasEOL: true, fontName: 'body' },
  ...more,
});

/** A line of cells at these places, with the space items that stand for their gaps. */
export const rowOf = (cells: readonly (readonly [left: number, text: string])[], top: number, fontName = 'body') =>
  cells.flatMap(([left, text], at) => {
    const space = itemOf(' ', left - 6, top, { height: 0, hasEOL: false });
    const cell = itemOf(text, left, top, { hasEOL: at === cells.length - 1, fontName });
    return at === 0 ? [cell] : [space, cell];
  });

export const linesOf = (items: readonly TextItem[]): readonly PdfLine[] => textLines(items, (x, y) => [x, y]);

/** Lines of one font, at the margin and one below the other. */
export const linesOfText = (text: string): readonly PdfLine[] =>
  linesOf(text.split('\n').map((str, at) => itemOf(str, 72, 72 + 14 * at)));
