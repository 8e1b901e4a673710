/** Opening hours without minutes: "Mo-Fr 9-18". Only after the name of a day are such numbers hours. */

const LANGUAGES = 'en de fr es it nl pt pl sv da nb fi cs sk hu ro hr tr el ru uk'.split(' ');
/** 1 January 2024 was a Monday. */
const WEEK = [1, 2, 3, 4, 5, 6, 7].map((day) => new Date(Date.UTC(2024, 0, day)));
const HOURS_AFTER_WORD =
  /(?<!\p{L})(\p{L}{2,15})\.?:?\s{1,5}\d{1,2}\s?(?:-|–|—|to|bis|à|a|till?|tot|do)\s?\d{1,2}(?![\d./])/giu;

let days: ReadonlySet<string> | null = null;

export function tellsDayHours(text: string): boolean {
  for (const [, word = ''] of text.matchAll(HOURS_AFTER_WORD)) {
    days ??= namesOfDays();
    if (days.has(word.toLowerCase())) return true;
  }
  return false;
}

function namesOfDays(): ReadonlySet<string> {
  const formats = LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).map((weekday) => new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })),
  );
  return new Set(formats.flatMap((format) => WEEK.map((day) => format.format(day).toLowerCase().replace(/\.$/, ''))));
}
