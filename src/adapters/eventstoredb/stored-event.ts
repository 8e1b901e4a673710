/**
 * Between our events and the server's. `$all` also holds events of the system and of whoever else uses the server: ours bear a
 * mark in their metadata, which nobody but this file sees, and whatever does not bear it is passed over by every reader.
 */
import type { EventFilter, JsonObject, NewEvent, Position, StoredEvent } from '../../ports/event-log.ts';
import { categoryOf } from '../append-input.ts';
import { jsonEvent, type RecordedEvent } from './client.ts';

const mark = '@log';
const ours = 'chatledger';
const lastPosition = 0x7fff_ffff_ffff_ffffn;

/** @throws TypeError when the metadata has a member of the mark's name. */
export function toServerEvent({ id, type, data, metadata }: NewEvent) {
  if (mark in metadata) throw new TypeError(`The metadata of an event have no member ${mark}`);
  return jsonEvent({ id, type, data: data as JsonObject & object, metadata: { ...metadata, [mark]: ours } });
}

/** The event's position in `$all`; null when the server did not tell. */
export function positionOf(event: RecordedEvent): Position | null {
  return toPosition(event.position?.commit);
}

export function toPosition(commit: bigint | undefined): Position | null {
  return commit === undefined || commit < 0n || commit > lastPosition ? null : (commit as Position);
}

/** Null when the event is none of ours. */
export function fromServerEvent(event: RecordedEvent, position: Position): StoredEvent | null {
  const { streamId: stream, id, type, revision, created } = event;
  if (!event.isJson || !isObject(event.data) || !isObject(event.metadata)) return null;
  const { [mark]: whose, ...metadata } = event.metadata;
  if (whose !== ours || revision > BigInt(Number.MAX_SAFE_INTEGER)) return null;
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
