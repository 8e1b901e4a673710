/** Classifies a difference between the log and its signed heads, by the events that follow it. */

/** Events that are looked at after the first that differs. */
const MAX_LOOKED_AT = 64;

export interface Mismatch {
  /** Index in the log of the first event that differs. */
  readonly index: number;
  /** Short hashes of the leaves from there on. */
  readonly actual: string[];
  /** The short hash that was signed for an index; null where none is known. */
  readonly signed: (index: number) => string | null;
}

export const isSettled = ({ actual }: Mismatch): boolean => actual.length > MAX_LOOKED_AT;

export function describeMismatch({ index, actual, signed }: Mismatch): string {
  const [first] = actual;
  const here = signed(index);
  for (let distance = 1; distance <= MAX_LOOKED_AT; distance += 1) {
    if (first !== undefined && first === signed(index + distance)) return describeMissing(distance);
    if (here !== null && here === actual[distance]) return describeAdded(distance);
  }
  return 'was changed: it is not what was signed at this place of the log';
}

const describeMissing = (events: number): string =>
  events === 1 ? 'stands where an event is missing' : `stands where ${events} events are missing`;

const describeAdded = (events: number): string =>
  events === 1 ? 'was added' : `was added, with the ${events - 1} after it`;
