/** What every adapter of the counters and of the embedding cache refuses before it reaches an engine. */
import type { Usage } from '../ports/counters.ts';

/** @throws RangeError when a name is not well-formed Unicode, or a number no safe integer. */
export function checkIncrements(increments: ReadonlyMap<string, Usage>): void {
  for (const [name, { count, lastAt }] of increments) {
    if (!name.isWellFormed() || !Number.isSafeInteger(count) || !Number.isSafeInteger(lastAt)) {
      throw new RangeError(`Not a number to count with: ${name.slice(0, 80)} ${count} ${lastAt}`);
    }
  }
}

/** @throws RangeError for what is no hex SHA-256 in lower case. */
export function checkTextHash(hash: string): void {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new RangeError(`Not a text hash: ${hash.slice(0, 80)}`);
}
