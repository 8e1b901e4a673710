/**
 * Keyed hashes (HMAC) for the stream ids of email claims and visitor sessions, so that nobody can try likely values against the
 * log without the key.
 */
import { createHmac, hkdfSync, type KeyObject } from 'node:crypto';
import type { ReadableKeys } from '../ports/keys.ts';

/** HKDF: an independent key per purpose. */
export function deriveKey(masterKey: KeyObject, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey.export(), Buffer.alloc(0), `chatledger/${purpose}`, 32));
}

/** Subject of the key of stream names, stored once the master key is rotated: names must outlive it. */
export const STREAM_NAMES_SUBJECT = 'service:stream-names';

export class KeyedHash {
  readonly #key: Buffer;

  /** @param stored the key of a rotated installation */
  constructor(masterKey: KeyObject, stored: KeyObject | null = null) {
    this.#key = stored?.export() ?? deriveKey(masterKey, 'stream-names');
  }

  static async open(keys: Pick<ReadableKeys, 'find'>, masterKey: KeyObject): Promise<KeyedHash> {
    const stored = await keys.find([STREAM_NAMES_SUBJECT]);
    return new KeyedHash(masterKey, stored.get(STREAM_NAMES_SUBJECT) ?? null);
  }

  /** Lower-case hex, 64 characters. Parts are delimited: ('ab', 'c') differs from ('a', 'bc'). */
  hash(purpose: string, ...parts: readonly string[]): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([purpose, ...parts]))
      .digest('hex');
  }
}
