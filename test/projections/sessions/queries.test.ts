import { describe, expect, it } from 'vitest';
import { fact } from '../../support/events/facts.ts';
import { historyOfFile } from '../../support/projections/history.ts';

const history = historyOfFile();

describe('A session', () => {
  it('is alive until it expires', async () => {
    await history().happened(fact('SessionStarted', { sessionId: 's', expiresAt: 1000 }));
    expect(await history().queries.sessions.accountOf('s', 999)).toBe('ada');
    expect(await history().queries.sessions.accountOf('s', 1000)).toBeNull();
    expect(await history().queries.sessions.accountOf('unknown', 0)).toBeNull();
  });
});
