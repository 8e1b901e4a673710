/** Number formats of a chart: as far as a value would be another fact without them. */

const MS_PER_DAY = 86_400_000;
/** Day 0 of the workbook's calendar. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** Days. The calendar of workbooks ends with the year 9999. */
const MAX_DAY = 2_958_465;
/** Digits. The rest is rounding noise of binary fractions. */
const PRECISION = 12;
/** Literal text, colours and locales. */
const LITERALS = /"[^"]*"|\\.|\[[^\]]*\]/g;

export function chartValue(value: string, format: string): string {
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) return value;
  const code = format.replace(LITERALS, '');
  if (code.includes('%')) return `${rounded(number * 100)}%`;
  if (/y/i.test(code) && number >= 1 && number <= MAX_DAY) {
    return new Date(DAY_ZERO + Math.floor(number) * MS_PER_DAY).toISOString().slice(0, 10);
  }
  return rounded(number);
}

const rounded = (number: number): string => String(Number(number.toPrecision(PRECISION)));
