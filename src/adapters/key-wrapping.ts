/**
 * Wrapping: a key encrypted with the master key (AES-256-GCM), bound to the subject it belongs to. What every adapter of the key
 * store keeps of a key, so that none of them holds one in clear.
 */
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { KeySubject } from '../ports/keys.ts';

const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;
/** No subject is called so: each has a colon. */
const checkValue = 'master key check';
/** Nonce, encrypted key, tag. */
export const wrappedBytes = nonceBytes + keyBytes + tagBytes;

/** The key was wrapped with another master key, for another subject, or is damaged. */
export class UnwrapFailed extends Error {
  override readonly name = 'UnwrapFailed';
}

/** The data keys in the store were wrapped with another master key: nothing they seal could be read. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey';
  /** @param place the file or database that holds them */
  constructor(place: string, options?: ErrorOptions) {
    super(
      `The keys in ${place} were made with another MASTER_KEY. Start with that one (or the master.key file it was read from).`,
      options,
    );
  }
}

/** @throws RangeError: two subjects that differ only in broken characters would be one in the store. */
export function checkSubject(subject: KeySubject): void {
  if (!/^[a-z-]+:/.test(subject) || !subject.isWellFormed()) {
    throw new RangeError(`Not a key's subject: ${subject.slice(0, 80)}`);
  }
}

/** The subjects it stands below, from the top: `chatbot:1` of `chatbot:1/lead:2`. */
export function subjectsAbove(subject: KeySubject): readonly KeySubject[] {
  return [...subject.matchAll(/\//g)].map(({ index }) => subject.slice(0, index));
}

/** All subjects below it, and no other, are texts from the first (inclusive) to the second (exclusive). */
export function rangeBelow(subject: KeySubject): readonly [from: string, to: string] {
  // The character after the slash.
  return [`${subject}/`, `${subject}0`];
}

/** A new data key for the subject, wrapped. */
export function newWrappedKey(masterKey: KeyObject, subject: KeySubject): Uint8Array {
  return wrapKey(masterKey, subject, randomBytes(keyBytes));
}

/** @throws UnwrapFailed */
export function unwrapSecret(masterKey: KeyObject, subject: KeySubject, wrapped: Uint8Array): KeyObject {
  const bytes = unwrapKey(masterKey, subject, wrapped);
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return key;
}

/**
 * Compares the master key with the one that the store began with.
 * @param claim keeps the value given unless the store has one already; answers with the one it has
 * @throws WrongMasterKey, naming the place; RangeError when the master key has not 32 bytes
 */
export async function checkMasterKey(
  masterKey: KeyObject,
  place: string,
  claim: (wrapped: Uint8Array) => Promise<unknown>,
): Promise<void> {
  if (masterKey.symmetricKeySize !== keyBytes) throw new RangeError('A master key has 32 bytes');
  const kept = await claim(newWrappedKey(masterKey, checkValue));
  try {
    unwrapKey(masterKey, checkValue, kept instanceof Uint8Array ? kept : new Uint8Array());
  } catch (error) {
    throw error instanceof UnwrapFailed ? new WrongMasterKey(place, { cause: error }) : error;
  }
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
