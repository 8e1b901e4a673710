/** Envelope encryption: data keys are wrapped (AES-256-GCM) with the master key and bound to their subject. */
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { KeySubject } from '../../ports/keys.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** Never a subject: each subject has a colon. */
export const CHECK_VALUE = 'master key check';
/** Stored in the place of a subject while a rotation of the master key is under way. */
export const ROTATION_MARK = 'master key rotation';
/** Nonce, encrypted key, tag. */
export const WRAPPED_KEY_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES;

/** The key was wrapped with another master key or for another subject, or is damaged. */
export class UnwrapFailed extends Error {
  override readonly name = 'UnwrapFailed';
}

/** The stored data keys were wrapped with another master key, so nothing they seal can be read. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey';
  /** @param place file or database of the keys */
  constructor(place: string, options?: ErrorOptions) {
    super(
      `The keys in ${place} were made with another MASTER_KEY. Start with that one (or the master.key file it was read from).`,
      options,
    );
  }
}

/** @throws RangeError for an invalid subject: subjects that differ only in lone surrogates would be one in the store */
export function checkSubject(subject: KeySubject): void {
  if (!/^[a-z-]+:/.test(subject) || !subject.isWellFormed()) {
    throw new RangeError(`Not a key's subject: ${subject.slice(0, 80)}`);
  }
}

/** Ancestors of a subject, from the top: `chatbot:1` of `chatbot:1/lead:2`. */
export function subjectsAbove(subject: KeySubject): readonly KeySubject[] {
  return [...subject.matchAll(/\//g)].map(({ index }) => subject.slice(0, index));
}

/** Key range of all descendants of a subject, and of nothing else. */
export function rangeBelow(subject: KeySubject): readonly [from: string, to: string] {
  // `0` is the character after the slash.
  return [`${subject}/`, `${subject}0`];
}

export function newWrappedKey(masterKey: KeyObject, subject: KeySubject): Uint8Array {
  return wrapKey(masterKey, subject, randomBytes(KEY_BYTES));
}

/** @throws UnwrapFailed */
export function unwrapSecret(masterKey: KeyObject, subject: KeySubject, wrapped: Uint8Array): KeyObject {
  const bytes = unwrapKey(masterKey, subject, wrapped);
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return key;
}

/**
 * Compares the master key with the one the store was created with.
 * @param claim stores the check value unless there is one, and returns the stored one
 * @throws WrongMasterKey; RangeError unless the master key has 32 bytes
 */
export async function checkMasterKey(
  masterKey: KeyObject,
  place: string,
  claim: (wrapped: Uint8Array) => Promise<unknown>,
): Promise<void> {
  if (masterKey.symmetricKeySize !== KEY_BYTES) throw new RangeError('A master key has 32 bytes');
  const stored = await claim(newWrappedKey(masterKey, CHECK_VALUE));
  try {
    unwrapKey(masterKey, CHECK_VALUE, stored instanceof Uint8Array ? stored : new Uint8Array());
  } catch (error) {
    throw error instanceof UnwrapFailed ? new WrongMasterKey(place, { cause: error }) : error;
  }
}

/** @param key 32 bytes. */
export function wrapKey(masterKey: KeyObject, subject: string, key: Uint8Array): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce);
  cipher.setAAD(Buffer.from(subject));
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

/** @throws UnwrapFailed */
export function unwrapKey(masterKey: KeyObject, subject: string, wrapped: Uint8Array): Buffer {
  if (wrapped.byteLength !== WRAPPED_KEY_BYTES) throw new UnwrapFailed(`The wrapped key of ${subject} is damaged`);
  const nonce = wrapped.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', masterKey, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(subject));
  decipher.setAuthTag(wrapped.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch (error) {
    throw new UnwrapFailed(`The key of ${subject} cannot be unwrapped with this master key`, { cause: error });
  }
}
