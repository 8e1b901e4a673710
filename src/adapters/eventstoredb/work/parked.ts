/** What a group has parked: links in a stream of the server's, each with the reason in its metadata. Needs the rights of an admin. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ParkedWork, StoredEvent } from '../../../ports/event-log.ts';
import type { Calls } from '../calls.ts';
import { type EventStoreClient, type RecordedEvent, START } from '../client.ts';
import { collect } from '../collect.ts';
import { typeOf } from '../failures.ts';
import { fromServerEvent, positionOf } from '../stored-event.ts';
import { checkGroup, parkedStream } from './group.ts';

const stepSize = 500;
const maxReasonLength = 1000;
/** The server writes a line of its own above the reason it is given. */
const form = /(?:^|\n)attempts=(?<attempts>\d{1,9})\n(?<reason>[\s\S]*)$/;

/** The server keeps a reason, but not the number of attempts: it goes along in there. */
export function parkingReason(attempts: number, reason: string): string {
  return `attempts=${attempts}\n${reason.slice(0, maxReasonLength)}`;
}

export async function parkedWork(
  client: EventStoreClient,
  calls: Calls,
  group: string,
  limit: number,
): Promise<readonly ParkedWork[]> {
  checkGroup(group);
  const parked: ParkedWork[] = [];
  for await (const { event, link } of links(client, calls, group, true)) {
    if (parked.length >= limit) break;
    const position = event === undefined ? null : positionOf(event);
    const stored = event === undefined || position === null ? null : fromServerEvent(event, position);
    if (stored !== null) parked.push({ event: stored, ...whyParked(link?.metadata) });
  }
  return parked;
}

function whyParked(metadata: unknown): { attempts: number; reason: string } {
  const written =
    typeof metadata === 'object' && metadata !== null
      ? (Reflect.get(metadata, 'reason') ?? Reflect.get(metadata, 'Reason'))
      : undefined;
  const text = typeof written === 'string' ? written : 'unknown';
  const parts = form.exec(text)?.groups;
  return { attempts: Number(parts?.attempts ?? 0), reason: parts?.reason ?? text };
}

/** Gives what is parked by now to the group again, and answers how many once the server has begun and unlisted them. */
export async function replayParkedWork(client: EventStoreClient, calls: Calls, group: string): Promise<number> {
  checkGroup(group);
  let count = 0;
  let last = -1n;
  for await (const { event } of links(client, calls, group, false)) {
    if (event === undefined) continue;
    count += 1;
    last = event.revision;
  }
  if (count === 0) return 0;
  const stopAt = Number(last + 1n);
  await calls.run((deadline) => client.replayParkedMessagesToAll(group, { stopAt, deadline }));
  await unlisted(client, calls, group, last);
  return count;
}

/** The server strikes replayed work off its list a moment after it has given it out. */
async function unlisted(client: EventStoreClient, calls: Calls, group: string, last: bigint): Promise<void> {
  const endsAt = performance.now() + calls.deadlineMs;
  for (let between = 5; performance.now() < endsAt; between = Math.min(between * 2, 250)) {
    const [first] = await step(client, calls, group, null, 1, false);
    if (first?.event === undefined || first.event.revision > last) return;
    await pause(between);
  }
}

async function* links(client: EventStoreClient, calls: Calls, group: string, resolveLinkTos: boolean) {
  let from: bigint | null = null;
  for (;;) {
    const found: Awaited<ReturnType<typeof step>> = await step(client, calls, group, from, stepSize, resolveLinkTos);
    yield* found;
    const last = found.at(-1);
    const revision = last?.link?.revision ?? last?.event?.revision;
    if (revision === undefined || found.length < stepSize) return;
    from = revision + 1n;
  }
}

function step(
  client: EventStoreClient,
  calls: Calls,
  group: string,
  from: bigint | null,
  maxCount: number,
  resolveLinkTos: boolean,
) {
  const options = { fromRevision: from ?? START, maxCount, resolveLinkTos, requiresLeader: true } as const;
  return calls.run(async (deadlineMs) => {
    try {
      return await collect(client.readStream(parkedStream(group), options), deadlineMs);
    } catch (error) {
      if (typeOf(error) === 'stream-not-found') return [];
      throw error;
    }
  });
}

/**
 * The event of a delivery. Replayed work comes by way of a link, with the link's position for the event's own: that is looked up.
 * Null when the event is none of ours.
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
    position = original?.event === undefined ? null : positionOf(original.event);
  }
  return position === null ? null : fromServerEvent(event, position);
}
