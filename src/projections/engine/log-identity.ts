/** Detects that the log is not the one a read model was built from: an older copy, or another log. */
import type { LogPointer } from '../../ports/documents.ts';
import type { EventLog } from '../../ports/event-log.ts';

/** Returns null for the same log, else the reason as a clause. */
export async function logMismatch(
  log: Pick<EventLog, 'eventAt' | 'head'>,
  pointer: LogPointer,
): Promise<string | null> {
  const { position, eventId } = pointer;
  const found = await log.eventAt(position);
  if (found !== null) {
    if (eventId === null || found.id === eventId) return null;
    return `it holds event ${found.id} at position ${position} where event ${eventId} was`;
  }
  const head = await log.head();
  const endsBefore = head === null || head < position;
  // Checkpoints without an event id may name positions of other events.
  if (eventId === null && !endsBefore) return null;
  if (!endsBefore) return `it holds no event at position ${position}, where event ${eventId} was`;
  return `it ends at ${head === null ? 'its beginning' : `position ${head}`}, and they had read to position ${position}`;
}
