/** Wrapping: a key encrypted with the master key (AES-256-GCM), bound to the subject it belongs to. */
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;
/** Nonce, encrypted key, tag. */
export const wrappedBytes = nonceBytes + keyBytes + tagBytes;

/** The key was wrapped with another master key, for another subject, or is damaged. */
export class UnwrapFailed extends Error {
  override readonly name = 'UnwrapFailed';
}

/** @param key 32 bytes. */
export function wrapKey(masterKey: KeyObject, subject: string, key: Uint8Array): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce);
  cipher.setAAD(Buffer.from(subject));
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

/** @throws UnwrapFailed */
export function unwrapKey(masterKey: KeyObject, subject: string, wrapped: Uint8Array): Buffer {
  if (wrapped.byteLength !== wrappedBytes) throw new UnwrapFailed(`The wrapped key of ${subject} is damaged`);
  const nonce = wrapped.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', masterKey, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(subject));
  decipher.setAuthTag(wrapped.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  } catch (error) {
    throw new UnwrapFailed(`The key of ${subject} cannot be unwrapped with this master key`, { cause: error });
  }
}
