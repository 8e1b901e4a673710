import type { DomainEvent } from '../domain/events.ts';
import type { Position } from '../ports/event-log.ts';

/** Cause of an event: an owner's account, a visitor through a widget key, or the service itself. */
export type Actor =
  | { readonly kind: 'account'; readonly id: string }
  | { readonly kind: 'visitor'; readonly keyId: string }
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'system'; readonly part: string };

/** Stored in clear beside every event; holds no personal data. */
export interface EventMetadata {
  /** Time of the decision, epoch milliseconds. */
  readonly at: number;
  /** Version of the event's schema when it was stored. */
  readonly version: number;
  readonly commandId: string;
  readonly actor: Actor;
  readonly requestId?: string;
  /** Revision of the key store at that time, which reveals an older copy of the store. Absent in events of earlier releases. */
  readonly keys?: number;
  /** Hash chain: `chainHash` of the previous event of the stream; null for the first. */
  readonly previous: string | null;
}

/** A decoded event: decrypted, upcast to the newest version, validated. */
export interface RecordedEvent<Event extends DomainEvent = DomainEvent> {
  readonly event: Event;
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  /** Epoch milliseconds of the append. */
  readonly recordedAt: number;
  readonly metadata: EventMetadata;
}
