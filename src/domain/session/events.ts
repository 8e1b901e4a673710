import { Type } from 'typebox';
import { defineEvent, type EventsOf } from '../event.ts';
import { Count, Id, Instant } from '../schema.ts';

/** A sign-in: the family of refresh tokens that follow one another by rotation. */
const SessionStarted = defineEvent('SessionStarted', {
  data: Type.Object({ sessionId: Id, accountId: Id, startedAt: Instant, expiresAt: Instant }),
});

/** The refresh token of rotation `rotation - 1` was used; only its successor is good from now on. */
const SessionRefreshed = defineEvent('SessionRefreshed', {
  data: Type.Object({ sessionId: Id, accountId: Id, rotation: Count, refreshedAt: Instant, expiresAt: Instant }),
});

const SessionEnded = defineEvent('SessionEnded', {
  data: Type.Object({
    sessionId: Id,
    accountId: Id,
    /** `token-reuse`: a refresh token that had been rotated came back, so somebody else holds a copy. */
    reason: Type.Union([Type.Literal('logout'), Type.Literal('token-reuse')]),
  }),
});

export const sessionEvents = [SessionStarted, SessionRefreshed, SessionEnded] as const;
export type SessionEvent = EventsOf<typeof sessionEvents>;
