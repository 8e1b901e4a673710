import type { StoredEvent } from '../ports/event-log.ts';

/** An unknown, malformed or tampered stored event. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
  readonly stored: StoredEvent;
  constructor(stored: StoredEvent, message: string, options?: ErrorOptions) {
    super(`${stored.type} at ${stored.stream}@${stored.revision}: ${message}`, options);
    this.stored = stored;
  }
}
