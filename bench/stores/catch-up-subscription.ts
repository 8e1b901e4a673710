/** A log on a real EventStoreDB, read from its beginning: the adapter's subscription beside the client alone. */
import { EventStoreDBClient, FORWARDS, START } from '@eventstore/db-client';
import { openEventStoreLog } from '../../src/adapters/eventstoredb/event-log.ts';
import { uuidV7Ids } from '../../src/adapters/system/ids.ts';
import type { EventLog, NewEvent, Position } from '../../src/ports/event-log.ts';
import { type Measurement, ratioTo } from '../harness/measurement.ts';
import { median, perSecond, scaled } from '../harness/timing.ts';

const EVENTS = scaled(20_000);
const EVENTS_A_STREAM = 20;
const WRITERS = 32;
const ROUNDS = 5;
const CLIENT = 'the client reading alone';
/** At most 1.2 times as long as the client. */
const AIM = ratioTo(CLIENT, 1 / 1.2);

/** @param url without a user, as EVENTSTORE_URL. Other events of the server are read too, by both. */
export async function measureFollowing(url: string): Promise<Measurement> {
  const log = await openEventStoreLog({ url });
  const client = EventStoreDBClient.connectionString(withoutPrefix(url));
  try {
    await fill(log);
    const head = await log.head();
    if (head === null) throw new Error('The log is empty');
    const measured: { ours: number[]; client: number[] } = { ours: [], client: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      measured.client.push(await perSecond(() => readAlone(client)));
      measured.ours.push(await perSecond(() => follow(log, head)));
    }
    return {
      name: 'EVENTSTORE_URL: events followed from the beginning',
      unit: '/s',
      better: 'higher',
      value: median(measured.ours),
      against: [{ name: CLIENT, value: median(measured.client) }],
      aim: AIM,
    };
  } finally {
    await log.close();
    await client.dispose();
  }
}

async function fill(log: EventLog): Promise<void> {
  let streams = EVENTS / EVENTS_A_STREAM;
  const writer = async () => {
    while (streams-- > 0) {
      await log.append(`bench-${uuidV7Ids.next()}`, 'no-stream', Array.from({ length: EVENTS_A_STREAM }, anEvent));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}

/** About the size of a question. */
function anEvent(): NewEvent {
  const id = uuidV7Ids.next();
  return { id, type: 'Measured', data: { text: 'x'.repeat(600) }, metadata: { commandId: uuidV7Ids.next() } };
}

/** As many events as `follow` is given. */
async function readAlone(client: EventStoreDBClient): Promise<number> {
  let events = 0;
  for await (const { event } of client.readAll({ fromPosition: START, direction: FORWARDS })) {
    if (event !== undefined && !event.type.startsWith('$')) events += 1;
  }
  return events;
}

async function follow(log: EventLog, head: Position): Promise<number> {
  let events = 0;
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const subscription = log.subscribe({
    after: null,
    async onEvents(page, readTo) {
      events += page.length;
      if (readTo >= head) resolve();
    },
  });
  await Promise.race([reached, subscription.ended]);
  await subscription.stop();
  return events;
}

/** The parameter is ours: the client does not know it. */
function withoutPrefix(url: string): string {
  const given = new URL(url);
  given.searchParams.delete('prefix');
  return given.href;
}
