import { defineProjection, reading, sortable, writing } from '../projection.ts';

/** An access token must belong to an active session. */
export type SessionDocument = {
  readonly accountId: string;
  /** Log position of its start, as sortable text. */
  readonly since: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
};

export const sessions = defineProjection<SessionDocument, 'SessionStarted' | 'SessionRefreshed' | 'SessionEnded'>({
  collection: { name: 'sessions', version: 2, indexes: [['accountId', 'expiresAt']] },
  handles: ['SessionStarted', 'SessionRefreshed', 'SessionEnded'],
  touches: ({ event }) =>
    event.type === 'SessionRefreshed' ? reading(event.data.sessionId) : writing(event.data.sessionId),
  apply(before, { event, position }) {
    switch (event.type) {
      case 'SessionStarted': {
        const { accountId, expiresAt } = event.data;
        return { accountId, since: sortable(position), expiresAt };
      }
      case 'SessionRefreshed':
        return before && { ...before, expiresAt: event.data.expiresAt };
      case 'SessionEnded':
        return null;
    }
  },
});
