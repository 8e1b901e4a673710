/**
 * Crypto-shredding: data keys, stored outside the log, seal personal data inside events. Deleting a key makes all that it
 * sealed unreadable, in backups too, while the history stays whole.
 */
import type { KeyObject } from 'node:crypto';

/** `account:<id>`, `chatbot:<id>`, or a part such as `chatbot:<id>/lead:<id>`. Erasing a subject erases those below it. */
export type KeySubject = string;

/** Ties a key store to the log whose events it seals. */
export interface KeyStoreState {
  /** `null` until the store is claimed. */
  readonly installationId: string | null;
  /** Counts created and erased keys: an older copy of the store has a lower one than the log has seen. */
  readonly revision: number;
}

export interface ReadableKeys {
  state(): Promise<KeyStoreState>;
  /** Maps a missing or erased key to null. */
  find(subjects: readonly KeySubject[]): Promise<ReadonlyMap<KeySubject, KeyObject | null>>;
  /** Subjects that have no key although it was not erased. */
  findMissing(subjects: readonly KeySubject[]): Promise<readonly KeySubject[]>;
  close(): Promise<void>;
}

export interface Keys extends ReadableKeys {
  /** Revision that this process knows; never above the durable one. */
  readonly revision: number;
  /** Returns the owning installation, the given one if there was none. Durable once it resolves. */
  claim(installationId: string): Promise<string>;
  /** Accepts the loss of keys that an older copy of the store lacks. Durable once it resolves. */
  raiseRevision(revision: number): Promise<void>;
  /**
   * 256-bit key, created when missing; durable once it resolves. Concurrent callers get the same key. Null for an erased
   * subject, which never gets a key again.
   */
  getOrCreate(subject: KeySubject): Promise<KeyObject | null>;
  /** Also erases the keys of subjects below it (`subject/...`): none can be created afterwards. Durable once it resolves. */
  erase(subject: KeySubject): Promise<void>;
}

const MASTER_KEY_BYTES = 32;

export const MASTER_KEY_FORMAT = '32 bytes, as base64 (44 characters) or hex (64 characters)';

/** The key that wraps the data keys; null for an invalid one. */
export function parseMasterKey(text: string): Uint8Array | null {
  const trimmed = text.trim();
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return null;
  const bytes = Buffer.from(trimmed, 'base64');
  return bytes.byteLength === MASTER_KEY_BYTES ? bytes : null;
}
