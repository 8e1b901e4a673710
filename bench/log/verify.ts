/** Signing and verifying a whole log, both from its first event. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { openFileTreeHeads } from '../../src/adapters/files/tree-heads.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite/event-log/event-log.ts';
import { openRawSqliteLog } from '../../src/adapters/sqlite/event-log/raw-event-log.ts';
import { readSqliteEventLog } from '../../src/adapters/sqlite/event-log/read-event-log.ts';
import { openSqliteKeys } from '../../src/adapters/sqlite/keys/keys.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { uuidV7Ids } from '../../src/adapters/system/ids.ts';
import { verifyLog } from '../../src/audit/verify/log-verifier.ts';
import { headsBeside } from '../../src/audit/verify/stored-heads.ts';
import { TreeHeadCommands } from '../../src/commands/tree-heads.ts';
import { chainHash } from '../../src/event-log/chain.ts';
import { EventCodec } from '../../src/event-log/codec.ts';
import { EventStore } from '../../src/event-log/event-store.ts';
import { installationKey } from '../../src/event-log/tree/signed-head.ts';
import type { EventLog, ExpectedRevision, NewEvent } from '../../src/ports/event-log.ts';
import { TreeHeadPublisher, UNOBSERVED_TREE_HEADS } from '../../src/workers/tree-heads/tree-head-publisher.ts';
import type { BenchResult } from '../harness/measurement.ts';
import { scaled, withDirectory } from '../harness/timing.ts';

const totalEvents = scaled(200_000);
const eventsInAppend = 5;
const appendsInStream = 4;
/** Streams that grow at the same time, as live conversations do. */
const liveStreams = 64;

interface Timed {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

export function benchVerify(): Promise<BenchResult> {
  return withDirectory(async (directory) => {
    const log = await openSqliteEventLog({ directory });
    const keys = await openSqliteKeys({ directory, masterKey: createSecretKey(randomBytes(32)) });
    await keys.claim(uuidV7Ids.next());
    const codec = new EventCodec(keys);
    await fillWithChains(log, codec);
    const heads = openFileTreeHeads({ directory });
    const eventStore = new EventStore(log, codec, systemClock);
    const publisher = new TreeHeadPublisher({
      log,
      keys,
      heads,
      clock: systemClock,
      exclusive: true,
      commands: new TreeHeadCommands({ log, eventStore, clock: systemClock, ids: uuidV7Ids }),
      observer: UNOBSERVED_TREE_HEADS,
      report: ({ message }) => {
        throw new Error(message);
      },
    });
    const signing = await timed(async () => {
      while (await publisher.step({ closing: true }));
    });
    const key = await installationKey(keys);
    const stored = key === null ? null : await headsBeside(heads, key);
    await log.close();
    await keys.close();
    const [raw, readable] = [openRawSqliteLog({ directory }), readSqliteEventLog({ directory })];
    const verifying = await timed(async () => {
      const beside = stored?.ok === true ? stored.heads : [];
      const { finding } = await verifyLog({ raw, log: readable, key, heads: beside });
      if (finding !== null) throw new Error(finding.problem);
    });
    await raw.close();
    await readable.close();
    const megabytes = Math.round(statSync(join(directory, 'events.db')).size / 1e6);
    console.log(`${totalEvents} events, ${megabytes} MB`);
    const rate = ({ seconds }: Timed) => totalEvents / seconds;
    const cpuMicroseconds = ({ cpuSeconds }: Timed) => (cpuSeconds * 1e6) / totalEvents;
    const memory = process.resourceUsage().maxRSS / 1024;
    return {
      measurements: [
        { name: 'signed from the first event', value: rate(signing), unit: '/s', better: 'higher' },
        { name: 'verified', value: rate(verifying), unit: '/s', better: 'higher' },
        { name: 'CPU of verifying an event', value: cpuMicroseconds(verifying), unit: 'µs', better: 'lower' },
        { name: 'memory at most, the benchmark included', value: memory, unit: 'MB', better: 'lower' },
      ],
    };
  });
}

async function timed(work: () => Promise<void>): Promise<Timed> {
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds: (user + system) / 1e6 };
}

async function fillWithChains(log: EventLog, codec: EventCodec): Promise<void> {
  const eventsInStream = eventsInAppend * appendsInStream;
  for (let written = 0; written < totalEvents; written += liveStreams * eventsInStream) {
    const streams = Array.from({ length: liveStreams }, () => uuidV7Ids.next());
    const chains = new Map<string, string>();
    for (let append = 0; append < appendsInStream; append += 1) {
      await Promise.all(streams.map((id) => appendTo(id, append * eventsInAppend, chains, log, codec)));
    }
  }
}

async function appendTo(
  conversationId: string,
  from: number,
  chains: Map<string, string>,
  log: EventLog,
  codec: EventCodec,
): Promise<void> {
  const stream = `conversation-${conversationId}`;
  const events: NewEvent[] = [];
  for (let revision = from; revision < from + eventsInAppend; revision += 1) {
    const id = uuidV7Ids.next();
    const previous = chains.get(stream) ?? null;
    const metadata = { at: Date.now(), commandId: id, actor: { kind: 'system', part: 'bench' }, previous } as const;
    const data = { conversationId, chatbotId: conversationId, messageId: id };
    const sealed = { content: 'Can I return a jacket that I wore once, if I still have the receipt and the box?' };
    const event = await codec.encode(id, { type: 'QuestionAsked', data, sealed }, metadata);
    chains.set(stream, chainHash(stream, revision, event));
    events.push(event);
  }
  const expected: ExpectedRevision = from === 0 ? 'no-stream' : from - 1;
  await log.append(stream, expected, events);
}
