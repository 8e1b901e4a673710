/** What every adapter of the keyed requests refuses before it reaches an engine. */
import { type KeptAnswer, type KeyedRequest, MAX_SEALED_ANSWER } from '../ports/idempotency.ts';

/** @throws RangeError for what is no hash, no id, or no time. */
export function checkKeyedRequest({ id, group, body, commandId, holder, now }: KeyedRequest): void {
  for (const name of [id, group, ...(body === null ? [] : [body])]) checkName(name);
  if (commandId === '' || holder === '' || !Number.isSafeInteger(now)) throw new RangeError('Not a keyed request');
}

/** @throws RangeError for what is no hex SHA-256 in lower case. */
export function checkName(name: string): void {
  if (!/^[0-9a-f]{64}$/.test(name)) throw new RangeError(`Not a keyed hash: ${name.slice(0, 80)}`);
}

/** @throws RangeError when it is larger than an answer may be. */
export function checkKeptAnswer({ sealed }: KeptAnswer): void {
  if (sealed.length > MAX_SEALED_ANSWER)
    throw new RangeError(`An answer of ${sealed.length} characters is too large to keep`);
}
