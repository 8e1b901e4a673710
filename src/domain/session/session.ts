import { match, P } from 'ts-pattern';
import { type Aggregate, accept, type Decision, reject } from '../aggregate.ts';
import type { SessionEvent } from './events.ts';

/** Grace for two tabs that refresh at once with the same token: the second gets the same successor. */
export const REFRESH_GRACE_MS = 10_000;

export type SessionState =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'active';
      readonly sessionId: string;
      readonly accountId: string;
      /** Rotation of the valid refresh token. */
      readonly rotation: number;
      readonly refreshedAt: number;
      readonly expiresAt: number;
    }
  | { readonly kind: 'ended' };

export type SessionCommand =
  | {
      readonly type: 'StartSession';
      readonly sessionId: string;
      readonly accountId: string;
      readonly now: number;
      readonly lifetimeMs: number;
    }
  | {
      readonly type: 'RefreshSession';
      /** Rotation of the presented token. */
      readonly rotation: number;
      readonly now: number;
      readonly lifetimeMs: number;
    }
  | { readonly type: 'EndSession'; readonly reason: 'logout' | 'password-change' };

export type SessionRejection = 'SessionExists' | 'InvalidRefreshToken';

function evolve(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'SessionStarted': {
      const { sessionId, accountId, startedAt, expiresAt } = event.data;
      return { kind: 'active', sessionId, accountId, rotation: 0, refreshedAt: startedAt, expiresAt };
    }
    case 'SessionRefreshed': {
      if (state.kind !== 'active') return state;
      const { rotation, refreshedAt, expiresAt } = event.data;
      return { ...state, rotation, refreshedAt, expiresAt };
    }
    case 'SessionEnded':
      return { kind: 'ended' };
    default:
      event satisfies never;
      return state;
  }
}

function refresh(
  command: Extract<SessionCommand, { type: 'RefreshSession' }>,
  session: Extract<SessionState, { kind: 'active' }>,
): Decision<SessionEvent, SessionRejection> {
  const { rotation, now, lifetimeMs } = command;
  const { sessionId, accountId } = session;
  if (now >= session.expiresAt || rotation > session.rotation) return reject('InvalidRefreshToken');
  if (rotation === session.rotation) {
    return accept<SessionEvent>({
      type: 'SessionRefreshed',
      data: { sessionId, accountId, rotation: rotation + 1, refreshedAt: now, expiresAt: now + lifetimeMs },
    });
  }
  const isRace = rotation === session.rotation - 1 && now - session.refreshedAt <= REFRESH_GRACE_MS;
  if (isRace) return accept<SessionEvent>();
  // Reuse detection. An event, not a rejection: the session must end for both holders of the token.
  return accept<SessionEvent>({ type: 'SessionEnded', data: { sessionId, accountId, reason: 'token-reuse' } });
}

function decide(command: SessionCommand, state: SessionState): Decision<SessionEvent, SessionRejection> {
  return match([command, state] as const)
    .with([{ type: 'StartSession' }, { kind: 'absent' }], ([{ sessionId, accountId, now, lifetimeMs }]) =>
      accept<SessionEvent>({
        type: 'SessionStarted',
        data: { sessionId, accountId, startedAt: now, expiresAt: now + lifetimeMs },
      }),
    )
    .with([{ type: 'StartSession' }, { kind: P.union('active', 'ended') }], () => reject('SessionExists'))
    .with([{ type: 'RefreshSession' }, { kind: 'active' }], ([refreshSession, session]) =>
      refresh(refreshSession, session),
    )
    .with([{ type: 'RefreshSession' }, { kind: P.union('absent', 'ended') }], () => reject('InvalidRefreshToken'))
    .with([{ type: 'EndSession' }, { kind: 'active' }], ([{ reason }, { sessionId, accountId }]) =>
      accept<SessionEvent>({ type: 'SessionEnded', data: { sessionId, accountId, reason } }),
    )
    .with([{ type: 'EndSession' }, { kind: P.union('absent', 'ended') }], () => accept<SessionEvent>())
    .exhaustive();
}

export const session: Aggregate<SessionState, SessionCommand, SessionEvent, SessionRejection> = {
  category: 'session',
  initial: { kind: 'absent' },
  evolve,
  decide,
};
