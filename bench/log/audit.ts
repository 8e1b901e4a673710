/** An audit of one chatbot in a log of many: how fast its state and its events are found, and what the index of its events costs. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { openSqliteDocuments } from '../../src/adapters/sqlite/documents/documents.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite/event-log/event-log.ts';
import { openSqliteKeys } from '../../src/adapters/sqlite/keys/keys.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { uuidV7Ids } from '../../src/adapters/system/ids.ts';
import { eventPage } from '../../src/audit/event-page.ts';
import { chatbotState } from '../../src/audit/state/chatbot-state.ts';
import type { DomainEvent } from '../../src/domain/events.ts';
import { EventCodec } from '../../src/event-log/codec.ts';
import type { Documents } from '../../src/ports/documents.ts';
import type { EventLog, NewEvent } from '../../src/ports/event-log.ts';
import type { Keys } from '../../src/ports/keys.ts';
import { allProjections } from '../../src/projections/all.ts';
import { chatbotEvents } from '../../src/projections/chatbot-events/projection.ts';
import { ChatbotEventQueries } from '../../src/projections/chatbot-events/queries.ts';
import { ConversationQueries } from '../../src/projections/conversations/queries.ts';
import { ProjectionEngine } from '../../src/projections/engine/engine.ts';
import type { Projection } from '../../src/projections/projection.ts';
import { RatingQueries } from '../../src/projections/ratings/queries.ts';
import type { BenchResult, Measurement } from '../harness/measurement.ts';
import { measureTurns, median, scaled, type Turns, withDirectory } from '../harness/timing.ts';

/** `BENCH_SCALE=10` for the log of the promise. `EVENTSTORE_URL` puts the log into EventStoreDB. */
const totalEvents = scaled(100_000);
const eventsOfChatbot = 1_000;
const messagesInConversation = 9;
const concurrency = 64;
const rounds = 9;

interface Stores {
  readonly log: EventLog;
  readonly keys: Keys;
}

export function benchAudit(): Promise<BenchResult> {
  return withDirectory(async (directory) => {
    const log = await openLog(directory);
    const keys = await openSqliteKeys({ directory, masterKey: createSecretKey(randomBytes(32)) });
    const chatbots = await fill({ log, keys });
    const others = allProjections.filter((projection) => projection !== chatbotEvents);
    const withoutIndex = await withDirectory((fresh) => rebuild(others, { log, keys }, fresh));
    const documents = await openSqliteDocuments({ directory });
    const withIndex = await rebuildInto(allProjections, { log, keys }, documents);
    const reads = await measureReads({ log, keys }, documents, chatbots);
    await documents.close();
    await log.close();
    await keys.close();
    const rebuilt: Measurement = {
      name: 'rebuild of all read models with the index of events by chatbot',
      value: withIndex,
      unit: '/s',
      better: 'higher',
      against: [{ name: 'without it', value: withoutIndex }],
    };
    console.log(`An audit of one chatbot of ${eventsOfChatbot} events in a log of ${totalEvents}`);
    return { measurements: [...reads, rebuilt] };
  });
}

async function openLog(directory: string): Promise<EventLog> {
  const url = process.env.EVENTSTORE_URL;
  if (url === undefined) return openSqliteEventLog({ directory });
  const { openEventStoreLog } = await import('../../src/adapters/eventstoredb/event-log.ts');
  return openEventStoreLog({ url });
}

/** Chatbots by turns, so that the events of each are spread over the whole log. */
async function fill(stores: Stores): Promise<readonly string[]> {
  const codec = new EventCodec(stores.keys);
  const count = Math.max(1, Math.round(totalEvents / eventsOfChatbot));
  const chatbots = Array.from({ length: count }, () => uuidV7Ids.next());
  for (const chatbotId of chatbots) await append(`chatbot-${chatbotId}`, created(chatbotId), stores.log, codec);
  const conversations = Math.round((totalEvents - count) / (messagesInConversation + 1));
  let next = 0;
  const writer = async () => {
    for (let number = next++; number < conversations; number = next++) {
      const chatbotId = chatbots[number % count] ?? '';
      await append(`conversation-${uuidV7Ids.next()}`, conversation(chatbotId, number), stores.log, codec);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, writer));
  return chatbots;
}

const created = (chatbotId: string): readonly DomainEvent[] => {
  const ids = { chatbotId, publicId: uuidV7Ids.next(), ownerId: uuidV7Ids.next() };
  return [{ type: 'ChatbotCreated', data: ids, sealed: { name: 'Helpdesk' } }];
};

function conversation(chatbotId: string, number: number): readonly DomainEvent[] {
  const within = { conversationId: uuidV7Ids.next(), chatbotId };
  const sessionId = `visitor ${number}`;
  const content = 'Can I return a jacket that I bought some days ago, and who pays for the parcel?';
  const questions = Array.from({ length: messagesInConversation }, (): DomainEvent => {
    const data = { ...within, messageId: uuidV7Ids.next() };
    return { type: 'QuestionAsked', data, sealed: { sessionId, content } };
  });
  return [
    { type: 'ConversationStarted', data: { ...within, keyId: uuidV7Ids.next() }, sealed: { sessionId } },
    ...questions,
  ];
}

async function append(stream: string, facts: readonly DomainEvent[], log: EventLog, codec: EventCodec): Promise<void> {
  const events: NewEvent[] = [];
  for (const fact of facts) {
    const id = uuidV7Ids.next();
    const actor = { kind: 'system', part: 'bench' } as const;
    events.push(await codec.encode(id, fact, { at: Date.now(), commandId: id, actor, previous: null }));
  }
  await log.append(stream, 'no-stream', events);
}

async function rebuild(projections: readonly Projection[], stores: Stores, directory: string): Promise<number> {
  const documents = await openSqliteDocuments({ directory });
  const rate = await rebuildInto(projections, stores, documents);
  await documents.close();
  return rate;
}

/** @returns events a second */
async function rebuildInto(
  projections: readonly Projection[],
  { log, keys }: Stores,
  documents: Documents,
): Promise<number> {
  const report = ({ message }: { message: string }) => console.error(message);
  const codec = new EventCodec(keys);
  const engine = new ProjectionEngine({ log, codec, documents, projections, clock: systemClock, report });
  const startedAt = performance.now();
  await engine.start();
  await engine.caughtUp();
  const seconds = (performance.now() - startedAt) / 1000;
  await engine.stop();
  return totalEvents / seconds;
}

async function measureReads(
  { log, keys }: Stores,
  documents: Documents,
  chatbots: readonly string[],
): Promise<readonly Measurement[]> {
  const index = new ChatbotEventQueries(documents, new ConversationQueries(documents));
  const deps = { log, index, codec: new EventCodec(keys), ratings: new RatingQueries(documents) };
  const from = Date.now() - 1_000;
  const wanted = { from: null, to: null, after: null, limit: 100 };
  const state = { moment: null, after: null, limit: 20 };
  return [
    ...(await timed('state now', chatbots, (id) => chatbotState(id, state, deps))),
    ...(await timed('state at a time', chatbots, (id) =>
      chatbotState(id, { ...state, moment: { kind: 'time', time: from } }, deps),
    )),
    ...(await timed('first page of events', chatbots, (id) => eventPage({ chatbotId: id }, wanted, deps))),
    ...(await timed('page of events from a time on', chatbots, (id) =>
      eventPage({ chatbotId: id }, { ...wanted, from }, deps),
    )),
  ];
}

async function timed(
  what: string,
  chatbots: readonly string[],
  work: (chatbotId: string) => Promise<unknown>,
): Promise<readonly Measurement[]> {
  const times: number[] = [];
  const turns: Turns[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const chatbotId = chatbots[Math.floor((round / rounds) * chatbots.length)] ?? '';
    const startedAt = performance.now();
    turns.push(await measureTurns(() => work(chatbotId)));
    times.push(performance.now() - startedAt);
  }
  const longest = Math.max(...turns.map(({ longestCpuMs }) => longestCpuMs));
  return [
    { name: what, value: median(times), unit: 'ms', better: 'lower' },
    { name: `${what}: longest turn of the event loop, CPU`, value: longest, unit: 'ms', better: 'lower' },
  ];
}
