/**
 * Data keys that seal personal data and content inside events. They live outside the log: deleting one makes all it sealed
 * unreadable everywhere, backups of the log included, while the history of what happened stays whole.
 */
import type { KeyObject } from 'node:crypto';

/** Whose data: `account:<id>`, `chatbot:<id>`, `chatbot:<id>/lead:<id>`. What stands below a subject ends with it. */
export type KeySubject = string;

export interface Keys {
  /**
   * The subject's 256-bit key, made when there is none yet; durable when it answers. Two callers at once get the same key.
   * Null when it has been erased: an erased subject never gets a key again.
   */
  obtain(subject: KeySubject): Promise<KeyObject | null>;
  /** Null when there is none or it has been erased. Asked for many at once, since replays need many. */
  find(subjects: readonly KeySubject[]): Promise<ReadonlyMap<KeySubject, KeyObject | null>>;
  /**
   * Erases the subject's key and those of all subjects below it (`subject/...`). Durable when it answers. Erasing what does not
   * exist also forbids making it, and whatever stands below.
   */
  erase(subject: KeySubject): Promise<void>;
  close(): Promise<void>;
}

const MASTER_KEY_BYTES = 32;

/** How a master key is written down. */
export const MASTER_KEY_FORM = '32 bytes, as base64 (44 characters) or hex (64 characters)';

/** What wraps the data keys, from its written form; null when it is none. */
export function readMasterKey(text: string): Uint8Array | null {
  const trimmed = text.trim();
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex');
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return null;
  const bytes = Buffer.from(trimmed, 'base64');
  return bytes.byteLength === MASTER_KEY_BYTES ? bytes : null;
}
