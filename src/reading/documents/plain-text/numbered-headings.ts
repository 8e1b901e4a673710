/** Numbered headings of plain text: `4. MAKING COFFEE`, and below it `4.1 Espresso`. */
import { isHeadingInCapitals } from './plain-text-marks.ts';

export interface NumberedHeading {
  readonly level: number;
  /** With its number. */
  readonly text: string;
  readonly number: string;
}

const NUMBERED = /^ {0,3}(\d{1,2}(?:\.\d{1,2}){0,3})[.)]?[ \t]+([\p{Lu}\p{Lo}].{0,58}[\p{L}\p{N})?])\s*$/u;

/**
 * Recognises a numbered heading; null for any other line. List items have numbers of one part too, so such a heading must be in
 * capitals. Quantities and times look like numbers of several parts ("1.5 Litres", "9.30 Welcome"), so such a heading must be the first of
 * its level or follow the number before it.
 * @param known numbers of the headings so far
 */
export function numberedHeading(line: string, known: ReadonlySet<string>): NumberedHeading | null {
  const [, number = '', title] = NUMBERED.exec(line) ?? [];
  if (title === undefined) return null;
  const parts = number.split('.');
  const last = Number(parts.pop());
  const inOrder = last === 1 || known.has([...parts, last - 1].join('.'));
  const isHeading = parts.length === 0 ? isHeadingInCapitals(title) : inOrder;
  return isHeading ? { level: 2 + parts.length, text: line.trim(), number } : null;
}
