/** A price, a date, a time, a telephone number or an address. Years, sizes and column numbers may stand in a header. */
const DATUM =
  /^[+(-]?\p{Sc}?\s?\d.*\p{Sc}|^[+(-]?\p{Sc}?\s?\d+[.,:/-]\d|^\p{Sc}\s?\d|^[+(]?\d[\d\s()/-]{5,}$|^\S+@\S+$|^https?:/u;
const MAX_DATUM = 100;
const MAX_COMPARED = 50;
/** Even steps tell so many columns from prices. */
const MIN_GRID = 3;
const EVEN = 1e-6;

/** True for a first record that is no header: a column has the same kind of value in it as below it. */
export const isDataAbove = (first: readonly string[], next: readonly string[]): boolean =>
  first.length > 1 &&
  !namesGrid(first) &&
  first.slice(0, MAX_COMPARED).some((cell, column) => isDatum(cell) && shapeOf(cell) === shapeOf(next[column] ?? ''));

/** True for columns of a timetable or of sizes, below an empty corner or in even steps. */
function namesGrid([corner = '', ...cells]: readonly string[]): boolean {
  const named = cells.slice(0, MAX_COMPARED);
  if (corner === '') return true;
  const places = named.map((cell) => amountOf(cell));
  const [first = 0, second = 0] = places;
  const step = second - first;
  return (
    named.length >= MIN_GRID &&
    step > 0 &&
    new Set(named.map(shapeOf)).size === 1 &&
    places.every((place, at) => at === 0 || Math.abs(place - (places[at - 1] ?? 0) - step) < EVEN)
  );
}

/** `09:30` in hours, other cells by their first number. */
function amountOf(cell: string): number {
  const [, whole = '', mark = '', part = ''] = /^\D{0,5}(\d{1,9})(?:([.,:])(\d{1,9}))?/.exec(cell) ?? [];
  return mark === ':' ? Number(whole) + Number(part) / 60 : Number(`${whole}.${part}`);
}

const isDatum = (cell: string): boolean => cell.length <= MAX_DATUM && DATUM.test(cell);

const shapeOf = (cell: string): string =>
  cell
    .slice(0, MAX_DATUM)
    .replace(/\d+/g, '9')
    .replace(/\p{L}[\p{L}.-]*/gu, 'a');
