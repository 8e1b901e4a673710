import { defineProjection, reading, sortablePosition, writing } from '../projection.ts';

/** An access token must belong to an active session. */
export type SessionDocument = {
  readonly accountId: string;
  /** Log position of its start, as sortable text. */
  readonly since: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
};

type SessionEventType = 'SessionStarted' | 'SessionRefreshed' | 'SessionEnded' | 'AccountDeleted';

export const sessions = defineProjection<SessionDocument, SessionEventType>({
  collection: { name: 'sessions', version: 3, indexes: [['accountId', 'expiresAt']] },
  handles: ['SessionStarted', 'SessionRefreshed', 'SessionEnded', 'AccountDeleted'],
  touches({ event }) {
    switch (event.type) {
      case 'SessionRefreshed':
        return reading(event.data.sessionId);
      case 'SessionStarted':
      case 'SessionEnded':
        return writing(event.data.sessionId);
      case 'AccountDeleted':
        return [];
    }
  },
  removes: ({ event }) => (event.type === 'AccountDeleted' ? { accountId: event.data.accountId } : null),
  apply(before, { event, position }) {
    switch (event.type) {
      case 'SessionStarted': {
        const { accountId, expiresAt } = event.data;
        return { accountId, since: sortablePosition(position), expiresAt };
      }
      case 'SessionRefreshed':
        return before && { ...before, expiresAt: event.data.expiresAt };
      case 'SessionEnded':
      case 'AccountDeleted':
        return null;
    }
  },
});
