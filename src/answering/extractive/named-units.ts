/** Names of units: the first cell of a row, the beginning of an item, the label of a line, and the columns above a cell. */
import { analyseText } from '../../text/analysis/analyse.ts';
import { memoized } from '../../text/analysis/memoize.ts';
import type { ReadUnit } from './passages/read-passages.ts';
import { numberRangesIn } from './terms/number-ranges.ts';
import { strengthOf, type Term } from './terms/terms.ts';

/** Match strength of a word that names a column, for a row that holds another word of the question. */
const COLUMN_STRENGTH = 0.9;

/** A row that holds one word of the question below a column that another names says as much as a sentence with both. */
export function withColumns(
  own: readonly number[],
  { columns }: ReadUnit,
  terms: readonly Term[],
  known: Map<ReadonlySet<string>, readonly number[]>,
): readonly number[] {
  if (columns === null || !own.includes(1)) return own;
  const named = known.get(columns) ?? terms.map((term) => strengthOf(term, columns));
  known.set(columns, named);
  return own.map((strength, term) => Math.max(strength, COLUMN_STRENGTH * (named[term] ?? 0)));
}

/** "Low season: March to May" is labelled; a row and an item begin with their name. */
const LABEL = /^([^|:：.]{1,40})[:：]\s/u;

export function isNamed({ kind, markdown }: ReadUnit, terms: readonly Term[]): boolean {
  if (kind === 'prose' || kind === 'lines') return isLabelled(LABEL.exec(markdown)?.[1], terms);
  if (kind !== 'table' && kind !== 'list') return false;
  const name = /^[\s*+•|-]*([^|:]{1,60})/u.exec(markdown)?.[1] ?? '';
  return terms.some((term) => strengthOf(term, term.isYears === true ? yearsOfName(name) : wordsOfName(name)) === 1);
}

/** The label names all that is asked for. */
function isLabelled(label: string | undefined, terms: readonly Term[]): boolean {
  if (label === undefined) return false;
  const words = wordsOfName(label);
  return terms.every((term) => term.weight < 1 || strengthOf(term, words) === 1);
}

const wordsOfName = memoized((name): ReadonlySet<string> => new Set(analyseText(name)));
const yearsOfName = memoized((name): ReadonlySet<string> => new Set(numberRangesIn(name)));
