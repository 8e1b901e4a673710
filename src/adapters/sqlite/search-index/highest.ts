/** The places of the highest numbers of a long list. */

const SHELVES = 4_096;

/**
 * Sorts nothing: counts how many numbers lie on each of some thousand shelves between the lowest and the highest, and takes all from the top
 * until there are enough.
 * @returns at most `count` places, rising; where the last shelf holds more than fit, its first
 */
export function placesOfHighest(numbers: Int32Array, count: number): Uint32Array {
  if (numbers.length <= count) return Uint32Array.from(numbers.keys());
  let lowest = numbers[0] ?? 0;
  let highest = lowest;
  for (const number of numbers) {
    if (number < lowest) lowest = number;
    if (number > highest) highest = number;
  }
  const shelfOf = (SHELVES - 1) / Math.max(1, highest - lowest);
  const held = new Uint32Array(SHELVES);
  for (const number of numbers) {
    const shelf = ((number - lowest) * shelfOf) | 0;
    held[shelf] = (held[shelf] ?? 0) + 1;
  }
  let last = SHELVES - 1;
  let above = 0;
  while (last > 0 && above + (held[last] ?? 0) < count) {
    above += held[last] ?? 0;
    last -= 1;
  }
  return take(numbers, count, { last, fromLast: count - above, shelf: (number) => ((number - lowest) * shelfOf) | 0 });
}

interface Cut {
  /** The lowest shelf of which any are taken. */
  readonly last: number;
  /** How many of it. */
  readonly fromLast: number;
  readonly shelf: (number: number) => number;
}

function take(numbers: Int32Array, count: number, { last, fromLast, shelf }: Cut): Uint32Array {
  const places = new Uint32Array(count);
  let taken = 0;
  let left = fromLast;
  for (let place = 0; place < numbers.length && taken < count; place += 1) {
    const on = shelf(numbers[place] ?? 0);
    if (on < last) continue;
    if (on === last) {
      if (left === 0) continue;
      left -= 1;
    }
    places[taken] = place;
    taken += 1;
  }
  return places.subarray(0, taken);
}
