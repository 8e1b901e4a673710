/** Commands and stores of the service without HTTP, on real embedded stores in a folder of the running test. */
import { createSecretKey } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { openSqliteEventLog } from '../../src/adapters/sqlite/event-log/event-log.ts';
import { openSqliteKeys } from '../../src/adapters/sqlite/keys/keys.ts';
import { uuidV7Ids } from '../../src/adapters/system/ids.ts';
import { AccountCommands } from '../../src/commands/accounts.ts';
import { ChatbotCommands } from '../../src/commands/chatbots.ts';
import { ConversationCommands } from '../../src/commands/conversations.ts';
import { DataSourceCommands } from '../../src/commands/data-sources.ts';
import { CommandExecutor } from '../../src/commands/execute.ts';
import { MessageQuotaCommands } from '../../src/commands/message-quota.ts';
import { SessionCommands } from '../../src/commands/sessions.ts';
import { WidgetKeyCommands } from '../../src/commands/widget-keys.ts';
import { EventCodec } from '../../src/event-log/codec.ts';
import { type CommandContext, EventStore } from '../../src/event-log/event-store.ts';
import { KeyedHash } from '../../src/event-log/keyed-hash.ts';
import type { RecordedEvent } from '../../src/event-log/recorded-event.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { Keys } from '../../src/ports/keys.ts';
import type { Passwords } from '../../src/ports/passwords.ts';
import { NOON } from './fixtures.ts';
import { directoryOfFile } from './temporary-directory.ts';

export const masterKey = createSecretKey(Buffer.alloc(32, 7));

/** Hashing is slow on purpose; whether it is done at all shows as well without that. */
const quickPasswords: Passwords = {
  hash: async (password) => `hashed ${password}`,
  verify: async (password, hash) => hash === `hashed ${password}`,
};

export const SESSION_LIFETIME_MS = 30 * 24 * 3_600_000;
export const PLAN_LIMIT = 3;
export const MESSAGE_LIMIT = 5;

export interface Stores {
  readonly log: EventLog;
  readonly keys: Keys;
  readonly codec: EventCodec;
}

interface OpenStores extends Stores {
  close(): Promise<void>;
}

/** Log and keys on SQLite. */
async function openStoresIn(directory: string): Promise<OpenStores> {
  const log = await openSqliteEventLog({ directory });
  const keys = await openSqliteKeys({ directory, masterKey });
  const close = async () => {
    await log.close();
    await keys.close();
  };
  return { log, keys, codec: new EventCodec(keys), close };
}

/** Stores that all tests of a file share, for tests that look only at what they made themselves. */
export function storesOfFile(): () => Stores {
  let opened: OpenStores | undefined;
  // After-hooks run last to first: closed before its folder goes.
  const directory = directoryOfFile();
  beforeAll(async () => {
    opened = await openStoresIn(directory);
  });
  afterAll(() => opened?.close());
  return () => {
    if (opened === undefined) throw new Error('The stores are open only while tests run');
    return opened;
  };
}

export type Node = ReturnType<typeof nodeOn>;

/** One node of the service: its own executor and cache, on stores that it shares with the others. */
export function nodeOn(
  { log, keys, codec }: Stores,
  Executor: typeof CommandExecutor = CommandExecutor,
  clock: Clock = noonClock,
) {
  const executor = new Executor(new EventStore(log, codec, clock));
  const shared = { executor, keys, ids: uuidV7Ids, keyedHash: new KeyedHash(masterKey) };
  const conversations = new ConversationCommands(shared);
  const chatbots = new ChatbotCommands({ ...shared, planLimit: PLAN_LIMIT });
  const months = { ...shared, conversations, planLimit: MESSAGE_LIMIT, othersEndedAt: 0, report: () => undefined };
  return {
    executor,
    accounts: new AccountCommands({ ...shared, chatbots, passwords: quickPasswords }),
    sessions: new SessionCommands({ ...shared, lifetimeMs: SESSION_LIFETIME_MS }),
    chatbots,
    dataSources: new DataSourceCommands(shared),
    widgetKeys: new WidgetKeyCommands(shared),
    conversations,
    messageQuota: new MessageQuotaCommands(months),
  };
}

/** Always noon. */
export const noonClock: Clock = { now: () => NOON };

/** A command of its own each time it is called. */
export function newCommand(at: number = NOON): CommandContext {
  return { commandId: uuidV7Ids.next(), actor: { kind: 'anonymous' }, at };
}

/** Events of a stream, decoded. @throws the first event that is unreadable */
export async function recordedIn({ log, codec }: Stores, stream: string): Promise<readonly RecordedEvent[]> {
  const stored = await log.readStream(stream, { limit: 100_000 });
  return (await codec.decode(stored)).map((decoded) => {
    if (!decoded.ok) throw decoded.error;
    return decoded.recorded;
  });
}

/** The same log, but appends go another way. */
export function withAppend(log: EventLog, append: EventLog['append']): EventLog {
  return {
    append,
    readStream: (stream, options) => log.readStream(stream, options),
    readAll: (options) => log.readAll(options),
    head: () => log.head(),
    eventAt: (position) => log.eventAt(position),
    readLatest: (limit) => log.readLatest(limit),
    readEvents: (places) => log.readEvents(places),
    subscribe: (options) => log.subscribe(options),
    consume: (options) => log.consume(options),
    parkedWork: (group, limit) => log.parkedWork(group, limit),
    countParkedWork: (group, limit) => log.countParkedWork(group, limit),
    replayParkedWork: (group) => log.replayParkedWork(group),
    close: () => log.close(),
  };
}

/** The value of a successful command. @throws the rejection's name, so that a test fails where it went wrong */
export function valueOrThrow<Value>(
  outcome: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly rejection: string },
): Value {
  if (!outcome.ok) throw new Error(`Refused: ${outcome.rejection}`);
  return outcome.value;
}
