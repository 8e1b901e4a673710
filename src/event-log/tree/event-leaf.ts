import type { StoredEvent } from '../../ports/event-log.ts';

/**
 * Leaf of an event: all that the log stores of it, as one line of JSON. The sealed part stays sealed, so crypto-shredding
 * changes no leaf. A migrated event has the leaf of the log that it came from.
 */
export function leafContent(event: StoredEvent): string {
  return line(event, `"position":${event.recordedPosition ?? event.position}`);
}

/** The bytes of the embedded log. They are the leaf's, unless the event was migrated here from another log. */
export function storedContent(event: StoredEvent): string {
  const { position, recordedPosition } = event;
  const first = recordedPosition === undefined ? '' : `,"recordedPosition":${recordedPosition}`;
  return line(event, `"position":${position}${first}`);
}

function line({ stream, revision, recordedAt, id, type, data, metadata }: StoredEvent, place: string): string {
  return `{"stream":${JSON.stringify(stream)},"revision":${revision},${place},"recordedAt":${recordedAt},"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"data":${JSON.stringify(data)},"metadata":${JSON.stringify(metadata)}}`;
}
