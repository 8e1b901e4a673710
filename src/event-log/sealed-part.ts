/** Finds, checks and opens the sealed part of a stored event, `data.sealed`. */
import type { KeyObject } from 'node:crypto';
import type { Static, TObject } from 'typebox';
import type { EventDefinition } from '../domain/event.ts';
import type { JsonObject, StoredEvent } from '../ports/event-log.ts';
import type { KeySubject } from '../ports/keys.ts';
import { open } from './sealing.ts';
import { UnreadableEvent } from './unreadable-event.ts';
import type { Plain } from './upcasting.ts';

/** Encrypted bytes as the log stores them. */
export interface SealedBox {
  readonly subject: KeySubject;
  readonly box: string;
}

/** A sealed box with its key, which is null once the subject is erased. */
export interface SealedPart extends SealedBox {
  readonly id: string;
  readonly key: KeyObject | null;
  plaintext: string | null;
}

export type BoxToOpen = Pick<SealedPart, 'box' | 'id'> & { readonly key: KeyObject };

/** Decrypts in another thread. The caller opens the boxes that are null or missing, and learns why they fail. */
export type OpenBoxes = (boxes: readonly BoxToOpen[]) => Promise<readonly (string | null)[]>;

const SUBJECT = /^[a-z]+:[\w:/-]+$/;

export const isSubject = (text: string): boolean => SUBJECT.test(text);

/** Subject whose key seals the event; null without a sealed part. */
export function sealedFor(event: StoredEvent): KeySubject | null {
  return boxOf(event, new Set())?.subject ?? null;
}

/** Counts characters; 0 without a sealed part. */
export function sealedLength(event: StoredEvent): number {
  const sealed = (event.data as Partial<JsonObject> | null)?.sealed as Partial<SealedBox> | null | undefined;
  return typeof sealed?.box === 'string' ? sealed.box.length : 0;
}

/** @param known subjects that are well-formed, to which the event's is added */
export function boxOf(event: StoredEvent, known: Set<KeySubject>): SealedBox | null {
  const sealed = (event.data as Partial<JsonObject> | null)?.sealed as Partial<SealedBox> | null | undefined;
  if (typeof sealed?.subject !== 'string' || typeof sealed.box !== 'string') return null;
  if (!known.has(sealed.subject)) {
    if (!isSubject(sealed.subject)) return null;
    known.add(sealed.subject);
  }
  return sealed as SealedBox;
}

/**
 * Rejects tampering that looks like erasure: a removed box, or one under a subject without a key. Older versions may be
 * unsealed or belong to another subject.
 */
export function assertOwnBox(definition: EventDefinition, stored: StoredEvent, sealed: SealedPart | null): void {
  if (stored.metadata.version !== definition.version) return;
  const subject = definition.subject?.(stored.data as Static<TObject>);
  if (sealed?.subject !== subject) throw new UnreadableEvent(stored, 'its sealed part is not its own');
}

export function openBox(stored: StoredEvent, sealed: SealedPart | null): Plain {
  if (stored.data.sealed === undefined) return { data: stored.data as Record<string, unknown>, sealed: null };
  if (sealed === null) throw new UnreadableEvent(stored, 'its sealed part is malformed');
  const { sealed: _, ...data } = stored.data;
  const { box, key, id, plaintext } = sealed;
  if (key === null) return { data, sealed: null };
  return { data, sealed: JSON.parse(plaintext ?? open(box, key, id)) as Record<string, unknown> };
}

export async function openElsewhere(sealed: readonly (SealedPart | null)[], openBoxes: OpenBoxes): Promise<void> {
  const readable = sealed.filter((each) => each !== null && each.key !== null) as readonly (SealedPart & BoxToOpen)[];
  const opened = await openBoxes(readable);
  for (const [index, each] of readable.entries()) each.plaintext = opened[index] ?? null;
}
