/** Months in ranges, as marks among the words of a text: "April to September" holds June, and the summer. */

import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';
import { memoized } from '../../../text/analysis/memoize.ts';

const MONTHS_A_YEAR = 12;
/** Beginnings of months, folded, in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const BEGINNINGS: readonly RegExp[] = [
  /^(?:jan|gennaio|enero|ene$|janeiro)/u,
  /^(?:feb|fev|febbraio)/u,
  /^(?:mar(?:ch|s$|zo$|co$|z$|$)|maerz|maart|mrt$)/u,
  /^(?:apr|avril|abril)/u,
  /^(?:may$|mai$|mayo$|maggio$|maio$|mei$)/u,
  /^(?:jun|juin|giugno)/u,
  /^(?:jul|juil|luglio)/u,
  /^(?:aug|aout|ago$|agosto|august)/u,
  /^(?:sep|set$|settembre|setembro)/u,
  /^(?:o[ck]t|ottobre|out$|outubro)/u,
  /^(?:nov)/u,
  /^(?:de[czs]$|de[czs]em|dicembre|diciembre|dic$)/u,
];
const NAME = oneOf(
  // "May" and "March" are verbs in lower case.
  /(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?=[.\s–-]|$)/u,
  /[Jj]anuary|[Ff]ebruary|March|[Aa]pril|May|[Jj]une|[Jj]uly|August|[Ss]eptember|[Oo]ctober|[Nn]ovember|[Dd]ecember/u,
  /Januar|Jänner|Februar|März|Mai|Juni|Juli|Oktober|Dezember|janvier|février|mars|avril|mai|juin|juillet|août/u,
  /septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre/u,
  /noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro/u,
  /março|maio|junho|julho|setembro|outubro|novembro|dezembro|januari|februari|maart|mei|augustus|oktober|december/u,
);
const MONTHS = pattern('gu', sequence(/(?<!\p{L})/u, NAME, /(?!\p{L})/u));
const RANGE = pattern(
  'iu',
  /^\.?(?: \d{1,2}(?:st|nd|rd|th)?,?)?(?: \d{4},?)?\s*(?:-|–|—|to|until|till|through|bis(?: zum)?|à|au|a|al|hasta|até|t\/m|tot)\s*/u,
  /(?:(?:mid|early|late)[ -]|(?:the )?(?:end|middle|beginning|start) of )?(?:(?:the )?\d{1,2}(?:st|nd|rd|th|\.)?\s*(?:of )?)?$/u,
);
/** "Between April and October". */
const BETWEEN = /(?<!\p{L})between (?:(?:the )?\d{1,2}(?:st|nd|rd|th)? (?:of )?)?$/iu;
const AND = /^(?: \d{1,2}(?:st|nd|rd|th)?,?)? and (?:(?:the )?\d{1,2}(?:st|nd|rd|th)? (?:of )?)?$/iu;
const MAX_BETWEEN = 30;
/** Marks of all months. */
export const ALL_MONTHS: readonly string[] = Array.from({ length: MONTHS_A_YEAR }, (_, month) => `month:${month + 1}`);
/** Seasons by a month in their middle. Folded. */
const SEASONS: Readonly<Record<string, number>> = {
  ...{ winter: 2, hiver: 2, invierno: 2, inverno: 2, vinter: 2, summer: 7, sommer: 7, verano: 7, zomer: 7, sommar: 7 },
  ...{
    spring: 4,
    fruhling: 4,
    fruhjahr: 4,
    printemps: 4,
    primavera: 4,
    autumn: 10,
    herbst: 10,
    automne: 10,
    otono: 10,
  },
  ...{ herfst: 10, autunno: 10, outono: 10 },
};

const markOf = (month: number): string => `month:${month}`;
const fold = (word: string): string => word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

const monthOf = memoized((name): number => BEGINNINGS.findIndex((beginning) => beginning.test(fold(name))) + 1);

interface NamedMonth {
  readonly month: number;
  readonly start: number;
  readonly end: number;
}

function isRange(text: string, { start, end }: NamedMonth, next: number): boolean {
  if (next - end > MAX_BETWEEN) return false;
  const link = text.slice(end, next);
  return RANGE.test(link) || (AND.test(link) && BETWEEN.test(text.slice(Math.max(0, start - MAX_BETWEEN), start)));
}

/** Marks of the months in a text's ranges; a month alone matches by its name. Linear in the text. */
export function monthsIn(text: string): readonly string[] {
  const found = new Set<number>();
  let before: NamedMonth | null = null;
  for (const { 0: name, index } of text.matchAll(MONTHS)) {
    const month = monthOf(name);
    if (month === 0) continue;
    if (before !== null && isRange(text, before, index)) {
      const length = (month - before.month + MONTHS_A_YEAR) % MONTHS_A_YEAR;
      for (let step = 0; step <= length; step += 1) found.add(((before.month + step - 1) % MONTHS_A_YEAR) + 1);
    }
    before = { month, start: index, end: index + name.length };
  }
  return [...found].map(markOf);
}

export const namesMonth = (text: string): boolean => text.search(MONTHS) >= 0;

const WHOLE_NAME = pattern('u', sequence(/^/u, NAME, /$/u));

/**
 * The mark of a month or season; null for any other word.
 * @param word folded
 */
export function monthAskedFor(word: string): string | null {
  const season = SEASONS[word];
  if (season !== undefined) return markOf(season);
  const isName =
    word.length > 3 && [word, word.charAt(0).toUpperCase() + word.slice(1)].some((name) => WHOLE_NAME.test(name));
  return isName ? markOf(monthOf(word)) : null;
}
