import { analyseQuery } from '../../../text/analysis/analyse.ts';
import { memoized } from '../../../text/analysis/memoize.ts';
import type { ReadUnit } from '../passages/read-passages.ts';
import { cellsOf } from '../passages/table-rows.ts';
import type { ScoredUnit } from '../scoring/unit-scoring.ts';
import { strengthOf, type Term, termsOf } from '../terms/terms.ts';

const MAX_NAMED_ROWS = 3;
/** The days of a week and a holiday. */
const MAX_SHOWN_WHOLE = 8;

/** At most three rows that hold more of the question than the others, some of it letter for letter, or the best one. */
export function namedRows(units: readonly ScoredUnit[], terms: readonly Term[]): readonly ReadUnit[] {
  if (units[0]?.unit.kind !== 'table') return [];
  // "Pensionär" is the row of "Pensionärer", though that is another form.
  const highest = Math.max(...units.map(({ score }) => score));
  const exact = aboutSubject(
    units.filter(({ strengths, score }) => strengths.includes(1) || score === highest),
    terms,
  );
  // Words of an earlier question weigh less: "And to Austria?" after France asks for one row.
  const most = Math.max(...exact.map(({ weighted }) => weighted));
  const equal = exact.filter(({ weighted }) => weighted === most).map(({ unit }) => unit);
  // "Users" is asked for rather than "Price per user".
  const whole = equal.filter((unit) => isWhollyNamed(unit, terms));
  const named = whole.length > 0 ? whole : equal;
  if (!areToldApart(units)) return [];
  return named.length <= MAX_NAMED_ROWS && named.length < units.length ? named : [];
}

/** True when a word tells them apart: "daily" beside "Tuesday to Sunday" holds no Monday. */
const areToldApart = (units: readonly ScoredUnit[]): boolean =>
  (units[0]?.strengths ?? []).some((_, term) => {
    const holding = units.filter(({ strengths }) => strengths[term] === 1).length;
    return holding > 0 && holding < units.length;
  });

/** Rows about the subject: "Do ferns need sun?" is not about the plant with "full sun". */
function aboutSubject(units: readonly ScoredUnit[], terms: readonly Term[]): readonly ScoredUnit[] {
  const subject = terms.findIndex(({ isSubject }) => isSubject === true);
  const about = units.filter(({ strengths }) => (strengths[subject] ?? 0) > 0);
  return about.length > 0 ? about : units;
}

const termsOfName = memoized((name) => termsOf(analyseQuery(name)));

function isWhollyNamed({ markdown }: ReadUnit, terms: readonly Term[]): boolean {
  const [name = ''] = cellsOf(markdown);
  const isAsked = ({ stem, exact }: Term) => {
    const forms = new Set([stem, exact ?? stem]);
    return terms.some((term) => strengthOf(term, forms) > 0);
  };
  const words = termsOfName(name);
  return words.length > 0 && words.every(isAsked);
}

/**
 * Rows and items that hold more of the question than others; all of them when the best unit is not among these, or when a short list matches
 * by synonyms alone: "closed" is one day of the opening times.
 */
export function chosenRows(best: ScoredUnit, units: readonly ScoredUnit[]): readonly ReadUnit[] {
  const all = units.map(({ unit }) => unit);
  if (units.length <= MAX_SHOWN_WHOLE && !areToldApart(units)) return all;
  const sums = units.map(({ weighted }) => weighted);
  const most = Math.max(...sums);
  const chosen = units.filter((_, place) => (sums[place] ?? 0) >= most && most > 0).map(({ unit }) => unit);
  const standOut = chosen.length <= MAX_NAMED_ROWS || chosen.length <= Math.min(MAX_SHOWN_WHOLE, units.length / 2);
  return standOut && chosen.includes(best.unit) ? chosen : all;
}

/** Adds the ancestors and descendants of items in a nested list. */
export function withNestedItems(chosen: readonly ReadUnit[], items: readonly ReadUnit[]): readonly ReadUnit[] {
  const depths = items.map(({ markdown }) => markdown.search(/\S/));
  const taken = new Set<number>();
  for (const item of chosen) {
    const place = items.indexOf(item);
    let depth = depths[place] ?? 0;
    taken.add(place);
    for (let below = place + 1; (depths[below] ?? 0) > depth; below += 1) taken.add(below);
    for (let above = place - 1; above >= 0 && depth > 0; above -= 1) {
      if ((depths[above] ?? 0) >= depth) continue;
      depth = depths[above] ?? 0;
      taken.add(above);
    }
  }
  return items.filter((_, place) => taken.has(place));
}
