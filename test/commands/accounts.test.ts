import { describe, expect, it } from 'vitest';
import { accountSubject } from '../../src/domain/key-subjects.ts';
import { KeyedHash } from '../../src/event-log/keyed-hash.ts';
import { StoreUnavailable } from '../../src/ports/store-unavailable.ts';
import {
  masterKey,
  newCommand,
  nodeOn,
  recordedIn,
  storesOfFile,
  valueOrThrow,
  withAppend,
} from '../support/inside.ts';

const stores = storesOfFile();
const person = (name: string) => ({ email: `${name}@example.com`, name, password: `${name}'s password` });
const claimStream = (email: string) => `email-${new KeyedHash(masterKey).hash('email', email)}`;

/** A node whose process ends when it would write to a stream of the category. */
function nodeThatDiesAt(category: string) {
  const { log } = stores();
  const append: typeof log.append = async (stream, ...rest) => {
    if (stream.startsWith(`${category}-`)) throw new StoreUnavailable('event log', 'the process ended');
    return log.append(stream, ...rest);
  };
  return nodeOn({ ...stores(), log: withAppend(log, append) });
}

describe('registering', () => {
  it('creates an account that can sign in with its password alone', async () => {
    const { accounts } = nodeOn(stores());
    const { accountId } = valueOrThrow(await accounts.register(person('ada'), newCommand()));
    expect(await accounts.authenticate(person('ada'))).toMatchObject({ ok: true, value: { accountId } });
    for (const wrong of [{ ...person('ada'), password: 'guess' }, person('nobody')]) {
      expect(await accounts.authenticate(wrong)).toMatchObject({ ok: false, rejection: 'InvalidCredentials' });
    }
  });

  it('an address twice is refused, however it is written', async () => {
    const { accounts } = nodeOn(stores());
    valueOrThrow(await accounts.register(person('bob'), newCommand()));
    for (const email of ['bob@example.com', 'BOB@Example.COM', ' bob@example.com ', 'ｂｏｂ@example.com']) {
      expect(await accounts.register({ ...person('bob'), email }, newCommand())).toMatchObject({
        ok: false,
        rejection: 'EmailAlreadyRegistered',
      });
      expect(await accounts.authenticate({ email, password: person('bob').password })).toMatchObject({ ok: true });
    }
  });

  it('again with the same command gives the same account', async () => {
    const command = newCommand();
    const first = await nodeOn(stores()).accounts.register(person('carl'), command);
    expect(await nodeOn(stores()).accounts.register(person('carl'), command)).toEqual(first);
  });

  it('keeps the address as it was given, sealed, and no word of the person in clear', async () => {
    const given = { ...person('canary-dora'), email: 'Canary-Dora@Example.com' };
    const { accountId } = valueOrThrow(await nodeOn(stores()).accounts.register(given, newCommand()));
    const [recorded] = await recordedIn(stores(), `account-${accountId}`);
    expect(recorded?.event).toMatchObject({ sealed: { email: 'Canary-Dora@Example.com', name: 'canary-dora' } });
    const { events } = await stores().log.readAll({ after: null, limit: 10_000 });
    expect(JSON.stringify(events.map(({ position: _, ...event }) => event)).toLowerCase()).not.toContain('canary');
  });

  it('of one address by twenty at once, on three nodes, succeeds for exactly one', async () => {
    const nodes = [nodeOn(stores()), nodeOn(stores()), nodeOn(stores())];
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        nodes[n % 3]?.accounts.register({ ...person('eve'), name: `eve ${n}` }, newCommand()),
      ),
    );
    const won = all.flatMap((outcome) => (outcome?.ok ? [outcome.value.accountId] : []));
    expect(won).toHaveLength(1);
    for (const outcome of all) if (!outcome?.ok) expect(outcome?.rejection).toBe('EmailAlreadyRegistered');
    expect(await recordedIn(stores(), claimStream('eve@example.com'))).toHaveLength(1);
    expect(await recordedIn(stores(), `account-${won[0]}`)).toHaveLength(1);
  });

  it('goes on where a process ended between the claim and the account', async () => {
    await expect(nodeThatDiesAt('account').accounts.register(person('fay'), newCommand())).rejects.toThrow('ended');
    const [claim] = await recordedIn(stores(), claimStream('fay@example.com'));
    const { accounts } = nodeOn(stores());
    expect(await accounts.authenticate(person('fay'))).toMatchObject({ ok: false });
    const { accountId } = valueOrThrow(await accounts.register(person('fay'), newCommand()));
    expect(claim?.event.data).toEqual({ accountId });
    expect(await accounts.authenticate(person('fay'))).toMatchObject({ ok: true, value: { accountId } });
    expect(await accounts.register(person('fay'), newCommand())).toMatchObject({ ok: false });
  });

  it('continues the interrupted command', async () => {
    const command = newCommand();
    await expect(nodeThatDiesAt('account').accounts.register(person('gus'), command)).rejects.toThrow('ended');
    const { accountId } = valueOrThrow(await nodeOn(stores()).accounts.register(person('gus'), command));
    expect(await recordedIn(stores(), claimStream('gus@example.com'))).toHaveLength(1);
    expect(await recordedIn(stores(), `account-${accountId}`)).toHaveLength(1);
  });

  it('of an interrupted registration, by many at once, succeeds for exactly one', async () => {
    await expect(nodeThatDiesAt('account').accounts.register(person('hal'), newCommand())).rejects.toThrow('ended');
    const nodes = [nodeOn(stores()), nodeOn(stores())];
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        nodes[n % 2]?.accounts.register({ ...person('hal'), password: `password ${n}` }, newCommand()),
      ),
    );
    const winner = all.findIndex((outcome) => outcome?.ok);
    expect(all.filter((outcome) => outcome?.ok)).toHaveLength(1);
    const signIn = { email: 'hal@example.com', password: `password ${winner}` };
    expect(await nodeOn(stores()).accounts.authenticate(signIn)).toMatchObject({ ok: true });
  });

  it('leaves nothing behind when the log is unavailable from the start', async () => {
    await expect(nodeThatDiesAt('email').accounts.register(person('ida'), newCommand())).rejects.toThrow('ended');
    valueOrThrow(await nodeOn(stores()).accounts.register(person('ida'), newCommand()));
  });
});

describe('resetting a password', () => {
  it('needs no current one, and wins over a reset that read the account before', async () => {
    const { accounts } = nodeOn(stores());
    const { accountId } = valueOrThrow(await accounts.register(person('kim'), newCommand()));
    const known = await accounts.findByEmail('KIM@example.com');
    expect(known).toMatchObject({ accountId, email: 'kim@example.com', passwordVersion: 0 });
    if (known === null) return;
    valueOrThrow(await accounts.resetPassword(known, 'another password', newCommand()));
    expect(await accounts.resetPassword(known, 'a third password', newCommand())).toMatchObject({
      rejection: 'PasswordChangedMeanwhile',
    });
    const signIn = { email: 'kim@example.com', password: 'another password' };
    expect(await accounts.authenticate(signIn)).toMatchObject({ ok: true, value: { passwordVersion: 1 } });
    expect(await accounts.authenticate(person('kim'))).toMatchObject({ ok: false });
  });

  it('finds no account that is unknown, erased or deleted', async () => {
    const { accounts } = nodeOn(stores());
    expect(await accounts.findByEmail('nobody@example.com')).toBeNull();
    const erased = valueOrThrow(await accounts.register(person('lea'), newCommand()));
    await stores().keys.erase(accountSubject(erased.accountId));
    expect(await nodeOn(stores()).accounts.findByEmail('lea@example.com')).toBeNull();
    const gone = valueOrThrow(await accounts.register(person('max'), newCommand()));
    const known = await accounts.find(gone.accountId);
    valueOrThrow(await accounts.delete(gone.accountId, person('max').password, newCommand()));
    expect(await accounts.findByEmail('max@example.com')).toBeNull();
    if (known !== null)
      expect(await accounts.resetPassword(known, 'a new password', newCommand())).toMatchObject({
        rejection: 'AccountNotFound',
      });
  });
});

describe('an account that is gone', () => {
  it('cannot be deleted, nor one whose personal data was erased', async () => {
    const { accounts } = nodeOn(stores());
    const { accountId } = valueOrThrow(await accounts.register(person('una'), newCommand()));
    valueOrThrow(await accounts.delete(accountId, person('una').password, newCommand()));
    const notFound = { ok: false, rejection: 'AccountNotFound' };
    expect(await accounts.delete(accountId, person('una').password, newCommand())).toMatchObject(notFound);
    const erased = valueOrThrow(await accounts.register(person('ina'), newCommand()));
    await stores().keys.erase(accountSubject(erased.accountId));
    const later = nodeOn(stores()).accounts;
    expect(await later.delete(erased.accountId, person('ina').password, newCommand())).toMatchObject(notFound);
  });
});

describe('an account whose personal data was erased', () => {
  it('cannot log in, and its address stays taken', async () => {
    const { accountId } = valueOrThrow(await nodeOn(stores()).accounts.register(person('jo'), newCommand()));
    await stores().keys.erase(accountSubject(accountId));
    const { accounts } = nodeOn(stores());
    expect(await accounts.authenticate(person('jo'))).toMatchObject({ ok: false, rejection: 'InvalidCredentials' });
    expect(await accounts.register(person('jo'), newCommand())).toMatchObject({ ok: false });
  });
});
