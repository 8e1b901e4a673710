import { account } from '../domain/account/account.ts';
import { session } from '../domain/session/session.ts';
import { resourceId } from '../event-log/event-id.ts';
import type { CommandContext } from '../event-log/event-store.ts';
import { laterPosition, type Position } from '../ports/event-log.ts';
import { type CommandResult, type Done, done, rejected } from './command-result.ts';
import type { CommandExecutor } from './execute.ts';

/** `rotation` of its current refresh token. */
export interface OpenSession {
  readonly sessionId: string;
  readonly accountId: string;
  readonly rotation: number;
}

/** Lifetime of a refresh token. */
export const SESSION_LIFETIME_MS = 30 * 24 * 3600 * 1000;
const MAX_ENDED_AT_ONCE = 32;

export class SessionCommands {
  readonly #executor: CommandExecutor;
  readonly #lifetimeMs: number;

  /** @param deps.lifetimeMs validity of a refresh token */
  constructor(deps: { executor: CommandExecutor; lifetimeMs: number }) {
    this.#executor = deps.executor;
    this.#lifetimeMs = deps.lifetimeMs;
  }

  async start(accountId: string, context: CommandContext): Promise<Done<OpenSession>> {
    const sessionId = resourceId(context.commandId, 'session');
    const command = {
      type: 'StartSession',
      sessionId,
      accountId,
      now: context.at,
      lifetimeMs: this.#lifetimeMs,
    } as const;
    const result = await this.#executor.execute(session, sessionId, command, context);
    if (!result.ok) throw new Error(`A new session was rejected: ${result.rejection}`);
    return done({ sessionId, accountId, rotation: 0 }, result.position);
  }

  /** Reuse of a rotated token ends the session, for all holders of its tokens. */
  async refresh(
    token: { sessionId: string; rotation: number },
    context: CommandContext,
  ): Promise<CommandResult<OpenSession, 'InvalidRefreshToken'>> {
    if (await this.#isOfDeletedAccount(token.sessionId)) return rejected('InvalidRefreshToken');
    const command = {
      type: 'RefreshSession',
      rotation: token.rotation,
      now: context.at,
      lifetimeMs: this.#lifetimeMs,
    } as const;
    const result = await this.#executor.execute(session, token.sessionId, command, context);
    if (!result.ok || result.value.kind !== 'active') return rejected('InvalidRefreshToken', result.position);
    const { sessionId, accountId, rotation } = result.value;
    return done({ sessionId, accountId, rotation }, result.position);
  }

  /** The deletion of an account ends its sessions without an event of each. */
  async #isOfDeletedAccount(sessionId: string): Promise<boolean> {
    const known = await this.#executor.stateOf(session, sessionId);
    if (known.kind !== 'active') return false;
    return (await this.#executor.stateOf(account, known.accountId)).kind === 'deleted';
  }

  async end(
    sessionId: string,
    context: CommandContext,
    reason: 'logout' | 'password-change' = 'logout',
  ): Promise<Done<null>> {
    const result = await this.#executor.execute(session, sessionId, { type: 'EndSession', reason }, context);
    return done(null, result.position);
  }

  /** After a password change. Ended sessions stay as they are. */
  async endAll(sessionIds: readonly string[], context: CommandContext): Promise<Done<null>> {
    let position: Position | null = null;
    for (let start = 0; start < sessionIds.length; start += MAX_ENDED_AT_ONCE) {
      const batch = sessionIds.slice(start, start + MAX_ENDED_AT_ONCE);
      const ended = await Promise.all(batch.map((sessionId) => this.end(sessionId, context, 'password-change')));
      for (const result of ended) position = laterPosition(position, result.position);
    }
    return done(null, position);
  }
}
