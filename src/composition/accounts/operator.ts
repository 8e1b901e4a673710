/** The commands of the service for an operator, over log and keys alone. */
import { openBcryptPasswords } from '../../adapters/bcrypt/passwords.ts';
import { uuidV7Ids } from '../../adapters/system/ids.ts';
import { AccountCommands } from '../../commands/accounts.ts';
import { ChatbotCommands } from '../../commands/chatbots.ts';
import { CommandExecutor } from '../../commands/execute.ts';
import { requireOwnKeys } from '../../commands/installation.ts';
import { SESSION_LIFETIME_MS, SessionCommands } from '../../commands/sessions.ts';
import type { Config } from '../../config.ts';
import { EventCodec } from '../../event-log/codec.ts';
import { type CommandContext, EventStore } from '../../event-log/event-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Passwords } from '../../ports/passwords.ts';
import type { Report } from '../../ports/report.ts';
import { UNOBSERVED_TREE_HEADS } from '../../workers/tree-heads/tree-head-publisher.ts';
import { storeNames } from '../stores/stores.ts';
import { AppendGate } from '../tree-heads/append-gate.ts';
import { TreeHeadSigning } from '../tree-heads/tree-heads.ts';
import { type AccountStores, openAccountStores } from './account-stores.ts';

/** The message tells the operator why. */
export class AccountCommandRefused extends Error {
  override readonly name = 'AccountCommandRefused';
}

export interface AccountCommandRun {
  readonly config: Config;
  readonly email: string;
  /** Called once the email address is found to fit the command. */
  readonly newPassword: () => Promise<string>;
  readonly report: Report;
}

export interface Operator extends ReturnType<typeof commandsOver> {
  readonly stores: AccountStores;
  readonly context: () => CommandContext;
  /** Appends within a signed log. */
  readonly append: <Value>(append: () => Promise<Value>) => Promise<Value>;
}

/** @throws whatever `openAccountStores`, `requireOwnKeys` and `act` throw */
export async function asOperator<Value>(
  { config, report }: Pick<AccountCommandRun, 'config' | 'report'>,
  act: (operator: Operator) => Promise<Value>,
): Promise<Value> {
  const stores = await openAccountStores(config);
  const passwords = openBcryptPasswords();
  try {
    const commands = commandsOver(stores, passwords, config);
    const { acceptOlderKeys } = config;
    await requireOwnKeys({
      ...stores,
      executor: commands.executor,
      names: storeNames(config),
      report,
      acceptOlderKeys,
    });
    return await act({
      ...commands,
      stores,
      context: () => operatorCommandContext(stores.clock),
      append: (append) => signed(stores, config, report, append),
    });
  } finally {
    await passwords.close();
    await stores.close();
  }
}

function commandsOver({ log, keys, keyedHash, clock }: AccountStores, passwords: Passwords, { planChatbots }: Config) {
  const codec = new EventCodec(keys);
  const executor = new CommandExecutor(new EventStore(log, codec, clock));
  const chatbots = new ChatbotCommands({ executor, keys, planLimit: planChatbots });
  return {
    codec,
    executor,
    accounts: new AccountCommands({ executor, passwords, keyedHash, ids: uuidV7Ids, keys, chatbots }),
    sessions: new SessionCommands({ executor, lifetimeMs: SESSION_LIFETIME_MS }),
  };
}

function operatorCommandContext(clock: Clock): CommandContext {
  return { commandId: uuidV7Ids.next(), actor: { kind: 'system', part: 'operator' }, at: clock.now() };
}

/**
 * Reopens an embedded log that a graceful shutdown has closed, and closes it again: otherwise the events appended in between
 * would count as tampering. Nodes of a shared log sign its heads themselves.
 */
async function signed<Value>(
  stores: AccountStores,
  config: Config,
  report: Report,
  append: () => Promise<Value>,
): Promise<Value> {
  if (config.eventStoreUrl !== null) return append();
  const own = { gate: new AppendGate(), clock: stores.clock, ids: uuidV7Ids, observer: UNOBSERVED_TREE_HEADS };
  const signing = new TreeHeadSigning({ config, stores, report, ...own });
  await signing.reopen();
  try {
    return await append();
  } finally {
    signing.start();
    await signing.stop();
  }
}
