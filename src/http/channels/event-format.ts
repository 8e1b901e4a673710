/** The text format of server-sent events, and the ids by which a client resumes. */
import { type Position, parsePosition } from '../../ports/event-log.ts';

/** `7041`: the whole event at that log position. `7041.0`: its parts up to the first. */
export interface EventId {
  readonly position: Position;
  /** `null` for the last part. */
  readonly part: number | null;
}

/** Clients reconnect after this delay. */
const RETRY_MS = 3_000;

export const HEARTBEAT = ': heartbeat\n\n';

/** @param from where the stream begins, from which a client resumes that has received no event; null when a backlog comes first */
export const streamOpening = (from: Position | null): string =>
  `retry: ${RETRY_MS}\n${from === null ? '' : `id: ${from}\n`}\n`;

export const EVENT_ID_PATTERN = '^[0-9]{1,18}(\\.[0-9])?$';
const EVENT_ID = new RegExp(EVENT_ID_PATTERN);

export function formatEvent({ position, part }: EventId, event: string, data: object): string {
  const id = part === null ? String(position) : `${position}.${part}`;
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Returns null for any other text. */
export function parseEventId(text: string): EventId | null {
  if (!EVENT_ID.test(text)) return null;
  const [position = '', part] = text.split('.');
  return { position: parsePosition(position), part: part === undefined ? null : Number(part) };
}
