/** An operator's password reset: the commands of the service, over log and keys alone. */
import { openBcryptPasswords } from '../../adapters/bcrypt/passwords.ts';
import { uuidV7Ids } from '../../adapters/system/ids.ts';
import { AccountCommands, type ResettableAccount } from '../../commands/accounts.ts';
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
import { sessionsInLog } from '../../projections/sessions/from-log.ts';
import { storeNames } from '../stores/stores.ts';
import { AppendGate } from '../tree-heads/append-gate.ts';
import { TreeHeadSigning } from '../tree-heads/tree-heads.ts';
import { type AccountStores, openAccountStores } from './account-stores.ts';

/** The message tells the operator why. */
class ResetRefused extends Error {
  override readonly name = 'ResetRefused';
}

export interface PasswordReset {
  readonly config: Config;
  readonly email: string;
  /** Called once the account is found. */
  readonly newPassword: () => Promise<string>;
  readonly report: Report;
}

/**
 * Sets the password of an account and ends its sessions.
 * @returns number of sessions that were ended
 * @throws Error with a message for the operator; whatever `openAccountStores` and `newPassword` throw
 */
export async function resetPassword({ config, email, newPassword, report }: PasswordReset): Promise<number> {
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
    const known = await commands.accounts.findByEmail(email);
    if (known === null) throw new ResetRefused(`There is no account with the email address ${email}.`);
    const password = await newPassword();
    return await signed(stores, config, report, () => changeAndEndSessions(known, password, stores, commands));
  } finally {
    await passwords.close();
    await stores.close();
  }
}

type AllCommands = ReturnType<typeof commandsOver>;

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

async function changeAndEndSessions(
  known: ResettableAccount,
  password: string,
  { log, clock }: AccountStores,
  { accounts, sessions, codec }: AllCommands,
): Promise<number> {
  const changed = await accounts.resetPassword(known, password, operatorCommandContext(clock));
  if (!changed.ok) throw new ResetRefused('The account was changed at the same moment. Run the command again.');
  // The sessions are read after the change, because the old password starts no new ones from then on. A running node may have
  // ended some already.
  const open = await sessionsInLog(known.accountId, { now: clock.now(), openAt: changed.position }, { log, codec });
  await sessions.endAll(open, operatorCommandContext(clock));
  return open.length;
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
  report: PasswordReset['report'],
  append: () => Promise<Value>,
): Promise<Value> {
  if (config.eventStoreUrl !== null) return append();
  const observer = { signed: () => undefined, failed: () => undefined, contradicted: () => undefined };
  const own = { gate: new AppendGate(), clock: stores.clock, ids: uuidV7Ids, observer };
  const signing = new TreeHeadSigning({ config, stores, report, ...own });
  await signing.begin();
  try {
    return await append();
  } finally {
    signing.start();
    await signing.stop();
  }
}
