/** Amounts with a unit: "3mm" is "3 mm", and "3 weeks" compares with "30 days". */

import { pattern } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { boundedQuestion } from './bounded-question.ts';
import type { PassageWords } from './passage-words.ts';

const WRITTEN_TOGETHER = pattern(
  'giu',
  /(?<![\p{L}\p{N}])(\d{1,5}(?:[.,]\d{1,3})?)(mm|cm|dm|km|m|mg|kg|g|ml|cl|dl|l|kw|kwh|w|wh|v|mah|kb|mb|gb|tb|mbit|px|mph|kmh|inch|in|ft|lbs?|oz|hz|mhz|ghz)(?![\p{L}\p{N}])/u,
);

/** Linear in the text. */
export const splitUnits = (text: string): string => text.replace(WRITTEN_TOGETHER, '$1 $2');

const NUMBER =
  '\\d{1,3}|an?|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|sechs|deux|trois|quatre|dos|tres|due|tre|quattro|twee|drie|vier';
/** Lengths of time up to months; `number-ranges.ts` matches years. */
const TIME = pattern(
  'giu',
  `(?<![\\p{L}\\p{N}])(?!an?\\ssecond\\s\\p{L})(${NUMBER})[\\s-](seconds?|minutes?|hours?|days?|weeks?|months?|Sekunden?|Minuten?|Stunden?|Tage?n?|Wochen?|Monate?n?|jours?|semaines?|mois|heures?|días?|semanas?|mes(?:es)?|horas?|giorni|giorno|settiman[ae]|mes[ei]|or[ae]|dagen|dag|weken|week|maand(?:en)?|uur)(?!\\p{L})`,
);

const NUMBERS: Readonly<Record<string, number>> = {
  ...{ two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ zwei: 2, drei: 3, vier: 4, fünf: 5, sechs: 6, deux: 2, trois: 3, quatre: 4, dos: 2, tres: 3, due: 2, tre: 3 },
  ...{ quattro: 4, twee: 2, drie: 3 },
};
/** Days in a unit of time, by how its names begin. */
const DAYS: readonly (readonly [RegExp, number])[] = [
  [/^se[cgk]/iu, 1 / 86_400],
  [/^minu/iu, 1 / 1_440],
  [/^(?:h(?:ou|eu|or)|stund|or[ae]$|uur)/iu, 1 / 24],
  [/^(?:w|sema|sett)/iu, 7],
  [/^(?:mo|mai?s?$|mes|maand)/iu, 30],
  [/./u, 1],
];
const PERIOD_MARK = 'period:';
const MAX_PERIODS = 8;

export interface StatedPeriod {
  readonly days: number;
  /** Words of the question that state it, folded. */
  readonly words: ReadonlySet<string>;
}

function periodOf([, number = '', unit = '']: readonly string[]): StatedPeriod {
  const count = NUMBERS[number.toLowerCase()] ?? (/^\d/.test(number) ? Number(number) : 1);
  const [, days = 1] = DAYS.find(([pattern]) => pattern.test(unit)) ?? [];
  return { days: count * days, words: new Set([number, unit].map((word) => foldDiacritics(word.toLowerCase()))) };
}

/** The first length of time in a question: "Can I return it after 3 weeks?" */
export function statedPeriod(question: string): StatedPeriod | null {
  const [found] = boundedQuestion(question).matchAll(TIME);
  return found === undefined ? null : periodOf(found);
}

/** Marks of the lengths of time that a text tells. Linear in the text. */
export const periodsIn = (text: string): readonly string[] =>
  [...text.matchAll(TIME)].slice(0, MAX_PERIODS).map((found) => `${PERIOD_MARK}${periodOf(found).days.toFixed(3)}`);

/** Largest quotient of comparable periods: seconds do not answer weeks. */
const MAX_QUOTIENT = 32;
const OTHER_PERIOD_STRENGTH = 0.6;

/** Periods of the content with their match strength: "within 30 days" for "after 3 weeks". */
export function periodVariants({ days }: StatedPeriod, content: readonly PassageWords[]): ReadonlyMap<string, number> {
  const told = content.flatMap(({ words }) => [...words].filter((word) => word.startsWith(PERIOD_MARK)));
  return new Map(
    told.flatMap((mark): [string, number][] => {
      const quotient = Number(mark.slice(PERIOD_MARK.length)) / days;
      if (Math.abs(quotient - 1) < 0.01) return [[mark, 1]];
      return quotient > MAX_QUOTIENT || quotient < 1 / MAX_QUOTIENT ? [] : [[mark, OTHER_PERIOD_STRENGTH]];
    }),
  );
}
