import { account } from '../domain/account/account.ts';
import { emailClaim } from '../domain/account/email-claim.ts';
import { derivedId } from '../log/event-id.ts';
import type { CommandContext } from '../log/event-store.ts';
import type { KeyedHash } from '../log/keyed-hash.ts';
import type { Ids } from '../ports/clock.ts';
import type { Passwords } from '../ports/passwords.ts';
import type { CommandExecutor } from './execute.ts';
import { done, type Outcome, rejected } from './outcome.ts';

export interface RegisteredAccount {
  readonly accountId: string;
}

export class AccountCommands {
  readonly #executor: CommandExecutor;
  readonly #passwords: Passwords;
  readonly #keyedHash: KeyedHash;
  readonly #ids: Ids;

  constructor(deps: { executor: CommandExecutor; passwords: Passwords; keyedHash: KeyedHash; ids: Ids }) {
    this.#executor = deps.executor;
    this.#passwords = deps.passwords;
    this.#keyedHash = deps.keyedHash;
    this.#ids = deps.ids;
  }

  async register(
    input: { email: string; name: string; password: string },
    context: CommandContext,
  ): Promise<Outcome<RegisteredAccount, 'EmailAlreadyRegistered'>> {
    // Hashed first: a taken address takes as long to refuse as a free one to register.
    const passwordHash = await this.#passwords.hash(input.password);
    const emailId = this.#emailId(input.email);
    const wanted = this.#ids.next();
    const claim = await this.#executor.execute(
      emailClaim,
      emailId,
      { type: 'ClaimEmail', accountId: wanted },
      { ...context, commandId: derivedId(context.commandId, 'claim') },
    );
    // Claimed by an account that was never registered, because the process ended in between: that account is taken over. Whoever
    // appends first to its stream has it.
    const accountId = claim.accepted ? claim.state.accountId : ((await this.#accountIdOf(emailId)) ?? wanted);
    if (accountId === null) return rejected('EmailAlreadyRegistered');
    const { email, name } = input;
    const result = await this.#executor.execute(
      account,
      accountId,
      { type: 'RegisterAccount', accountId, email, name, passwordHash, plan: 'free' },
      context,
    );
    if (!result.accepted) return rejected('EmailAlreadyRegistered', result.position);
    return done({ accountId }, result.position);
  }

  /** Takes about the same time whether the address is known or not. */
  async authenticate(input: {
    email: string;
    password: string;
  }): Promise<Outcome<RegisteredAccount, 'InvalidCredentials'>> {
    const accountId = await this.#accountIdOf(this.#emailId(input.email));
    const state = accountId === null ? null : await this.#executor.stateOf(account, accountId);
    const hash = state?.kind === 'registered' ? (state.credentials?.passwordHash ?? null) : null;
    const matches = await this.#passwords.matches(input.password, hash);
    return matches && accountId !== null ? done({ accountId }, null) : rejected('InvalidCredentials');
  }

  async #accountIdOf(emailId: string): Promise<string | null> {
    return (await this.#executor.stateOf(emailClaim, emailId)).accountId;
  }

  #emailId(email: string): string {
    return this.#keyedHash.of('email', email.trim().normalize('NFKC').toLowerCase());
  }
}
