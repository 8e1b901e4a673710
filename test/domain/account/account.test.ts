import { describe, expect, it } from 'vitest';
import { account } from '../../../src/domain/account/account.ts';
import type { AccountEvent } from '../../../src/domain/account/events.ts';
import { given } from '../../support/events/decider-spec.ts';
import { idOf, sha256Of } from '../../support/fixtures.ts';

const accountId = idOf('ada');

const registered: AccountEvent = {
  type: 'AccountRegistered',
  data: { accountId, plan: 'free' },
  sealed: { email: 'ada@example.com', name: 'Ada', passwordHash: '$2b$hash' },
};
const register = {
  type: 'RegisterAccount',
  accountId,
  email: 'ada@example.com',
  name: 'Ada',
  passwordHash: '$2b$hash',
  plan: 'free',
} as const;

const taken = (bot: string): AccountEvent => ({
  type: 'ChatbotSlotTaken',
  data: { accountId, chatbotId: idOf(bot), publicId: idOf(`public ${bot}`) },
  sealed: { name: bot },
});
const released = (bot: string): AccountEvent => ({
  type: 'ChatbotSlotReleased',
  data: { accountId, chatbotId: idOf(bot) },
});
const take = (bot: string, limit = 3) =>
  ({
    type: 'TakeChatbotSlot',
    chatbotId: idOf(bot),
    publicId: idOf(`public ${bot}`),
    name: bot,
    limit,
  }) as const;
const release = (bot: string) => ({ type: 'ReleaseChatbotSlot', chatbotId: idOf(bot) }) as const;

describe('an account', () => {
  it('is registered with its email, name and password hash sealed', () => {
    given(account).when(register).thenEvents(registered);
  });

  it('cannot be registered twice', () => {
    given(account, registered).when(register).thenRejected('EmailAlreadyRegistered');
  });

  it('takes a place in its plan for each chatbot', () => {
    given(account, registered).when(take('first')).thenEvents(taken('first'));
  });

  it('may have as many chatbots as its plan allows, and not one more', () => {
    given(account, registered, taken('a'), taken('b')).when(take('c')).thenEvents(taken('c'));
    given(account, registered, taken('a'), taken('b'), taken('c')).when(take('d')).thenRejected('ChatbotLimitReached');
    given(account, registered).when(take('a', 0)).thenRejected('ChatbotLimitReached');
  });

  it('takes no second place for a chatbot that has one, even when the plan is full', () => {
    given(account, registered, taken('a')).when(take('a', 1)).thenNothing();
  });

  it('gets a place back when a chatbot is deleted', () => {
    given(account, registered, taken('a')).when(release('a')).thenEvents(released('a'));
    given(account, registered, taken('a'), released('a')).when(take('b', 1)).thenEvents(taken('b'));
  });

  it('gets no place back for a chatbot that has none', () => {
    given(account, registered, taken('a')).when(release('b')).thenNothing();
    given(account, registered, taken('a'), released('a')).when(release('a')).thenNothing();
  });

  it('that was never registered has no places to take or give back', () => {
    given(account).when(take('a')).thenRejected('AccountNotFound');
    given(account).when(release('a')).thenRejected('AccountNotFound');
  });

  it('keeps its places when its personal data has been erased', () => {
    const erased: AccountEvent = { ...registered, sealed: null };
    const nameless: AccountEvent = { ...taken('a'), sealed: null } as AccountEvent;
    expect(given(account, erased, nameless).state).toEqual({
      kind: 'registered',
      passwordVersion: 0,
      accountId,
      plan: 'free',
      credentials: null,
      chatbotIds: [idOf('a')],
    });
    given(account, erased, nameless).when(take('b', 1)).thenRejected('ChatbotLimitReached');
    given(account, erased).when(register).thenRejected('EmailAlreadyRegistered');
  });

  it('is not made by facts about its chatbots', () => {
    expect(given(account, taken('a'), released('a')).state).toEqual({ kind: 'absent' });
  });
});

describe('an account that is deleted', () => {
  const emailClaimId = sha256Of('ada@example.com');
  const remove = (knownVersion = 0) => ({ type: 'DeleteAccount', emailClaimId, knownVersion }) as const;
  const deleted = (...bots: readonly string[]): AccountEvent => ({
    type: 'AccountDeleted',
    data: { accountId, chatbotIds: bots.map(idOf), emailClaimId },
  });

  it('names the chatbots that go with it, also those that are not created yet', () => {
    given(account, registered).when(remove()).thenEvents(deleted());
    given(account, registered, taken('a'), taken('b'), released('a')).when(remove()).thenEvents(deleted('b'));
  });

  it('is refused with a password before the last', () => {
    const changed: AccountEvent = {
      type: 'PasswordChanged',
      data: { accountId, keptSessionId: idOf('session') },
      sealed: { passwordHash: 'second' },
    };
    given(account, registered, changed).when(remove(0)).thenRejected('CurrentPasswordWrong');
    given(account, registered, changed).when(remove(1)).thenEvents(deleted());
  });

  it('frees the slots of its chatbots one by one, takes none and never comes back', () => {
    const gone = [registered, taken('a'), deleted('a')] as const;
    given(account, ...gone)
      .when(take('b', 3))
      .thenRejected('AccountNotFound');
    given(account, ...gone)
      .when(register)
      .thenRejected('EmailAlreadyRegistered');
    given(account, ...gone)
      .when(remove())
      .thenRejected('AccountNotFound');
    given(account, ...gone)
      .when({ type: 'ReleaseChatbotSlot', chatbotId: idOf('a') })
      .thenEvents(released('a'));
    expect(given(account, ...gone, released('a')).state).toEqual({
      kind: 'deleted',
      accountId,
      emailClaimId,
      chatbotIds: [],
    });
  });
});

describe('an account that is changed', () => {
  const sessionId = idOf('session');
  const renamed = (name: string): AccountEvent => ({ type: 'AccountRenamed', data: { accountId }, sealed: { name } });
  const newPassword = (passwordHash: string): AccountEvent => ({
    type: 'PasswordChanged',
    data: { accountId, keptSessionId: sessionId },
    sealed: { passwordHash },
  });
  const change = (name: string | null, password: { hash: string; knownVersion: number } | null) =>
    ({ type: 'ChangeAccount', name, password: password && { ...password, sessionId } }) as const;

  it('has another name, another password, or both', () => {
    given(account, registered).when(change('Eve', null)).thenEvents(renamed('Eve'));
    given(account, registered)
      .when(change(null, { hash: 'new', knownVersion: 0 }))
      .thenEvents(newPassword('new'));
    given(account, registered)
      .when(change('Eve', { hash: 'new', knownVersion: 0 }))
      .thenEvents(renamed('Eve'), newPassword('new'));
  });

  it('says nothing new when it is called as it was', () => {
    given(account, registered).when(change('Ada', null)).thenNothing();
    given(account, registered).when(change(null, null)).thenNothing();
    given(account, registered, renamed('Eve')).when(change('Ada', null)).thenEvents(renamed('Ada'));
  });

  it('rejects a password change based on an earlier password', () => {
    const changed = newPassword('second');
    given(account, registered, changed)
      .when(change('Eve', { hash: 'third', knownVersion: 0 }))
      .thenRejected('CurrentPasswordWrong');
    given(account, registered, changed)
      .when(change(null, { hash: 'third', knownVersion: 1 }))
      .thenEvents(newPassword('third'));
  });

  it('keeps no session when its password is reset', () => {
    const reset = { hash: 'new', knownVersion: 0, sessionId: null };
    given(account, registered)
      .when({ type: 'ChangeAccount', name: null, password: reset })
      .thenEvents({
        type: 'PasswordChanged',
        data: { accountId, keptSessionId: null },
        sealed: { passwordHash: 'new' },
      });
  });

  it('must be there, and not erased', () => {
    given(account).when(change('Eve', null)).thenRejected('AccountNotFound');
    given(account, { ...registered, sealed: null } as AccountEvent)
      .when(change('Eve', null))
      .thenRejected('AccountNotFound');
  });
});
