import type { NewEvent, Position, StoredEvent } from '../../../src/ports/event-log.ts';
import { NOON } from '../fixtures.ts';

/** The event as a log returns it: parsed from JSON, with a position. */
export function asStored(event: NewEvent, place: { stream?: string; revision?: number } = {}): StoredEvent {
  const { stream = 'test-1', revision = 0 } = place;
  const kept = JSON.parse(JSON.stringify(event)) as NewEvent;
  return { ...kept, stream, revision, position: BigInt(revision + 1) as Position, recordedAt: NOON };
}
