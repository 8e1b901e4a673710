import type { UsageCount } from '../../ports/counters.ts';

/** @throws RangeError for a name that is not well-formed Unicode or a number that is no safe integer */
export function checkIncrements(increments: ReadonlyMap<string, UsageCount>): void {
  for (const [name, { count, lastAt }] of increments) {
    if (!name.isWellFormed() || !Number.isSafeInteger(count) || !Number.isSafeInteger(lastAt)) {
      throw new RangeError(`Not a number to count with: ${name.slice(0, 80)} ${count} ${lastAt}`);
    }
  }
}

/** @throws RangeError unless a lower-case hex SHA-256 */
export function checkTextHash(hash: string): void {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new RangeError(`Not a text hash: ${hash.slice(0, 80)}`);
}
