import { expect, it } from 'vitest';
import { sessionsInLog } from '../../../src/projections/sessions/sessions-in-log.ts';
import { NOON } from '../../support/fixtures.ts';
import { newCommand, nodeOn, SESSION_LIFETIME_MS, storesOfFile, valueOrThrow } from '../../support/inside.ts';

const stores = storesOfFile();

it('The sessions of an account in the log are those that have neither ended nor expired, now or at a position', async () => {
  const { accounts, sessions } = nodeOn(stores());
  const account = (name: string) =>
    accounts.register({ email: `${name}@example.com`, name, password: 'a password' }, newCommand());
  const ada = valueOrThrow(await account('ada')).accountId;
  const eve = valueOrThrow(await account('eve')).accountId;
  const start = async (accountId: string, at = NOON) => (await sessions.start(accountId, newCommand(at))).value;
  const kept = await start(ada);
  const ended = await start(ada);
  await sessions.end(ended.sessionId, newCommand());
  await start(ada, NOON - SESSION_LIFETIME_MS);
  const extended = await start(ada, NOON - SESSION_LIFETIME_MS);
  await sessions.refresh(extended, newCommand(NOON - 1_000));
  await start(eve);
  const found = await sessionsInLog(ada, { now: NOON }, stores());
  expect(found.toSorted()).toEqual([kept.sessionId, extended.sessionId].toSorted());

  const openAt = await stores().log.head();
  await sessions.end(kept.sessionId, newCommand());
  expect(await sessionsInLog(ada, { now: NOON }, stores())).toEqual([extended.sessionId]);
  expect((await sessionsInLog(ada, { now: NOON, openAt }, stores())).toSorted()).toEqual(found.toSorted());
});
