/**
 * Keyed hashes (HMAC) for the stream ids of e-mail claims and visitor sessions: without the key, nobody can try likely values
 * against the log.
 */
import { createHmac, hkdfSync, type KeyObject } from 'node:crypto';

/** HKDF: an independent key per purpose. */
export function deriveKey(masterKey: KeyObject, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey.export(), Buffer.alloc(0), `chatledger/${purpose}`, 32));
}

export class KeyedHash {
  readonly #key: Buffer;

  constructor(masterKey: KeyObject) {
    this.#key = deriveKey(masterKey, 'stream-names');
  }

  /** Lower-case hex, 64 characters. Parts are delimited: ('ab', 'c') differs from ('a', 'bc'). */
  hash(purpose: string, ...parts: readonly string[]): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([purpose, ...parts]))
      .digest('hex');
  }
}
