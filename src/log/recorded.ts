import type { DomainEvent } from '../domain/events.ts';
import type { Position } from '../ports/event-log.ts';

/** Who caused an event: an owner's account, a visitor through a widget key, or the service itself. */
export type Actor =
  | { readonly kind: 'account'; readonly id: string }
  | { readonly kind: 'visitor'; readonly keyId: string }
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'system'; readonly part: string };

/** Kept in clear beside every event; holds nothing that names a person. */
export interface EventMetadata {
  /** When the command was given, epoch milliseconds. */
  readonly at: number;
  /** Version of the event's schema when it was stored. */
  readonly version: number;
  readonly commandId: string;
  readonly actor: Actor;
  readonly requestId?: string;
  /** Hash of the event before it in its stream (`chainHash`), null for the first one: removing or changing one shows. */
  readonly previous: string | null;
}

/** A fact as the inside sees it: decrypted, of the newest version, validated. */
export interface Recorded<Event extends DomainEvent = DomainEvent> {
  readonly event: Event;
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  /** When the log took it, epoch milliseconds. */
  readonly recordedAt: number;
  readonly metadata: EventMetadata;
}
