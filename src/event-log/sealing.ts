/** AES-256-GCM under the subject's data key, bound to the event id. */
import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { randomPool } from '../lib/random-pool.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER_OPTIONS = { authTagLength: TAG_BYTES };

const nextIv = randomPool(IV_BYTES);

/** @returns base64 of IV (12 bytes), tag (16 bytes) and ciphertext */
export function seal(plaintext: string, key: KeyObject, boundTo: string): string {
  const iv = nextIv();
  const cipher = createCipheriv(CIPHER, key, iv, CIPHER_OPTIONS);
  cipher.setAAD(Buffer.from(boundTo));
  const ciphertext = cipher.update(plaintext, 'utf8');
  cipher.final();
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64');
}

/** Holds one decoded box and the id that it is bound to, never plaintext. */
const scratch = Buffer.allocUnsafeSlow(64 * 1024);

/** @throws Error when the box was changed, belongs to another event, or was sealed with another key */
export function open(box: string, key: KeyObject, boundTo: string): string {
  // A character of the box gives less than a byte, one of the id at most three.
  const bytes =
    box.length + 3 * boundTo.length <= scratch.length ? scratch : Buffer.alloc(box.length + 3 * boundTo.length);
  const end = bytes.write(box, 'base64');
  if (end < IV_BYTES + TAG_BYTES) throw new Error('A sealed part is too short');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), CIPHER_OPTIONS);
  decipher.setAAD(bytes.subarray(end, end + bytes.write(boundTo, end)));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  // Bytes, since text would take a decoder for each event.
  const plaintext = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES, end));
  decipher.final();
  return plaintext.toString();
}
