/** Refuses options that name what the log does not know: a typing error must not look like an empty result. */

import type { Moment } from '../../audit/moment.ts';
import { chatbot } from '../../domain/chatbot/chatbot.ts';
import { EVENT_DEFINITIONS } from '../../domain/events.ts';
import { isoTime } from '../../lib/iso-time.ts';
import type { Position, ReadableLog, StoredEvent } from '../../ports/event-log.ts';
import { UsageError } from './command.ts';

/** @throws UsageError */
export function requireEventTypes(types: readonly string[]): void {
  const unknown = types.find((type) => !EVENT_DEFINITIONS.has(type));
  if (unknown === undefined) return;
  const known = [...EVENT_DEFINITIONS.keys()].sort().join(', ');
  throw new UsageError(`There is no event type ${unknown}, only ${known}`);
}

/** @throws UsageError */
export function requireOrder({ from, to }: { readonly from: number | null; readonly to: number | null }): void {
  if (from !== null && to !== null && from > to) throw new UsageError('--from is later than --to');
}

/** @throws Error */
export async function requireStream(name: string, log: ReadableLog): Promise<void> {
  if (!(await hasEvents(name, log))) throw new Error(`There is no stream ${name}`);
}

/** A deleted chatbot is known: its events remain. @throws Error */
export async function requireChatbot(id: string, log: ReadableLog): Promise<void> {
  if (!(await hasEvents(`${chatbot.category}-${id}`, log))) throw new Error(`There is no chatbot ${id}`);
}

export interface Deletion {
  readonly position: string;
  /** ISO 8601 */
  readonly recordedAt: string;
}

export async function deletionBy(moment: Moment | null, chatbotId: string, log: ReadableLog): Promise<Deletion | null> {
  const events = await log.readStream(`${chatbot.category}-${chatbotId}`);
  const deleted = events.find(({ type }) => type === 'ChatbotDeleted');
  if (deleted === undefined || isAfter(moment, deleted)) return null;
  return { position: String(deleted.position), recordedAt: isoTime(deleted.recordedAt) };
}

function isAfter(moment: Moment | null, { position, recordedAt }: StoredEvent): boolean {
  if (moment === null) return false;
  return moment.kind === 'position' ? position > moment.position : recordedAt > moment.time;
}

/** @throws Error */
export async function requireReached(name: string, position: Position, log: ReadableLog): Promise<void> {
  const head = await log.head();
  if (head !== null && position <= head) return;
  const end = head === null ? 'is empty' : `ends at position ${head}`;
  throw new Error(`--${name} ${position} is not in the log, which ${end}`);
}

/** @throws Error for a time before the first event of the log */
export async function requireBegun(name: string, time: number, log: ReadableLog): Promise<void> {
  const { events } = await log.readAll({ after: null, limit: 1 });
  const [first] = events;
  if (first !== undefined && first.recordedAt <= time) return;
  const begin = first === undefined ? 'is empty' : `begins at ${isoTime(first.recordedAt)}`;
  throw new Error(`--${name} ${isoTime(time)} is before the log, which ${begin}`);
}

async function hasEvents(stream: string, log: ReadableLog): Promise<boolean> {
  return (await log.readStream(stream, { limit: 1 })).length > 0;
}
