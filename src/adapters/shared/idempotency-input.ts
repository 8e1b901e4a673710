import { MAX_SEALED_RESPONSE, type RequestClaim, type StoredResponse } from '../../ports/idempotency.ts';

/** @throws RangeError for an invalid hash, id or time */
export function checkClaim({ id, group, fingerprint, commandId, holder, now }: RequestClaim): void {
  for (const name of [id, group, ...(fingerprint === null ? [] : [fingerprint])]) checkHash(name);
  if (commandId === '' || holder === '' || !Number.isSafeInteger(now)) throw new RangeError('Invalid request claim');
}

/** @throws RangeError unless a lower-case hex SHA-256 */
export function checkHash(name: string): void {
  if (!/^[0-9a-f]{64}$/.test(name)) throw new RangeError(`Not a keyed hash: ${name.slice(0, 80)}`);
}

/** @throws RangeError when the response is too large to store */
export function checkStoredResponse({ sealed }: StoredResponse): void {
  if (sealed.length > MAX_SEALED_RESPONSE)
    throw new RangeError(`A response of ${sealed.length} characters is too large to store`);
}
