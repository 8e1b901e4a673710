import type { BlobHash } from '../../ports/blobs.ts';

export class BlobDamaged extends Error {
  override readonly name = 'BlobDamaged';
  constructor(scope: string, hash: BlobHash) {
    super(`The blob ${hash} of ${scope} is damaged: its bytes no longer have this hash`);
  }
}

/** @throws RangeError for an invalid scope, which could escape the folder */
export function checkScope(scope: string): void {
  if (!/^[A-Za-z0-9-]{1,64}(?:\/[A-Za-z0-9-]{3,64})?$/.test(scope)) {
    throw new RangeError(`Not a blob scope: ${scope.slice(0, 80)}`);
  }
}

/** @throws RangeError unless a lower-case hex SHA-256 */
export function checkBlobHash(hash: BlobHash): void {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new RangeError(`Not a blob hash: ${hash.slice(0, 80)}`);
}
