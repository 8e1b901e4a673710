import { Type } from 'typebox';
import { defineEvent, type EventsOf } from '../event.ts';
import { Count, Id, Instant } from '../schema.ts';

/** A session is a family of refresh tokens with rotation. */
const SessionStarted = defineEvent('SessionStarted', {
  data: Type.Object({ sessionId: Id, accountId: Id, startedAt: Instant, expiresAt: Instant }),
});

/** The refresh token of `rotation - 1` was used; only its successor is valid now. */
const SessionRefreshed = defineEvent('SessionRefreshed', {
  data: Type.Object({ sessionId: Id, accountId: Id, rotation: Count, refreshedAt: Instant, expiresAt: Instant }),
});

const SessionEnded = defineEvent('SessionEnded', {
  data: Type.Object({
    sessionId: Id,
    accountId: Id,
    /**
     * `token-reuse`: a rotated refresh token was used again, so it may be stolen. `password-change`: the session is older than
     * the account's password.
     */
    reason: Type.Union([Type.Literal('logout'), Type.Literal('token-reuse'), Type.Literal('password-change')]),
  }),
});

export const SESSION_EVENTS = [SessionStarted, SessionRefreshed, SessionEnded] as const;
export type SessionEvent = EventsOf<typeof SESSION_EVENTS>;
