/** What every adapter of the event log refuses before it reaches an engine, so that all of them refuse the same. */
import type { ExpectedRevision, NewEvent } from '../ports/event-log.ts';

/** An event's id, type, data and metadata as JSON, in UTF-8 bytes. What is larger belongs into the blob store. */
const maxEventBytes = 65_536;
/** All events of one append together, counted the same way: EventStoreDB refuses more than 1 MB by default. */
const maxAppendBytes = 1_000_000;

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

/**
 * The members `id`, `type`, `data` and `metadata` of each event as JSON, without the braces around them.
 * @throws TypeError when data or metadata is no object, RangeError when an event or all of them together are too large.
 */
export function eventBodies(events: readonly NewEvent[]): readonly string[] {
  const bodies = events.map(eventBody);
  const bytes = bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0);
  if (bytes > maxAppendBytes) {
    throw new RangeError(`An append of ${events.length} events has ${bytes} bytes, more than ${maxAppendBytes}`);
  }
  return bodies;
}

function eventBody(event: NewEvent): string {
  const data = JSON.stringify(event.data);
  const metadata = JSON.stringify(event.metadata);
  // Neither ids nor types hold a character that JSON would escape.
  if (!data?.startsWith('{') || !metadata?.startsWith('{')) {
    throw new TypeError(`Data and metadata of an event of type ${event.type} must be objects`);
  }
  const body = `"id":"${event.id}","type":"${event.type}","data":${data},"metadata":${metadata}`;
  const mayBeTooLarge = body.length * 3 > maxEventBytes;
  if (mayBeTooLarge && Buffer.byteLength(body) > maxEventBytes) {
    throw new RangeError(
      `An event of type ${event.type} has ${Buffer.byteLength(body)} bytes, more than ${maxEventBytes}`,
    );
  }
  return body;
}

/** A stream's category: its name up to the first `-`, all of it when there is none. */
export function categoryOf(stream: string): string {
  const dash = stream.indexOf('-');
  return dash === -1 ? stream : stream.slice(0, dash);
}
