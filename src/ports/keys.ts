/**
 * Crypto-shredding: data keys seal personal data and content inside events. They are stored outside the log, so that deleting a
 * key makes all that it sealed unreadable, in backups of the log too, while the history stays whole.
 */
import type { KeyObject } from 'node:crypto';

/** `account:<id>`, `chatbot:<id>` or `chatbot:<id>/lead:<id>`. Erasing a subject erases those below it. */
export type KeySubject = string;

/** Ties a key store to the log whose events its keys seal. */
export interface KeyStoreState {
  /** Null until the store is claimed. */
  readonly installationId: string | null;
  /** Counts created and erased keys. An older copy of the store has a lower revision than the log has seen. */
  readonly revision: number;
}

export interface Keys {
  /** As known to this process; never higher than the durable one. */
  readonly revision: number;
  state(): Promise<KeyStoreState>;
  /** Claims the store for the installation unless it is claimed. Returns the owning installation; durable once it resolves. */
  claim(installationId: string): Promise<string>;
  /** Raises the revision to one that the log has seen, giving up keys that an older copy lacks. Durable once it resolves. */
  raiseRevision(revision: number): Promise<void>;
  /** Returns the subjects that have no key although it was not erased. */
  findMissing(subjects: readonly KeySubject[]): Promise<readonly KeySubject[]>;
  /**
   * Returns the subject's 256-bit key, created when missing; durable once it resolves. Concurrent callers get the same key.
   * Returns null for an erased subject, which never gets a key again.
   */
  getOrCreate(subject: KeySubject): Promise<KeyObject | null>;
  /** Maps a missing or erased key to null. Takes many subjects, because replays need many keys. */
  find(subjects: readonly KeySubject[]): Promise<ReadonlyMap<KeySubject, KeyObject | null>>;
  /**
   * Erases the keys of the subject and of those below it (`subject/...`), present or not: none of them can be created afterwards.
   * Durable once it resolves.
   */
  erase(subject: KeySubject): Promise<void>;
  close(): Promise<void>;
}

const MASTER_KEY_BYTES = 32;

export const MASTER_KEY_FORMAT = '32 bytes, as base64 (44 characters) or hex (64 characters)';

/** Parses the key that wraps the data keys; null when the text is not one. */
export function parseMasterKey(text: string): Uint8Array | null {
  const trimmed = text.trim();
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return null;
  const bytes = Buffer.from(trimmed, 'base64');
  return bytes.byteLength === MASTER_KEY_BYTES ? bytes : null;
}
