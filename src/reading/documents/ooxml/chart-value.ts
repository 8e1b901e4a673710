/** Applies a chart's number formats where a value would be another fact without them. */

const MS_PER_DAY = 86_400_000;
const MINUTES_PER_DAY = 1_440;
/** Day 0 of the workbook's calendar. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** The calendar of workbooks ends with the year 9999. */
const MAX_DAY = 2_958_465;
/** Further digits are rounding noise of binary fractions. */
const PRECISION = 12;
/** Bounds the search. */
const MAX_FORMAT = 300;
/** Digits, or the format that shows any value. */
const IS_NUMBER = /[0#?]|general|standard/i;
/** Literal text, colours and locales. */
const LITERALS = /"[^"]*"|\\.|\[[^\]]*\]/g;

export function chartValue(value: string, format: string): string {
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) return value;
  const [code = ''] = format.slice(0, MAX_FORMAT).replace(LITERALS, '').split(';');
  if (code.includes('%')) return `${withDecimals(number * 100, code)}%`;
  if (/y/i.test(code) || (/d|mmm/i.test(code) && !IS_NUMBER.test(code))) return dateOf(number);
  if (/h/i.test(code) && number >= 0 && number < 1) return timeOf(number);
  return withDecimals(number, code);
}

const dateOf = (number: number): string =>
  number >= 1 && number <= MAX_DAY ? isoOf(Math.floor(number)).slice(0, 10) : rounded(number);

/** Rounds to the minute: the fraction of a day is a binary one. */
const timeOf = (number: number): string => isoOf(Math.round(number * MINUTES_PER_DAY) / MINUTES_PER_DAY).slice(11, 16);

const isoOf = (days: number): string => new Date(DAY_ZERO + Math.round(days * MS_PER_DAY)).toISOString();

/** As many decimals as the format has. Exponents, fractions and thousands show another number, so they keep all. */
function withDecimals(number: number, code: string): string {
  if (!/[0#]/.test(code) || /E|\/|[0#],+$/i.test(code)) return rounded(number);
  const decimals = /\.([0#]{1,20})/.exec(code)?.[1]?.length ?? 0;
  return String(Number(number.toFixed(decimals)));
}

const rounded = (number: number): string => String(Number(number.toPrecision(PRECISION)));
