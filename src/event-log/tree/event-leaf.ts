import type { StoredEvent } from '../../ports/event-log.ts';

/**
 * The leaf of an event: all that the log stores of it, as one line of JSON. The sealed part stays sealed, so crypto-shredding changes no
 * leaf. The embedded log stores exactly these bytes.
 */
export function leafContent(event: StoredEvent): string {
  const { stream, revision, position, recordedAt, id, type, data, metadata } = event;
  return `{"stream":${JSON.stringify(stream)},"revision":${revision},"position":${position},"recordedAt":${recordedAt},"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"data":${JSON.stringify(data)},"metadata":${JSON.stringify(metadata)}}`;
}
