import { describe, it } from 'vitest';
import { accounts } from '../../../src/projections/accounts/projection.ts';
import { fact } from '../../support/events/facts.ts';
import { givenEvents } from '../../support/projections/projection-spec.ts';

const registered = fact('AccountRegistered');

describe('An account in its read model', () => {
  it('is what its owner registered with, but the password', () => {
    givenEvents(accounts, registered).thenDocument('ada', {
      id: 'ada',
      email: 'ada@example.com',
      name: 'Ada',
      plan: 'free',
      createdAt: '2026-03-01T12:00:00.000Z',
    });
  });

  it('has the newest name, and everything else as before', () => {
    givenEvents(accounts, registered, fact('AccountRenamed', {}, { name: 'Countess' })).thenDocument('ada', {
      id: 'ada',
      email: 'ada@example.com',
      name: 'Countess',
      plan: 'free',
      createdAt: '2026-03-01T12:00:00.000Z',
    });
  });

  it('is absent once its key was erased', () => {
    givenEvents(accounts, fact('AccountRegistered', {}, null)).thenIds();
    givenEvents(accounts, registered, fact('AccountRenamed', {}, null)).thenIds();
  });

  it('is deleted', () => {
    const other = fact('AccountRegistered', { accountId: 'bob' });
    givenEvents(accounts, registered, other, fact('AccountDeleted')).thenIds('bob');
    givenEvents(accounts, fact('AccountRegistered', {}, null), other, fact('AccountDeleted')).thenIds('bob');
  });

  it('is not created by a new name alone', () => {
    givenEvents(accounts, fact('AccountRenamed')).thenIds();
  });
});
