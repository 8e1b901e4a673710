import { type AccountState, account, type NewPassword } from '../domain/account/account.ts';
import { canonicalEmail } from '../domain/account/email-address.ts';
import { emailClaim } from '../domain/account/email-claim.ts';
import { accountSubject } from '../domain/key-subjects.ts';
import type { CommandContext } from '../event-log/event-store.ts';
import type { KeyedHash } from '../event-log/keyed-hash.ts';
import type { Ids } from '../ports/clock.ts';
import { laterPosition, type Position } from '../ports/event-log.ts';
import type { Keys } from '../ports/keys.ts';
import type { Passwords } from '../ports/passwords.ts';
import type { ChatbotCommands } from './chatbots.ts';
import { type CommandResult, type Done, done, expectRejections, rejected, withoutValue } from './command-result.ts';
import { stepOf } from './command-step.ts';
import type { CommandExecutor } from './execute.ts';

export interface RegisteredAccount {
  readonly accountId: string;
}

/** The password was checked at this version of it. */
export interface AuthenticatedAccount extends RegisteredAccount {
  readonly passwordVersion: number;
}

/** A client that has not signed in. The clients of a network share a place in the fair queue for password hashing. */
interface FromNetwork {
  readonly network?: string;
}

export interface ResettableAccount extends AuthenticatedAccount {
  /** The address as it was registered. */
  readonly email: string;
  readonly passwordHash: string;
}

export interface AccountChanges {
  readonly name?: string | undefined;
  readonly password?: { readonly current: string; readonly next: string } | undefined;
}

const MAX_ERASED_AT_ONCE = 8;
/** A version that no password has: a command with it is rejected unless it was executed before. */
const NO_VERSION = -1;

type DeletedAccount = Extract<AccountState, { kind: 'deleted' }>;

interface AccountCommandDeps {
  readonly executor: CommandExecutor;
  readonly passwords: Passwords;
  readonly keyedHash: KeyedHash;
  readonly ids: Ids;
  readonly keys: Pick<Keys, 'erase'>;
  readonly chatbots: Pick<ChatbotCommands, 'erase'>;
}

export class AccountCommands {
  readonly #executor: CommandExecutor;
  readonly #passwords: Passwords;
  readonly #keyedHash: KeyedHash;
  readonly #ids: Ids;
  readonly #keys: Pick<Keys, 'erase'>;
  readonly #chatbots: Pick<ChatbotCommands, 'erase'>;

  constructor(deps: AccountCommandDeps) {
    this.#executor = deps.executor;
    this.#passwords = deps.passwords;
    this.#keyedHash = deps.keyedHash;
    this.#ids = deps.ids;
    this.#keys = deps.keys;
    this.#chatbots = deps.chatbots;
  }

  async register(
    input: { email: string; name: string; password: string } & FromNetwork,
    context: CommandContext,
  ): Promise<CommandResult<RegisteredAccount, 'EmailAlreadyRegistered'>> {
    // Hashed first, so that a registered address takes as long to reject as a new one to register.
    const passwordHash = await this.#passwords.hash(input.password, input.network);
    const emailId = this.#emailId(input.email);
    await this.#releaseOfDeleted(emailId, context);
    const newAccountId = this.#ids.next();
    const claim = await this.#executor.execute(
      emailClaim,
      emailId,
      { type: 'ClaimEmail', accountId: newAccountId },
      stepOf(context, 'claim'),
    );
    // A crash may have left a claim without an account: registration continues under the claimed id, and the first append wins.
    const accountId = claim.ok ? claim.value.accountId : ((await this.#accountIdOf(emailId)) ?? newAccountId);
    if (accountId === null) return rejected('EmailAlreadyRegistered');
    const { email, name } = input;
    const result = await this.#executor.execute(
      account,
      accountId,
      { type: 'RegisterAccount', accountId, email, name, passwordHash, plan: 'free' },
      context,
    );
    if (!result.ok) return rejected('EmailAlreadyRegistered', result.position);
    return done({ accountId }, result.position);
  }

  /** Takes about the same time for known and unknown addresses. */
  async authenticate(
    input: { email: string; password: string } & FromNetwork,
  ): Promise<CommandResult<AuthenticatedAccount, 'InvalidCredentials'>> {
    const accountId = await this.#accountIdOf(this.#emailId(input.email));
    const passwordVersion = await this.#matchedVersion(accountId, input.password, input.network);
    return passwordVersion !== null && accountId !== null
      ? done({ accountId, passwordVersion }, null)
      : rejected('InvalidCredentials');
  }

  /** False when the password has changed since it was checked, for example while a session was started with it. */
  async isStillAuthentic({ accountId, passwordVersion }: AuthenticatedAccount): Promise<boolean> {
    const state = await this.#executor.stateOf(account, accountId);
    return state.kind === 'registered' && state.passwordVersion === passwordVersion;
  }

  /** @param sessionId the session of the change; the caller ends all sessions that are older than a new password */
  async change(
    accountId: string,
    sessionId: string,
    { name, password }: AccountChanges,
    context: CommandContext,
  ): Promise<CommandResult<null, 'AccountNotFound' | 'CurrentPasswordWrong'>> {
    let newPassword: NewPassword | null = null;
    if (password !== undefined) {
      const knownVersion = await this.#matchedVersion(accountId, password.current, accountId);
      if (knownVersion === null) return rejected('CurrentPasswordWrong');
      newPassword = { hash: await this.#passwords.hash(password.next, accountId), knownVersion, sessionId };
    }
    const command = { type: 'ChangeAccount', name: name ?? null, password: newPassword } as const;
    const result = await this.#executor.execute(account, accountId, command, context);
    return expectRejections(withoutValue(result), 'AccountNotFound', 'CurrentPasswordWrong');
  }

  async findByEmail(email: string): Promise<ResettableAccount | null> {
    const accountId = await this.#accountIdOf(this.#emailId(email));
    return accountId === null ? null : this.find(accountId);
  }

  /** @returns null for an account that never was, or is deleted */
  async find(accountId: string): Promise<ResettableAccount | null> {
    const state = await this.#executor.stateOf(account, accountId);
    if (state.kind !== 'registered' || state.credentials === null) return null;
    const { email, passwordHash } = state.credentials;
    return { accountId, email, passwordHash, passwordVersion: state.passwordVersion };
  }

  /**
   * Sets a password without the current one. The caller must have other proof of identity, and must end all older sessions.
   * `PasswordChangedMeanwhile`: the password has changed since the account was read.
   */
  async resetPassword(
    { accountId, passwordVersion }: AuthenticatedAccount,
    password: string,
    context: CommandContext,
  ): Promise<CommandResult<null, 'AccountNotFound' | 'PasswordChangedMeanwhile'>> {
    const hash = await this.#passwords.hash(password);
    const newPassword = { hash, knownVersion: passwordVersion, sessionId: null };
    const command = { type: 'ChangeAccount', name: null, password: newPassword } as const;
    const result = await this.#executor.execute(account, accountId, command, context);
    if (result.ok) return this.#hasPassword(accountId, password, result.position);
    const rejection = result.rejection === 'CurrentPasswordWrong' ? 'PasswordChangedMeanwhile' : 'AccountNotFound';
    return rejected(rejection, result.position);
  }

  /**
   * Repeats `resetPassword` after its response was lost. Succeeds when the same command has set this password and the account
   * still has it; changes nothing.
   */
  async repeatReset(
    accountId: string,
    password: string,
    context: CommandContext,
  ): Promise<CommandResult<null, 'AccountNotFound' | 'PasswordChangedMeanwhile'>> {
    const unchanged: NewPassword = { hash: '', knownVersion: NO_VERSION, sessionId: null };
    const command = { type: 'ChangeAccount', name: null, password: unchanged } as const;
    const { ok, position } = await this.#executor.execute(account, accountId, command, context);
    if (!ok) return rejected('PasswordChangedMeanwhile', position);
    return this.#hasPassword(accountId, password, position);
  }

  /** Read from the log: another node may have executed the same command with another password. */
  async #hasPassword(
    accountId: string,
    password: string,
    position: Position | null,
  ): Promise<CommandResult<null, 'PasswordChangedMeanwhile'>> {
    this.#executor.evict(account, accountId);
    const version = await this.#matchedVersion(accountId, password, accountId);
    return version === null ? rejected('PasswordChangedMeanwhile', position) : done(null, position);
  }

  /**
   * Deletes and crypto-shreds the account with all that belongs to it. The caller ends its sessions. The erasure worker repeats
   * what a crash leaves undone.
   */
  async delete(
    accountId: string,
    password: string,
    context: CommandContext,
  ): Promise<CommandResult<null, 'AccountNotFound' | 'CurrentPasswordWrong'>> {
    const knownVersion = await this.#matchedVersion(accountId, password, accountId);
    const state = await this.#executor.stateOf(account, accountId);
    if (state.kind !== 'registered' || state.credentials === null) return rejected('AccountNotFound');
    if (knownVersion === null) return rejected('CurrentPasswordWrong');
    const emailClaimId = this.#emailId(state.credentials.email);
    const command = { type: 'DeleteAccount', emailClaimId, knownVersion } as const;
    const deleted = await this.#executor.execute(account, accountId, command, context);
    if (!deleted.ok) return expectRejections(deleted, 'AccountNotFound', 'CurrentPasswordWrong');
    const finished = await this.finishDeletion(accountId, context);
    return done(null, laterPosition(deleted.position, finished.position));
  }

  /** Second step of `delete`: keys first, then chatbots, then the email address, which may be registered again. Idempotent. */
  async finishDeletion(accountId: string, context: CommandContext): Promise<Done<null>> {
    const state = await this.#executor.stateOf(account, accountId);
    if (state.kind !== 'deleted') throw new Error('An account that is not deleted cannot be erased');
    await this.#keys.erase(accountSubject(accountId));
    this.#executor.evict(account, accountId);
    let position: Position | null = null;
    for (let start = 0; start < state.chatbotIds.length; start += MAX_ERASED_AT_ONCE) {
      const batch = state.chatbotIds.slice(start, start + MAX_ERASED_AT_ONCE).map((chatbotId) => {
        return this.#chatbots.erase(accountId, chatbotId, stepOf(context, `chatbot/${chatbotId}`));
      });
      for (const erased of await Promise.all(batch)) position = laterPosition(position, erased.position);
    }
    const released = await this.#release(state, context);
    return done(null, laterPosition(position, released.position));
  }

  async isDeleted(accountId: string): Promise<boolean> {
    return (await this.#executor.stateOf(account, accountId)).kind === 'deleted';
  }

  /** A deletion may have been interrupted before it released the address. */
  async #releaseOfDeleted(emailId: string, context: CommandContext): Promise<void> {
    const holder = await this.#accountIdOf(emailId);
    const state = holder === null ? null : await this.#executor.stateOf(account, holder);
    if (state?.kind === 'deleted') await this.#release(state, context);
  }

  async #release({ accountId, emailClaimId }: DeletedAccount, context: CommandContext) {
    const command = { type: 'ReleaseEmail', accountId } as const;
    return this.#executor.execute(emailClaim, emailClaimId, command, stepOf(context, 'release e-mail'));
  }

  /** Returns null when the password does not match. Takes about the same time in both cases. */
  async #matchedVersion(accountId: string | null, password: string, caller?: string): Promise<number | null> {
    const state = accountId === null ? null : await this.#executor.stateOf(account, accountId);
    const known = state?.kind === 'registered' ? state : null;
    const matches = await this.#passwords.verify(password, known?.credentials?.passwordHash ?? null, caller);
    return matches && known !== null ? known.passwordVersion : null;
  }

  async #accountIdOf(emailId: string): Promise<string | null> {
    return (await this.#executor.stateOf(emailClaim, emailId)).accountId;
  }

  #emailId(email: string): string {
    return this.#keyedHash.hash('email', canonicalEmail(email));
  }
}
