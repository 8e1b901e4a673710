import type { ReadUnit } from '../passages/read-passages.ts';
import { strengthOf, type Term } from '../terms/terms.ts';

/** Match strength in the name of a column, beside other words. */
const COLUMN_STRENGTH = 0.9;

/** Adds the words of the column's name to a row that holds another word of the question. */
export function withColumnMatches(
  own: readonly number[],
  { columns, context }: ReadUnit,
  terms: readonly Term[],
  known: Map<ReadonlySet<string>, readonly number[]>,
): readonly number[] {
  if (columns === null) return own;
  const named = known.get(columns) ?? terms.map((term) => strengthOf(term, columns));
  known.set(columns, named);
  const isWholeColumn = nameWholeColumn(named, terms, context);
  if (!isWholeColumn && !own.includes(1)) return own;
  const columnStrength = isWholeColumn ? 1 : COLUMN_STRENGTH;
  return own.map((strength, term) => Math.max(strength, columnStrength * (named[term] ?? 0)));
}

/** True for "What does the Team plan include?" */
const nameWholeColumn = (named: readonly number[], terms: readonly Term[], context: ReadonlySet<string>): boolean =>
  named.includes(1) &&
  terms.every((term, at) => term.weight < 1 || named[at] === 1 || strengthOf(term, context) === 1) &&
  terms.some(({ weight }) => weight < 1);

const NAMED_FACTOR = 1.3;
const NAMED_ALONE_FACTOR = 1.5;

/** Score factor. A label must name all that is asked for; a row or an item, a part that the heading does not name. */
export function nameFactor({ name, context }: ReadUnit, terms: readonly Term[]): number {
  if (name === null) return 1;
  const { words, years, isLabel, isOneWord } = name;
  const isHeld = (term: Term) =>
    strengthOf(term, term.isYears === true ? years : words) === 1 && strengthOf(term, context) < 1;
  if (isLabel) return terms.every((term) => term.weight < 1 || strengthOf(term, words) === 1) ? NAMED_FACTOR : 1;
  if (!terms.some(isHeld)) return 1;
  return isOneWord && terms.some((term) => term.weight >= 1 && isHeld(term)) ? NAMED_ALONE_FACTOR : NAMED_FACTOR;
}
