import { session } from '../domain/session/session.ts';
import { madeId } from '../log/event-id.ts';
import type { CommandContext } from '../log/event-store.ts';
import type { CommandExecutor } from './execute.ts';
import { done, type Outcome, rejected } from './outcome.ts';

/** A sign-in at the rotation whose refresh token is good now. */
export interface OpenSession {
  readonly sessionId: string;
  readonly accountId: string;
  readonly rotation: number;
}

export class SessionCommands {
  readonly #executor: CommandExecutor;
  readonly #lifetimeMs: number;

  /** @param deps.lifetimeMs how long a refresh token is good */
  constructor(deps: { executor: CommandExecutor; lifetimeMs: number }) {
    this.#executor = deps.executor;
    this.#lifetimeMs = deps.lifetimeMs;
  }

  async start(accountId: string, context: CommandContext): Promise<Outcome<OpenSession, 'SessionExists'>> {
    const sessionId = madeId(context.commandId, 'session');
    const command = {
      type: 'StartSession',
      sessionId,
      accountId,
      now: context.at,
      lifetimeMs: this.#lifetimeMs,
    } as const;
    const result = await this.#executor.execute(session, sessionId, command, context);
    if (!result.accepted) return rejected('SessionExists', result.position);
    return done({ sessionId, accountId, rotation: 0 }, result.position);
  }

  /** A token that had been rotated ends the session for everybody who holds one of its tokens. */
  async refresh(
    token: { sessionId: string; rotation: number },
    context: CommandContext,
  ): Promise<Outcome<OpenSession, 'InvalidRefreshToken'>> {
    const command = {
      type: 'RefreshSession',
      rotation: token.rotation,
      now: context.at,
      lifetimeMs: this.#lifetimeMs,
    } as const;
    const result = await this.#executor.execute(session, token.sessionId, command, context);
    if (!result.accepted || result.state.kind !== 'active') return rejected('InvalidRefreshToken', result.position);
    const { sessionId, accountId, rotation } = result.state;
    return done({ sessionId, accountId, rotation }, result.position);
  }

  async end(sessionId: string, context: CommandContext): Promise<Outcome<null, never>> {
    const result = await this.#executor.execute(session, sessionId, { type: 'EndSession' }, context);
    return done(null, result.position);
  }
}
