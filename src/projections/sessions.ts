import { defineProjection, writing } from './projection.ts';

/** Sessions that are alive: what an access token must belong to. */
export type SessionDocument = {
  readonly accountId: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
};

export const sessions = defineProjection<SessionDocument, 'SessionStarted' | 'SessionRefreshed' | 'SessionEnded'>({
  collection: { name: 'sessions', version: 1, indexes: [['accountId', 'expiresAt']] },
  handles: ['SessionStarted', 'SessionRefreshed', 'SessionEnded'],
  touches: ({ event }) => writing(event.data.sessionId),
  apply(_before, { event }) {
    if (event.type === 'SessionEnded') return null;
    return { accountId: event.data.accountId, expiresAt: event.data.expiresAt };
  },
});
