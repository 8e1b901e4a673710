/**
 * `$all` also holds events of the system and of other applications. A marker in the metadata identifies ours; readers skip all
 * others. Only this file sees the marker, and what is stored of migrated events.
 */
import {
  type EventFilter,
  type JsonObject,
  type NewEvent,
  type Position,
  parsePosition,
  type StoredEvent,
} from '../../ports/event-log.ts';
import { categoryOf } from '../shared/append-input.ts';
import { jsonEvent, type RecordedEvent } from './client.ts';
import { ownName } from './shared-server.ts';

const MARKER = '@log';
const MARKER_VALUE = 'chatledger';
/** Place and time that an event had in the log that it was migrated from. */
const RECORDED = '@recorded';
const MAX_POSITION = 0x7fff_ffff_ffff_ffffn;

const markerOf = (prefix: string): string => (prefix === '' ? MARKER_VALUE : `${MARKER_VALUE}/${prefix}`);

/** @throws TypeError when the metadata already has a member named like the marker */
export function toServerEvent({ id, type, data, metadata }: NewEvent, prefix: string) {
  return serverEvent({ id, type, data, metadata }, prefix, {});
}

/** An event of another log. The server gives it a position and a time of its own. */
export function toMigratedEvent({ position, recordedPosition, recordedAt, ...event }: StoredEvent, prefix: string) {
  const recorded = { position: String(recordedPosition ?? position), at: recordedAt };
  return serverEvent(event, prefix, { [RECORDED]: recorded });
}

function serverEvent({ id, type, data, metadata }: NewEvent, prefix: string, more: JsonObject) {
  for (const reserved of [MARKER, RECORDED]) {
    if (reserved in metadata) throw new TypeError(`The metadata member ${reserved} is reserved`);
  }
  const marked = { ...metadata, [MARKER]: markerOf(prefix), ...more };
  return jsonEvent({ id, type, data: data as JsonObject & object, metadata: marked });
}

/** Position in `$all`; null when the server did not send it, or sent no event: a link whose target is gone. */
export function positionOf(event: RecordedEvent | undefined): Position | null {
  return toPosition(event?.position?.commit);
}

export function toPosition(commit: bigint | undefined): Position | null {
  return commit === undefined || commit < 0n || commit > MAX_POSITION ? null : (commit as Position);
}

/** @returns null when the event is not ours */
export function fromServerEvent(event: RecordedEvent, position: Position, prefix: string): StoredEvent | null {
  const { streamId, id, type, revision, created } = event;
  if (!event.isJson || !isObject(event.data) || !isObject(event.metadata)) return null;
  const { [MARKER]: marker, [RECORDED]: recorded, ...metadata } = event.metadata;
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
    ...firstRecording(recorded),
  };
}

/** Empty for an event that this log recorded first, and for a malformed member: an audit then finds that the leaf differs. */
function firstRecording(value: unknown): Partial<Pick<StoredEvent, 'recordedAt' | 'recordedPosition'>> {
  if (!isObject(value)) return {};
  const { position, at } = value;
  if (typeof position !== 'string' || !/^\d{1,18}$/.test(position) || !Number.isSafeInteger(at)) return {};
  return { recordedAt: Number(at), recordedPosition: parsePosition(position) };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}

export function matches({ categories, types }: EventFilter, event: StoredEvent): boolean {
  return (types?.includes(event.type) ?? true) && (categories?.includes(categoryOf(event.stream)) ?? true);
}
