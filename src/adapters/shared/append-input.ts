import type { ExpectedRevision, NewEvent } from '../../ports/event-log.ts';

/** Id, type, data and metadata as JSON, UTF-8 bytes. Larger content belongs in the blob store. */
const MAX_EVENT_BYTES = 65_536;
/** EventStoreDB refuses more than 1 MB by default. */
const MAX_APPEND_BYTES = 1_000_000;

const STREAM_NAME = /^[A-Za-z0-9_.-]{1,200}$/;
const EVENT_TYPE = /^[A-Za-z0-9_.-]{1,100}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Names are letters, digits, `_`, `.` and `-`; ids are lower-case UUIDs.
 * @throws TypeError without events, or for an invalid stream name, expected revision, event type or event id
 */
export function checkAppend(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): void {
  if (!STREAM_NAME.test(stream)) throw new TypeError(`Not a stream name: ${stream.slice(0, 80)}`);
  if (expected !== 'no-stream' && !(Number.isSafeInteger(expected) && expected >= 0)) {
    throw new TypeError(`Invalid expected revision: ${expected}`);
  }
  if (events.length === 0) throw new TypeError('An append needs at least one event');
  for (const event of events) {
    if (!EVENT_TYPE.test(event.type)) throw new TypeError(`Not an event type: ${event.type.slice(0, 80)}`);
    if (!UUID.test(event.id)) throw new TypeError(`Not an event id (a UUID in lower case): ${event.id.slice(0, 80)}`);
  }
}

/**
 * Members `id`, `type`, `data` and `metadata` of each event as JSON, without the braces.
 * @throws TypeError when data or metadata is no object, RangeError when an event or the append is too large
 */
export function eventBodies(events: readonly NewEvent[]): readonly string[] {
  const bodies = events.map(eventBody);
  const bytes = bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0);
  if (bytes > MAX_APPEND_BYTES) {
    throw new RangeError(`An append of ${events.length} events has ${bytes} bytes, more than ${MAX_APPEND_BYTES}`);
  }
  return bodies;
}

function eventBody(event: NewEvent): string {
  const data = JSON.stringify(event.data);
  const metadata = JSON.stringify(event.metadata);
  // Ids and types contain no character that JSON escapes.
  if (!data?.startsWith('{') || !metadata?.startsWith('{')) {
    throw new TypeError(`Data and metadata of an event of type ${event.type} must be objects`);
  }
  const body = `"id":"${event.id}","type":"${event.type}","data":${data},"metadata":${metadata}`;
  const mayBeTooLarge = body.length * 3 > MAX_EVENT_BYTES;
  if (mayBeTooLarge && Buffer.byteLength(body) > MAX_EVENT_BYTES) {
    throw new RangeError(
      `An event of type ${event.type} has ${Buffer.byteLength(body)} bytes, more than ${MAX_EVENT_BYTES}`,
    );
  }
  return body;
}

/** Up to the first `-`, or the whole name. */
export function categoryOf(stream: string): string {
  const dash = stream.indexOf('-');
  return dash === -1 ? stream : stream.slice(0, dash);
}
