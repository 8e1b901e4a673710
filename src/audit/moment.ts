/** Times and places in the log, as auditors write them. */
import { type Position, parsePosition } from '../ports/event-log.ts';

const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;
const OFFSET = /(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * End of a range of the log: the event at a position, or the last one before the first event that was recorded later than a time.
 */
export type Moment =
  | { readonly kind: 'position'; readonly position: Position }
  | { readonly kind: 'time'; readonly time: number };

/** Epoch milliseconds; null for another text. A date is its midnight, and a time without an offset is in UTC. */
export function parseTime(text: string): number | null {
  if (!TIME.test(text)) return null;
  const time = Date.parse(text.includes('T') && !OFFSET.test(text) ? `${text}Z` : text);
  return Number.isNaN(time) || !isDate(text.slice(0, 10)) ? null : time;
}

/** False for the 30th of February, which `Date.parse` takes for the 2nd of March. */
const isDate = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

export function parsePlace(text: string): Position | null {
  try {
    return parsePosition(text);
  } catch {
    return null;
  }
}

export function parseMoment(text: string): Moment | null {
  const position = parsePlace(text);
  if (position !== null) return { kind: 'position', position };
  const time = parseTime(text);
  return time === null ? null : { kind: 'time', time };
}
