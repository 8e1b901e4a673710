/**
 * Names for what must be found again without being readable: an e-mail's claim, a visitor's session. Keyed, so that whoever reads
 * the log cannot find a name by trying all likely values.
 */
import { createHmac, hkdfSync, type KeyObject } from 'node:crypto';

/** A key for one purpose, from the master key: keys of two purposes tell nothing of each other. */
export function deriveKey(masterKey: KeyObject, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey.export(), Buffer.alloc(0), `chatledger/${purpose}`, 32));
}

export class KeyedHash {
  readonly #key: Buffer;

  constructor(masterKey: KeyObject) {
    this.#key = deriveKey(masterKey, 'stream-names');
  }

  /** Lower-case hex, 64 characters. Parts are told apart: ('ab', 'c') is not ('a', 'bc'). */
  of(purpose: string, ...parts: readonly string[]): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([purpose, ...parts]))
      .digest('hex');
  }
}
