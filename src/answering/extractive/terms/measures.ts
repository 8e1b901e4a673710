/** Amounts with a unit: "3mm" and "3 mm" are the same, and "3 weeks" says how long, not what. */
import { foldDiacritics } from '../../../text/analysis/normalise.ts';

const WRITTEN_TOGETHER =
  /(?<![\p{L}\p{N}])(\d{1,5}(?:[.,]\d{1,3})?)(mm|cm|dm|km|m|mg|kg|g|ml|cl|dl|l|kw|kwh|w|wh|v|mah|kb|mb|gb|tb|mbit|px|mph|kmh|inch|in|ft|lbs?|oz|hz|mhz|ghz)(?![\p{L}\p{N}])/giu;

/** Linear in the text. */
export const withUnitsApart = (text: string): string => text.replace(WRITTEN_TOGETHER, '$1 $2');

const NUMBER =
  '\\d{1,3}|an?|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|sechs|deux|trois|quatre|dos|tres|due|tre|quattro|twee|drie|vier';
/** Years are matched by ranges. */
const TIME = new RegExp(
  `(?<![\\p{L}\\p{N}])(${NUMBER})[\\s-](seconds?|minutes?|hours?|days?|weeks?|months?|Sekunden?|Minuten?|Stunden?|Tage?n?|Wochen?|Monate?n?|jours?|semaines?|mois|heures?|días?|semanas?|mes(?:es)?|horas?|giorni|giorno|settiman[ae]|mes[ei]|or[ae]|dagen|dag|weken|week|maand(?:en)?|uur)(?!\\p{L})`,
  'giu',
);

/** Words of lengths of time that a question states, folded: `3` and `weeks` of "after 3 weeks". */
export function wordsOfTime(question: string): ReadonlySet<string> {
  const found = question.slice(0, 500).matchAll(TIME);
  return new Set(
    [...found].flatMap(([, number = '', unit = '']) =>
      [number, unit].map((word) => foldDiacritics(word.toLowerCase())),
    ),
  );
}
