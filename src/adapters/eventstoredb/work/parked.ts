/** Parked events of a group: links in a system stream, with the reason in their metadata. Reading them needs admin rights. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ParkedWork, StoredEvent } from '../../../ports/event-log.ts';
import type { Calls } from '../calls.ts';
import { type EventStoreClient, type RecordedEvent, START } from '../client.ts';
import { collect } from '../collect.ts';
import { typeOf } from '../failures.ts';
import { serverName } from '../shared-server.ts';
import { fromServerEvent, positionOf } from '../stored-event.ts';
import { checkGroup, parkedStream } from './group.ts';

const BATCH_SIZE = 500;
const MAX_REASON_LENGTH = 1000;
/** The server writes a line of its own above our reason. */
const PARKING_REASON = /(?:^|\n)attempts=(?<attempts>\d{1,9})\n(?<reason>[\s\S]*)$/;

/** The server does not store the number of attempts. */
export function parkingReason(attempts: number, reason: string): string {
  return `attempts=${attempts}\n${reason.slice(0, MAX_REASON_LENGTH)}`;
}

export async function parkedWork(
  client: EventStoreClient,
  calls: Calls,
  group: string,
  limit: number,
): Promise<readonly ParkedWork[]> {
  checkGroup(group);
  const parked: ParkedWork[] = [];
  for await (const { event, link } of linksOf({ client, calls, group, resolveLinkTos: true })) {
    if (parked.length >= limit) break;
    const position = positionOf(event);
    const stored = event === undefined || position === null ? null : fromServerEvent(event, position, client.prefix);
    if (stored !== null) parked.push({ event: stored, ...parkedDetails(link?.metadata) });
  }
  return parked;
}

/** Reads the links alone. */
export async function countParkedWork(
  client: EventStoreClient,
  calls: Calls,
  group: string,
  limit: number,
): Promise<number> {
  checkGroup(group);
  let count = 0;
  for await (const { event } of linksOf({ client, calls, group, resolveLinkTos: false })) {
    if (count >= limit) break;
    if (event !== undefined) count += 1;
  }
  return count;
}

function parkedDetails(metadata: unknown): { attempts: number; reason: string } {
  const written =
    typeof metadata === 'object' && metadata !== null
      ? (Reflect.get(metadata, 'reason') ?? Reflect.get(metadata, 'Reason'))
      : undefined;
  const text = typeof written === 'string' ? written : 'unknown';
  const parts = PARKING_REASON.exec(text)?.groups;
  return { attempts: Number(parts?.attempts ?? 0), reason: parts?.reason ?? text };
}

/** Redelivers the events parked by now. @returns their number, once the server has removed them from its list */
export async function replayParkedWork(client: EventStoreClient, calls: Calls, group: string): Promise<number> {
  checkGroup(group);
  let count = 0;
  let last = -1n;
  for await (const { event } of linksOf({ client, calls, group, resolveLinkTos: false })) {
    if (event === undefined) continue;
    count += 1;
    last = event.revision;
  }
  if (count === 0) return 0;
  const stopAt = Number(last + 1n);
  await calls.run((deadline) =>
    client.replayParkedMessagesToAll(serverName(client.prefix, group), { stopAt, deadline }),
  );
  await removedFromList(client, calls, group, last);
  return count;
}

/** The server removes replayed events shortly after their redelivery. */
async function removedFromList(client: EventStoreClient, calls: Calls, group: string, last: bigint): Promise<void> {
  const endsAt = performance.now() + calls.deadlineMs;
  for (let delayMs = 5; performance.now() < endsAt; delayMs = Math.min(delayMs * 2, 250)) {
    const [first] = await readLinks({ client, calls, group, resolveLinkTos: false }, null, 1);
    if (first?.event === undefined || first.event.revision > last) return;
    await pause(delayMs);
  }
}

interface LinkReading {
  readonly client: EventStoreClient;
  readonly calls: Calls;
  readonly group: string;
  /** The server sends the linked event with each link. */
  readonly resolveLinkTos: boolean;
}

async function* linksOf(reading: LinkReading) {
  let from: bigint | null = null;
  for (;;) {
    const found: Awaited<ReturnType<typeof readLinks>> = await readLinks(reading, from, BATCH_SIZE);
    yield* found;
    const last = found.at(-1);
    const revision = last?.link?.revision ?? last?.event?.revision;
    if (revision === undefined || found.length < BATCH_SIZE) return;
    from = revision + 1n;
  }
}

function readLinks({ client, calls, group, resolveLinkTos }: LinkReading, from: bigint | null, maxCount: number) {
  const options = { fromRevision: from ?? START, maxCount, resolveLinkTos, requiresLeader: true } as const;
  return calls.run(async (deadlineMs) => {
    try {
      return await collect(client.readStream(parkedStream(serverName(client.prefix, group)), options), deadlineMs);
    } catch (error) {
      if (typeOf(error) === 'stream-not-found') return [];
      throw error;
    }
  });
}

/**
 * A replayed event carries the position of its link, so its own position is looked up.
 * @returns null when the event is not ours
 */
export async function deliveredEvent(
  client: EventStoreClient,
  calls: Calls,
  event: RecordedEvent,
  viaLink: boolean,
): Promise<StoredEvent | null> {
  let position = positionOf(event);
  if (viaLink || position === null) {
    const options = { fromRevision: event.revision, maxCount: 1, requiresLeader: true } as const;
    const [original] = await calls.run((deadlineMs) => collect(client.readStream(event.streamId, options), deadlineMs));
    position = positionOf(original?.event);
  }
  return position === null ? null : fromServerEvent(event, position, client.prefix);
}
