/** Tables made of other elements, which become elements of tables: their ARIA roles tell, or the names of the header cells of a CSS grid. */
import { elementOf, elementsBelow, type HtmlElement, isElement, isText, replaceChildren } from '../dom/dom.ts';

const NAMES: ReadonlyMap<string, string> = new Map([
  ...[['table', 'table'] as const, ['rowgroup', 'tbody'] as const, ['row', 'tr'] as const],
  ...[['cell', 'td'] as const, ['columnheader', 'th'] as const, ['rowheader', 'th'] as const],
]);

export function nameTables(root: HtmlElement): void {
  const grids: HtmlElement[] = [];
  for (const element of elementsBelow(root)) {
    const { role } = element.attribs;
    const name = role === undefined ? undefined : NAMES.get(role);
    if (name !== undefined && PLAIN.has(element.name)) element.name = name;
    else if (element.name === 'div' && columnsOf(element) > 0) grids.push(element);
  }
  for (const grid of grids) nameGrid(grid);
}

const PLAIN = new Set(['div', 'span', 'ul', 'li', 'section', 'p']);

/** `table-header` of Javadoc, `grid-header-cell`, `col-head`. */
const HEADER_CELL = /(?:^|[\s_-])(?:table|grid|column|col)[_-]{1,2}(?:header|heading|head)(?:[_-]{1,2}cell)?(?:$|\s)/i;
const ROW = /(?:^|[\s_-])(?:row|tr)(?:$|\s)/i;
const MAX_CLASSES = 500;
const MAX_COLUMNS = 12;

const classesOf = ({ attribs }: HtmlElement): string => (attribs.class ?? '').slice(0, MAX_CLASSES);

/** Children of a grid are its cells, the first of them the header's. 0 for other elements. */
function columnsOf(grid: HtmlElement): number {
  const first = grid.children.find(isElement);
  if (first === undefined || !HEADER_CELL.test(classesOf(first))) return 0;
  const cells = grid.children.filter(isElement);
  const columns = cells.findIndex((cell) => !HEADER_CELL.test(classesOf(cell)));
  if (columns < 2 || columns > MAX_COLUMNS || cells.length % columns > 0) return 0;
  const isCell = (cell: HtmlElement) =>
    PLAIN.has(cell.name) && !HEADER_CELL.test(classesOf(cell)) && !ROW.test(classesOf(cell));
  const isBare = grid.children.some((child) => isText(child) && child.data.trim() !== '');
  return !isBare && cells.slice(columns).every(isCell) ? columns : 0;
}

function nameGrid(grid: HtmlElement): void {
  const columns = columnsOf(grid);
  const cells = grid.children.filter(isElement);
  const rows: HtmlElement[] = [];
  for (let start = 0; start < cells.length; start += columns) {
    const row = elementOf('tr', '');
    const inRow = cells.slice(start, start + columns);
    for (const cell of inRow) cell.name = start === 0 ? 'th' : 'td';
    replaceChildren(row, inRow);
    rows.push(row);
  }
  grid.name = 'table';
  replaceChildren(grid, rows);
}
