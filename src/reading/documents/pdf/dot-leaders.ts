/** Rows whose dots connect name and value, as in menus, price lists and tables of contents. */
import { CELL_SEPARATOR } from '../../table-cells.ts';

/** Fewer dots end an open sentence. */
const LEADERS = /\.{6,}|…{3,}|(?:\. ){5,}/;
const LEADER = new Set(['.', ' ', '…']);
const MIN_LEADERS = 6;
const MAX_NAME = 100;
const MAX_VALUE = 60;
/** Tables of contents have page numbers as values. */
const PAGE_NUMBER = /^(?:\d{1,4}|[ivxlc]{1,6})$/;

/** `Espresso: 2.50` for `Espresso ...... 2.50`, and `1 Introduction 3` for a line of contents; null for other lines. */
export function leaderRow(line: string): string | null {
  const leaders = LEADERS.exec(line);
  if (leaders === null) return null;
  const name = line.slice(0, leaders.index).trim();
  const value = line.slice(leaders.index + leaders[0].length).trim();
  if (name === '' || value === '' || name.length > MAX_NAME || value.length > MAX_VALUE) return null;
  if (LEADERS.test(value)) return null;
  return PAGE_NUMBER.test(value) ? `${name} ${value}` : `${name.replace(/\s?:$/, '')}: ${value}`;
}

/** Drops the dots at the ends of a row's cells. */
export const withoutLeaders = (row: string): string =>
  row.split(CELL_SEPARATOR).map(cellWithoutLeaders).join(CELL_SEPARATOR);

function cellWithoutLeaders(cell: string): string {
  let end = cell.length;
  while (end > 0 && LEADER.has(cell[end - 1] ?? '')) end -= 1;
  return cell.length - end >= MIN_LEADERS && end > 0 ? cell.slice(0, end) : cell;
}
