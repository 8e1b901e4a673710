/** Overlapping runs of `size` units. */
export function ngramsOf(units: readonly string[], size: number): string[] {
  if (units.length <= size) return [units.join('')];
  const grams: string[] = [];
  for (let start = 0; start + size <= units.length; start += 1) grams.push(units.slice(start, start + size).join(''));
  return grams;
}

/** A letter with at most four combining marks. */
const CLUSTER = /\P{M}\p{M}{0,4}|\p{M}/gu;

export function clustersOf(text: string): string[] {
  return text.match(CLUSTER) ?? [];
}
