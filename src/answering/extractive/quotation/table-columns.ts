/** Chooses the columns asked for: `Team` of a comparison of plans, `Wed` of a timetable. */

import { analyseText } from '../../../text/analysis/analyse.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { asksForDuration, tellsDuration } from '../facts/durations.ts';
import { AMOUNT, factsOfRow } from '../facts/fact-marks.ts';
import { asksForPrice, tellsAmount } from '../facts/prices.ts';
import { dayMark } from '../facts/weekdays.ts';
import type { PassageBlock, Unit } from '../passages/sections.ts';
import { cellsOf } from '../passages/table-rows.ts';
import { strengthOf, type Term } from '../terms/terms.ts';

/** A name and two values. */
const MIN_COLUMNS = 3;

/**
 * Keeps the rows' names, the named columns and those that hold the question's words, and drops rows without a value. Keeps all columns when
 * none is named, or only empty ones.
 */
export function withAskedColumns(
  block: PassageBlock,
  units: readonly Unit[],
  terms: readonly Term[],
  question = '',
): PassageBlock {
  const whole = { ...block, units };
  const { header } = block;
  if (header === null || header.length < MIN_COLUMNS) return whole;
  const topical = askedTerms(terms);
  const named = askedColumns(header, topical);
  if (named.size === 0) return whole;
  const all = units.map((unit) => ({ unit, cells: cellsOf(unit.markdown) }));
  const asked = withFactAskedFor(
    named,
    all.map(({ cells }) => cells),
    header,
    question,
  );
  const rows = all.filter(({ cells }) => [...asked].some((column) => (cells[column] ?? '') !== ''));
  if (rows.length === 0) return whole;
  const [only, other] = rows;
  // "Does Starter include it?" No, but another plan does.
  if (only !== undefined && other === undefined && [...asked].every((column) => isNo(only.cells[column] ?? '')))
    return whole;
  const kept = header.flatMap((_, column) => {
    const isShown = column === 0 || asked.has(column);
    return isShown || rows.some(({ cells }) => heldIn(cells[column] ?? '', topical) > 0) ? [column] : [];
  });
  const cut = (cells: readonly string[]) => kept.map((column) => cells[column] ?? '');
  return {
    ...block,
    header: cut(header),
    units: rows.map(({ unit, cells }) => ({ ...unit, markdown: `| ${cut(cells).join(' | ')} |` })),
  };
}

/** "How much is delivery?" names "Delivery time", but asks for prices. "How long does it take?" after a price asks for times. */
function withFactAskedFor(
  named: ReadonlySet<number>,
  rows: readonly (readonly string[])[],
  header: readonly string[],
  question: string,
): ReadonlySet<number> {
  const tells = asksForPrice(question) ? isPriced : asksForDuration(question) ? isTimed : null;
  if (tells === null) return named;
  const telling = header.flatMap((name, column) => (tells(name, column, rows) ? [column] : []));
  return telling.some((column) => named.has(column)) ? named : new Set([...named, ...telling]);
}

const isTimed = (_: string, column: number, rows: readonly (readonly string[])[]): boolean =>
  column > 0 && rows.some((cells) => tellsDuration(cells[column] ?? ''));

const isPriced = (name: string, column: number, rows: readonly (readonly string[])[]): boolean =>
  column > 0 &&
  rows.some(
    (cells) => factsOfRow(['', cells[column] ?? ''], ['', name]).includes(AMOUNT) || tellsAmount(cells[column] ?? ''),
  );

const NO = /^(?:[-–—×✗✘❌✖]|no|nein|non|nie|não|nee|nej|hayır|нет|n\/a|いいえ|否|无|無|なし|none|not included)$/iu;

const isNo = (cell: string): boolean => NO.test(cell);

export const namesColumn = ({ header }: PassageBlock, terms: readonly Term[]): boolean =>
  header !== null && header.length >= MIN_COLUMNS && askedColumns(header, askedTerms(terms)).size > 0;

/**
 * True for a question that asks for a column of all rows: "Who can manage members?" below the header "Manage members".
 * @param heading words of the heading above the table, which may say the rest: "collected" above "Garden waste"
 */
export function asksForColumn(
  { header }: PassageBlock,
  terms: readonly Term[],
  heading: ReadonlySet<string> = new Set(),
): boolean {
  const topical = askedTerms(terms);
  if (header === null || header.length < MIN_COLUMNS || topical.length < 2) return false;
  const rest = topical.filter((term) => strengthOf(term, heading) === 0);
  const asked = rest.length > 0 ? rest : topical;
  return header.slice(1).some((cell) => heldIn(cell, asked) === asked.length);
}

const askedTerms = (terms: readonly Term[]) => terms.filter(({ weight }) => weight >= 1);

/** The columns that hold most words of the question. */
function askedColumns(header: readonly string[], terms: readonly Term[]): ReadonlySet<number> {
  const held = header.map((cell, column) => (column === 0 ? 0 : heldIn(cell, terms)));
  const most = Math.max(1, ...held);
  return new Set(held.flatMap((count, column) => (count === most ? [column] : [])));
}

/** Number of terms held letter for letter, or as a day. */
function heldIn(cell: string, terms: readonly Term[]): number {
  const words = new Set([...analyseText(cell), ...dayMark(foldDiacritics(cell.trim().toLowerCase()))]);
  return terms.filter((term) => strengthOf(term, words) === 1).length;
}
