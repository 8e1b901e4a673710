/** A log that holds events of every kind and is signed to its end, and a verification as an operator starts it. */
import fc from 'fast-check';
import { onTestFinished } from 'vitest';
import { openFileTreeHeads, readFileTreeHeads } from '../../../src/adapters/files/tree-heads.ts';
import { openSqliteEventLog } from '../../../src/adapters/sqlite/event-log/event-log.ts';
import { openRawSqliteLog } from '../../../src/adapters/sqlite/event-log/raw-event-log.ts';
import { readSqliteEventLog } from '../../../src/adapters/sqlite/event-log/read-event-log.ts';
import { systemClock } from '../../../src/adapters/system/clock.ts';
import { uuidV7Ids } from '../../../src/adapters/system/ids.ts';
import { type Verdict, verifyLog } from '../../../src/audit/verify/log-verifier.ts';
import { headsBeside } from '../../../src/audit/verify/stored-heads.ts';
import { TreeHeadCommands } from '../../../src/commands/tree-heads.ts';
import { EventCodec } from '../../../src/event-log/codec.ts';
import { EventStore } from '../../../src/event-log/event-store.ts';
import { installationKey, type PublicJwk } from '../../../src/event-log/tree/signed-head.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import type { TreeHeads } from '../../../src/ports/tree-heads.ts';
import { TreeHeadPublisher, type TreeHeadPublisherDeps } from '../../../src/workers/tree-heads/tree-head-publisher.ts';
import { anyEvent } from '../events/arbitraries.ts';
import { idOf } from '../fixtures.ts';
import { record } from '../projections/read-models.ts';
import { MemoryKeys } from './memory-keys.ts';

const STREAMS = ['account-a', 'chatbot-a', 'conversation-a', 'conversation-b', 'source-a'] as const;

export interface Signing {
  readonly publisher: TreeHeadPublisher;
  /** Messages for operators. */
  readonly reports: string[];
  readonly observed: { signed: number; failed: number; contradicted: number };
  /** Signs until the log has nothing more to sign. */
  settle(options?: { closing?: boolean }): Promise<void>;
}

type SigningDeps = Partial<Omit<TreeHeadPublisherDeps, 'log' | 'heads' | 'keys'>>;

/** A publisher as one node of the service has it, on stores that it may share with others. */
export function signingOn(log: EventLog, heads: TreeHeads, keys: MemoryKeys, deps: SigningDeps = {}): Signing {
  const reports: string[] = [];
  const observed = { signed: 0, failed: 0, contradicted: 0 };
  const eventStore = new EventStore(log, new EventCodec(keys), systemClock);
  const publisher = new TreeHeadPublisher({
    log,
    heads,
    keys,
    clock: systemClock,
    exclusive: true,
    maxLeaves: 16,
    commands: new TreeHeadCommands({ log, eventStore, clock: systemClock, ids: uuidV7Ids }),
    report: ({ message }) => reports.push(message),
    observer: {
      signed: (size) => {
        observed.signed = size;
      },
      failed: () => {
        observed.failed += 1;
      },
      contradicted: () => {
        observed.contradicted += 1;
      },
    },
    ...deps,
  });
  const settle: Signing['settle'] = async (options = {}) => {
    while (await publisher.step(options));
  };
  return { publisher, reports, observed, settle };
}

export async function newKeys(): Promise<MemoryKeys> {
  const keys = new MemoryKeys();
  await keys.claim(idOf('installation'));
  return keys;
}

/** Appends that many random events to a few streams. @param suffix of the streams' names, where the log was opened again */
export async function appendEvents(
  log: EventLog,
  keys: MemoryKeys,
  count: number,
  seed = 1,
  suffix = '',
): Promise<void> {
  const events = fc.sample(anyEvent(), { numRuns: count, seed });
  const codec = new EventCodec(keys);
  for (const [index, event] of events.entries()) {
    const stream = STREAMS[(index * 7 + seed) % STREAMS.length] ?? STREAMS[0];
    await record({ log, codec }, `${stream}${suffix}`, event);
  }
}

export interface SignedLog {
  readonly directory: string;
  readonly key: PublicJwk;
  readonly events: number;
}

/** Writes a log and its heads as a service does that was stopped gracefully. */
export async function writeSignedLog(directory: string, count: number): Promise<SignedLog> {
  const log = await openSqliteEventLog({ directory });
  const keys = await newKeys();
  const { settle, observed } = signingOn(log, openFileTreeHeads({ directory }), keys);
  for (let appended = 0; appended < count; appended += 20) {
    await appendEvents(log, keys, Math.min(20, count - appended), appended);
    await settle();
  }
  await settle({ closing: true });
  await log.close();
  const key = await installationKey(keys);
  if (key === null) throw new Error('Nothing was signed');
  return { directory, key, events: observed.signed };
}

export async function verifyFolder(directory: string, key: PublicJwk | null): Promise<Verdict> {
  const [raw, log] = [openRawSqliteLog({ directory }), readSqliteEventLog({ directory })];
  try {
    const stored = key === null ? null : await headsBeside(readFileTreeHeads({ directory }), key);
    if (stored?.ok === false) throw new Error(`A head ${stored.source} was not signed with the key`);
    return await verifyLog({ raw, log, key, heads: stored?.heads ?? [] });
  } finally {
    await raw.close();
    await log.close();
  }
}

/** Closes the log when the running test ends. */
export async function openLogFor(directory: string): Promise<EventLog> {
  const log = await openSqliteEventLog({ directory });
  onTestFinished(() => log.close());
  return log;
}
