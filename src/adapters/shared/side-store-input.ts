import type { UsageCount } from '../../ports/counters.ts';

/** @throws RangeError for a name that is not well-formed Unicode or a number that is no safe integer */
export function checkIncrements(increments: ReadonlyMap<string, UsageCount>): void {
  for (const [name, { count, lastAt }] of increments) {
    if (!name.isWellFormed() || !Number.isSafeInteger(count) || !Number.isSafeInteger(lastAt)) {
      throw new RangeError(`Invalid count of ${name.slice(0, 80)}: ${count} at ${lastAt}`);
    }
  }
}

/** @throws RangeError unless a lower-case hex SHA-256 */
export function checkTextHash(hash: string): void {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new RangeError(`Not a text hash: ${hash.slice(0, 80)}`);
}

/** The embedding cache keeps scopes apart by the name of the model. No scope holds a space. */
export function scopedModel(scope: string, model: string): string {
  if (!/^[A-Za-z0-9-]{1,64}(?:\/[A-Za-z0-9-]{1,64})?$/.test(scope))
    throw new RangeError(`Not a scope: ${scope.slice(0, 80)}`);
  return `${scope} ${model}`;
}

/** Ranges of all names that `scopedModel` gives to models of the scope and of those below it. */
export function rangesOfScope(scope: string): readonly (readonly [from: string, to: string])[] {
  const name = scopedModel(scope, '').trimEnd();
  // `!` follows the space, `0` the slash.
  return [
    [`${name} `, `${name}!`],
    [`${name}/`, `${name}0`],
  ];
}
