import type { DomainEvent } from '../domain/events.ts';
import type { Position } from '../ports/event-log.ts';

/** Visitors act through a widget key. */
export type Actor =
  | { readonly kind: 'account'; readonly id: string }
  | { readonly kind: 'visitor'; readonly keyId: string }
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'system'; readonly part: string };

/** Stored in clear beside every event, so it holds no personal data. */
export interface EventMetadata {
  /** Time of the decision, epoch milliseconds. */
  readonly at: number;
  /** Schema version. */
  readonly version: number;
  readonly commandId: string;
  readonly actor: Actor;
  readonly requestId?: string;
  /** W3C trace context of the request, where traces are recorded. */
  readonly traceparent?: string;
  /** Revision of the key store, which reveals an older copy of it. Absent in events of earlier releases. */
  readonly keys?: number;
  /** `chainHash` of the previous event of the stream; null for the first. */
  readonly previous: string | null;
}

/** A decrypted, upcast and validated event. */
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
