/**
 * `$all` also holds events of the system and of other applications. A marker in the metadata identifies ours; readers skip all
 * others. Only this file sees the marker.
 */
import type { EventFilter, JsonObject, NewEvent, Position, StoredEvent } from '../../ports/event-log.ts';
import { categoryOf } from '../shared/append-input.ts';
import { jsonEvent, type RecordedEvent } from './client.ts';
import { ownName } from './shared-server.ts';

const MARKER = '@log';
const MARKER_VALUE = 'chatledger';
const MAX_POSITION = 0x7fff_ffff_ffff_ffffn;

const markerOf = (prefix: string): string => (prefix === '' ? MARKER_VALUE : `${MARKER_VALUE}/${prefix}`);

/** @throws TypeError when the metadata already has a member named like the marker */
export function toServerEvent({ id, type, data, metadata }: NewEvent, prefix: string) {
  if (MARKER in metadata) throw new TypeError(`The metadata of an event have no member ${MARKER}`);
  return jsonEvent({
    id,
    type,
    data: data as JsonObject & object,
    metadata: { ...metadata, [MARKER]: markerOf(prefix) },
  });
}

/** Position in `$all`; null when the server did not send it. */
export function positionOf(event: RecordedEvent): Position | null {
  return toPosition(event.position?.commit);
}

export function toPosition(commit: bigint | undefined): Position | null {
  return commit === undefined || commit < 0n || commit > MAX_POSITION ? null : (commit as Position);
}

/** @returns null when the event is not ours */
export function fromServerEvent(event: RecordedEvent, position: Position, prefix: string): StoredEvent | null {
  const { streamId, id, type, revision, created } = event;
  if (!event.isJson || !isObject(event.data) || !isObject(event.metadata)) return null;
  const { [MARKER]: marker, ...metadata } = event.metadata;
  const stream = ownName(prefix, streamId);
  if (marker !== markerOf(prefix) || stream === null || revision > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return {
    id,
    type,
    data: event.data,
    metadata,
    stream,
    revision: Number(revision),
    position,
    recordedAt: created.getTime(),
  };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}

export function matches({ categories, types }: EventFilter, event: StoredEvent): boolean {
  return (types?.includes(event.type) ?? true) && (categories?.includes(categoryOf(event.stream)) ?? true);
}
