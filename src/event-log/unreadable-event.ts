import type { StoredEvent } from '../ports/event-log.ts';

/** An unknown, malformed or tampered stored event. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
  readonly stored: StoredEvent;
  /** Without the event's type and place, which the message begins with. */
  readonly reason: string;
  constructor(stored: StoredEvent, reason: string, options?: ErrorOptions) {
    super(`${stored.type} at ${stored.stream}@${stored.revision}: ${reason}`, options);
    this.stored = stored;
    this.reason = reason;
  }
}
