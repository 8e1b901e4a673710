/** The inside of the service on the stores it really has, in a folder of the running test. */
import { createSecretKey } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { openSqliteEventLog } from '../../src/adapters/sqlite/event-log.ts';
import { openSqliteKeys } from '../../src/adapters/sqlite/keys/keys.ts';
import { uuidV7Ids } from '../../src/adapters/system/ids.ts';
import { AccountCommands } from '../../src/commands/accounts.ts';
import { ChatbotCommands } from '../../src/commands/chatbots.ts';
import { ConversationCommands } from '../../src/commands/conversations.ts';
import { DataSourceCommands } from '../../src/commands/data-sources.ts';
import { CommandExecutor } from '../../src/commands/execute.ts';
import { SessionCommands } from '../../src/commands/sessions.ts';
import { WidgetKeyCommands } from '../../src/commands/widget-keys.ts';
import { EventCodec } from '../../src/log/codec.ts';
import { type CommandContext, EventStore } from '../../src/log/event-store.ts';
import { KeyedHash } from '../../src/log/keyed-hash.ts';
import type { Recorded } from '../../src/log/recorded.ts';
import type { EventLog, StoredEvent } from '../../src/ports/event-log.ts';
import type { Keys } from '../../src/ports/keys.ts';
import type { Passwords } from '../../src/ports/passwords.ts';
import { NOON } from './fixtures.ts';
import { temporaryDirectory } from './temporary-directory.ts';

export const masterKey = createSecretKey(Buffer.alloc(32, 7));

/** Hashing is slow on purpose; whether it is done at all shows as well without that. */
export const quickPasswords: Passwords = {
  hash: async (password) => `hashed ${password}`,
  matches: async (password, hash) => hash === `hashed ${password}`,
};

export const SESSION_LIFETIME_MS = 30 * 24 * 3_600_000;
export const PLAN_LIMIT = 3;

export interface Stores {
  readonly log: EventLog;
  readonly keys: Keys;
  readonly codec: EventCodec;
}

/** Log and keys on SQLite, closed when the test ends. */
export async function openStores(directory: string = temporaryDirectory()): Promise<Stores> {
  const log = await openSqliteEventLog({ directory });
  onTestFinished(() => log.close());
  const keys = await openSqliteKeys({ directory, masterKey });
  onTestFinished(() => keys.close());
  return { log, keys, codec: new EventCodec(keys) };
}

export type Node = ReturnType<typeof nodeOn>;

/** One node of the service: its own executor and cache, on stores that it shares with the others. */
export function nodeOn({ log, keys, codec }: Stores) {
  const executor = new CommandExecutor(new EventStore(log, codec));
  const shared = { executor, keys, ids: uuidV7Ids, keyedHash: new KeyedHash(masterKey) };
  return {
    executor,
    accounts: new AccountCommands({ ...shared, passwords: quickPasswords }),
    sessions: new SessionCommands({ ...shared, lifetimeMs: SESSION_LIFETIME_MS }),
    chatbots: new ChatbotCommands({ ...shared, planLimit: PLAN_LIMIT }),
    dataSources: new DataSourceCommands(shared),
    widgetKeys: new WidgetKeyCommands(shared),
    conversations: new ConversationCommands(shared),
  };
}

/** A command of its own each time it is called. */
export function newCommand(at: number = NOON): CommandContext {
  return { commandId: uuidV7Ids.next(), actor: { kind: 'anonymous' }, at };
}

export async function allStored(log: EventLog): Promise<readonly StoredEvent[]> {
  const { events } = await log.readAll({ after: null, limit: 100_000 });
  return events;
}

/** The whole log, readable. @throws the first event that is not. */
export async function allRecorded({ log, codec }: Stores): Promise<readonly Recorded[]> {
  return (await codec.decode(await allStored(log))).map((decoded) => {
    if (!decoded.readable) throw decoded.error;
    return decoded.recorded;
  });
}

/** What a successful command gave. @throws the rejection's name, so that a test fails where it went wrong. */
export function valueOrThrow<Value>(
  outcome: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly rejection: string },
): Value {
  if (!outcome.ok) throw new Error(`Refused: ${outcome.rejection}`);
  return outcome.value;
}
