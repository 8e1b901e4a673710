/** An event as auditors see it: decrypted, with marks in place of erased fields and secrets. */
import { EVENT_DEFINITIONS } from '../domain/events.ts';
import type { Decoded } from '../event-log/event-decoder.ts';
import type { Actor, RecordedEvent } from '../event-log/recorded-event.ts';
import type { JsonObject, JsonValue, StoredEvent } from '../ports/event-log.ts';

export type AuditEvent = {
  /** Decimal. */
  readonly position: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  /** Version under which it was recorded; null when the metadata cannot be read. */
  readonly schemaVersion: number | null;
  /** Newest schema; null when the event cannot be read. */
  readonly data: JsonObject | null;
  /** Reason why the event cannot be read. */
  readonly unreadable?: string;
  readonly actor: Actor | null;
  readonly requestId: string | null;
  readonly recordedAt: string;
};

export const ERASED = { erased: true } as const;
export type Erased = typeof ERASED;
const WITHHELD = { withheld: true } as const;
/** Hashes of secrets. They prove nothing to an auditor and help an attacker who guesses. */
const SECRET_FIELDS: ReadonlySet<string> = new Set(['passwordHash', 'secretHash']);

export function auditEvent(stored: StoredEvent, decoded: Decoded): AuditEvent {
  const { stream, revision, type } = stored;
  const position = String(stored.position);
  const recordedAt = isoTimeOrEpoch(stored.recordedAt);
  const head = { position, stream, revision, type };
  if (!decoded.ok) {
    const { version } = stored.metadata;
    const schemaVersion = typeof version === 'number' ? version : null;
    const unreadable = decoded.error.message;
    return { ...head, schemaVersion, data: null, unreadable, actor: null, requestId: null, recordedAt };
  }
  const { actor, requestId = null, version } = decoded.recorded.metadata;
  return { ...head, schemaVersion: version, data: shownData(decoded.recorded), actor, requestId, recordedAt };
}

/** When the key was erased, each field that it sealed is `{"erased": true}`: also an optional one, because nobody can tell whether it was there. */
function shownData({ event }: RecordedEvent): JsonObject {
  const fields: Record<string, JsonValue> = { ...(event.data as JsonObject) };
  if ('sealed' in event) {
    const sealed = event.sealed as JsonObject | null;
    if (sealed !== null) Object.assign(fields, sealed);
    else for (const name of sealedFields(event.type)) fields[name] = ERASED;
  }
  for (const name of Object.keys(fields)) if (SECRET_FIELDS.has(name)) fields[name] = WITHHELD;
  return fields;
}

const sealedFields = (type: string): readonly string[] =>
  Object.keys(EVENT_DEFINITIONS.get(type)?.sealed?.properties ?? {});

/** The log's bytes are untrusted: a time that no calendar has must not end an audit. */
function isoTimeOrEpoch(at: number): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? new Date(0).toISOString() : time.toISOString();
}
