/** @param startedAt of `performance.now()`, which is 0 at the start of the process @returns rounded to a tenth */
export function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 100) / 10;
}
