import { describe, it } from 'vitest';
import { sessions } from '../../../src/projections/sessions/projection.ts';
import { fact } from '../../support/events/facts.ts';
import { givenEvents } from '../../support/projections/projection-spec.ts';

const started = fact('SessionStarted', { expiresAt: 1_000 });

describe('A session in its read model', () => {
  it('has its account, its position in the log as sortable text, and its end', () => {
    givenEvents(sessions, started).thenDocument('sign-in', {
      accountId: 'ada',
      since: '0000000000000000001',
      expiresAt: 1_000,
    });
  });

  it('is extended by a refresh', () => {
    givenEvents(sessions, started, fact('SessionRefreshed', { expiresAt: 2_000 })).thenDocument('sign-in', {
      accountId: 'ada',
      since: '0000000000000000001',
      expiresAt: 2_000,
    });
  });

  it('is deleted with its account, and a late refresh does not create it again', () => {
    const foreign = fact('SessionStarted', { sessionId: 'foreign', accountId: 'bob' });
    const deleted = fact('AccountDeleted');
    givenEvents(sessions, started, foreign, deleted, fact('SessionRefreshed')).thenIds('foreign');
  });

  it('is deleted when it ends, and a late refresh does not create it again', () => {
    givenEvents(sessions, started, fact('SessionStarted', { sessionId: 'other' }), fact('SessionEnded')).thenIds(
      'other',
    );
    givenEvents(sessions, started, fact('SessionEnded'), fact('SessionRefreshed')).thenIds();
  });
});
