/** What every adapter of the event log refuses before it reaches an engine, so that all of them refuse the same. */
import type { ExpectedRevision, NewEvent } from '../ports/event-log.ts';

/** An event's id, type, data and metadata as JSON, in UTF-8 bytes. What is larger belongs into the blob store. */
export const maxEventBytes = 65_536;

const streamName = /^[A-Za-z0-9_.-]{1,200}$/;
const eventType = /^[A-Za-z0-9_.-]{1,100}$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * @throws TypeError when there is no event, or a stream name, expected revision, event type or event id is not one. Names are
 * letters, digits, `_`, `.` and `-`; ids are UUIDs in lower case.
 */
export function checkAppend(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): void {
  if (!streamName.test(stream)) throw new TypeError(`Not a stream name: ${stream.slice(0, 80)}`);
  if (expected !== 'no-stream' && !(Number.isSafeInteger(expected) && expected >= 0)) {
    throw new TypeError(`Not a revision to expect: ${expected}`);
  }
  if (events.length === 0) throw new TypeError('An append needs at least one event');
  for (const event of events) {
    if (!eventType.test(event.type)) throw new TypeError(`Not an event type: ${event.type.slice(0, 80)}`);
    if (!uuid.test(event.id)) throw new TypeError(`Not an event id (a UUID in lower case): ${event.id.slice(0, 80)}`);
  }
}

/** A stream's category: its name up to the first `-`, all of it when there is none. */
export function categoryOf(stream: string): string {
  const dash = stream.indexOf('-');
  return dash === -1 ? stream : stream.slice(0, dash);
}
