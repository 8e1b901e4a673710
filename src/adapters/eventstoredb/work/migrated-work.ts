/**
 * Work that a group had finished in the log from which its events were migrated. A persistent subscription begins at one
 * position; this record tells which events after it were finished already.
 */
import type { Position } from '../../../ports/event-log.ts';
import type { WorkProgress } from '../../../ports/migration/work-progress.ts';
import type { Calls } from '../calls.ts';
import { type EventStoreClient, jsonEvent, NO_STREAM } from '../client.ts';
import { collect } from '../collect.ts';
import { typeOf } from '../failures.ts';
import { serverName } from '../shared-server.ts';

/** Items per event. Their reasons are cut, so that the event has at most 64 KB. */
const ITEMS_PER_EVENT = 100;
const MAX_REASON_LENGTH = 300;
const MAX_EVENTS = 2_000;

type Item = readonly [position: string, attempts: number, parked: string | null];

export type MigratedResult =
  | { readonly kind: 'finished' }
  | { readonly kind: 'parked'; readonly attempts: number; readonly reason: string };

export class MigratedWork {
  readonly #readTo: bigint | null;
  readonly #unfinished: ReadonlyMap<bigint, Item>;

  constructor(readTo: bigint | null, items: readonly Item[]) {
    this.#readTo = readTo;
    this.#unfinished = new Map(items.map((item) => [BigInt(item[0]), item]));
  }

  /** Returns null for an event that is still to be worked on. */
  resultOf(position: Position): MigratedResult | null {
    const item = this.#unfinished.get(position);
    if (item === undefined) return this.#readTo !== null && position <= this.#readTo ? { kind: 'finished' } : null;
    const [, attempts, reason] = item;
    return reason === null ? null : { kind: 'parked', attempts, reason };
  }
}

export const NOTHING_MIGRATED = new MigratedWork(null, []);

/** @param record stream that records the group's filter, as the server names it */
export const migratedStream = (record: string): string => `${record}-moved`;

/** Writes the record once; a repetition finds it. */
export async function writeMigratedWork(client: EventStoreClient, calls: Calls, progress: WorkProgress): Promise<void> {
  const { group, readTo, unfinished } = progress;
  const stream = migratedStream(serverName(client.prefix, `workgroup-${group}`));
  const items = unfinished.map(({ position, attempts, parked }): Item => {
    return [String(position), attempts, parked === null ? null : parked.slice(0, MAX_REASON_LENGTH)];
  });
  const last = readTo === null ? null : String(readTo);
  for (let index = 0; index === 0 || index * ITEMS_PER_EVENT < items.length; index += 1) {
    const some = items.slice(index * ITEMS_PER_EVENT, (index + 1) * ITEMS_PER_EVENT);
    const event = jsonEvent({ type: 'WorkGroupMoved', data: { readTo: last, items: some } });
    const expectedRevision = index === 0 ? NO_STREAM : BigInt(index - 1);
    await calls.run(async (deadline) => {
      try {
        await client.appendToStream(stream, event, { expectedRevision, requiresLeader: true, deadline });
      } catch (error) {
        if (typeOf(error) !== 'wrong-expected-version') throw error;
      }
    });
  }
}

export async function readMigratedWork(client: EventStoreClient, calls: Calls, stream: string): Promise<MigratedWork> {
  const options = { maxCount: MAX_EVENTS, requiresLeader: true } as const;
  const events = await calls.run(async (deadlineMs) => {
    try {
      return await collect(client.readStream(stream, options), deadlineMs);
    } catch (error) {
      if (typeOf(error) === 'stream-not-found') return [];
      throw error;
    }
  });
  // A group that was deleted and created again works through the whole log.
  if (events.length === 0 || events.some(({ event }) => event?.type === 'WorkGroupRestarted')) return NOTHING_MIGRATED;
  const records = events.map(({ event }) => parseRecord(event?.data));
  return new MigratedWork(
    records[0]?.readTo ?? null,
    records.flatMap(({ items }) => items),
  );
}

/** Called when a group was created again: work finished in the former log no longer counts. */
export async function forgetMigratedWork(client: EventStoreClient, calls: Calls, stream: string): Promise<void> {
  const event = jsonEvent({ type: 'WorkGroupRestarted', data: {} });
  await calls.run((deadline) => client.appendToStream(stream, event, { requiresLeader: true, deadline }));
}

/** @throws TypeError when the record is malformed */
function parseRecord(data: unknown): { readonly readTo: bigint | null; readonly items: readonly Item[] } {
  const { readTo, items } = Object(data) as { readTo?: unknown; items?: unknown };
  const isPosition = (value: unknown): value is string => typeof value === 'string' && /^\d{1,19}$/.test(value);
  const isItem = (value: unknown): value is Item => Array.isArray(value) && value.length === 3 && isPosition(value[0]);
  if (!(readTo === null || isPosition(readTo)) || !Array.isArray(items) || !items.every(isItem)) {
    throw new TypeError('The record of a migrated work group is damaged');
  }
  return { readTo: readTo === null ? null : BigInt(readTo), items };
}
