import { describe, expect, it, onTestFinished } from 'vitest';
import { type BcryptPasswords, openBcryptPasswords } from '../../../src/adapters/bcrypt/passwords.ts';
import type { User } from '../../../src/projections/accounts/queries.ts';
import { cookiesOf, TestService } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();
const register = (body: object) => service().call<{ user: User }>('POST', '/api/auth/register', { body });
const login = (body: object) => service().call<{ user: User }>('POST', '/api/auth/login', { body });
const someone = () => `${crypto.randomUUID()}@example.com`;
const ADA = { email: 'ada@example.com', password: 'correct horse', name: 'Ada' };

describe('Registering', () => {
  it('makes an account and signs it in', async () => {
    const email = someone();
    const answer = await register({ email, password: 'correct horse', name: 'Ada', plan: 'enterprise' });
    expect(answer.status).toBe(201);
    const { id, createdAt } = answer.data.user;
    expect(answer.data.user).toEqual({ id, email, name: 'Ada', plan: 'free', createdAt });
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const me = await service().call('GET', '/api/auth/me', { headers: { cookie: cookiesOf(answer) } });
    const set = { sendsMail: false, hasLanguageModel: false, modelNames: {} };
    expect({ status: me.status, data: me.data }).toEqual({ status: 200, data: { ...answer.data, service: set } });
  });

  it('refuses an address that is taken, in whatever case it is written', async () => {
    const email = someone();
    await register({ email, password: 'correct horse', name: 'Ada' });
    const again = await register({ email: email.toUpperCase(), password: 'battery staple', name: 'Eve' });
    expect([again.status, again.message]).toEqual([409, 'Email already registered']);
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    ['no email', { password: 'correct horse', name: 'Ada' }, '/email'],
    ['an email without a host', { email: 'ada', password: 'correct horse', name: 'Ada' }, '/email'],
    ['an email that is no text', { email: { $gt: '' }, password: 'correct horse', name: 'Ada' }, '/email'],
    ['an email with a character that does not show', { ...ADA, email: 'ada\u200b@example.com' }, '/email'],
    ['an email that ends with a dot', { ...ADA, email: 'ada@example.com.' }, '/email'],
    ['an email with two dots in a row', { ...ADA, email: 'ada@example..com' }, '/email'],
    ['a password of 7 bytes', { email: 'a@example.com', password: '1234567', name: 'Ada' }, '/password'],
    ['a password of 73 bytes', { email: 'a@example.com', password: `${'é'.repeat(36)}1`, name: 'Ada' }, '/password'],
    ['an empty name', { email: 'a@example.com', password: 'correct horse', name: '' }, '/name'],
    ['a name of 201 characters', { email: 'a@example.com', password: 'correct horse', name: 'a'.repeat(201) }, '/name'],
  ])('refuses %s', async (_what, body, path) => {
    const answer = await register(body);
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.details).toEqual([{ path, message: expect.any(String) }]);
  });

  it('takes a password of 8 bytes and one of 72, and signs in with them', async () => {
    for (const password of ['12345678', 'é'.repeat(36)]) {
      const email = someone();
      expect((await register({ email, password, name: 'Ada' })).status).toBe(201);
      expect((await login({ email, password })).status).toBe(200);
    }
  });

  it('lets one of two at once have the address', async () => {
    const body = { email: someone(), password: 'correct horse', name: 'Ada' };
    const answers = await Promise.all([register(body), register(body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('Signing in', () => {
  it('waits behind its own network only: addresses of one /24 or /48 take turns together', async () => {
    const callers: (string | undefined)[] = [];
    const passwords: BcryptPasswords = {
      close: async () => undefined,
      hash: async () => '',
      async verify(_password, _hash, caller) {
        callers.push(caller);
        return false;
      },
    };
    const proxied = await TestService.start({ TRUST_PROXY: 'true' }, { passwords });
    onTestFinished(() => proxied.stop());
    for (const address of ['192.0.2.1', '192.0.2.2', '2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:2::1']) {
      const headers = { 'x-forwarded-for': address };
      await proxied.call('POST', '/api/auth/login', { body: { email: ADA.email, password: ADA.password }, headers });
    }
    expect(callers.map((caller) => callers.indexOf(caller))).toEqual([0, 0, 2, 2, 4]);
    expect(callers).not.toContain(undefined);
  });

  it('answers the user, whatever the case of the email', async () => {
    const email = someone();
    const registered = await register({ email, password: 'correct horse', name: 'Ada' });
    const answer = await login({ email: email.toUpperCase(), password: 'correct horse' });
    expect([answer.status, answer.data]).toEqual([200, registered.data]);
  });

  it('says the same of a wrong password, of one too long to be any, and of an unknown email', async () => {
    const email = someone();
    await register({ email, password: 'é'.repeat(36), name: 'Ada' });
    const wrong = [
      await login({ email, password: 'battery staple' }),
      await login({ email, password: `${'é'.repeat(36)}more` }),
      await login({ email, password: '' }),
      await login({ email: someone(), password: 'correct horse' }),
    ];
    for (const answer of wrong) expect([answer.status, answer.message]).toEqual([401, 'Invalid email or password']);
  });
});

describe('A session', () => {
  it.each(['/api/auth/me', '/api/chatbots'])('is needed for GET %s', async (path) => {
    for (const cookie of [
      '',
      'access_token=',
      'access_token=eyJhbGciOiJub25lIn0.e30.',
      `access_token=${'x'.repeat(3000)}`,
    ]) {
      const answer = await service().call('GET', path, { headers: { cookie } });
      expect([answer.status, answer.message]).toEqual([401, 'Authentication required']);
    }
  });

  it('is asked for before the body is looked at', async () => {
    const answer = await service().call('POST', '/api/chatbots', {
      body: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(401);
  });
});

describe('Changing the account', () => {
  const WRONG = [403, 'Current password is wrong'];

  async function someoneSignedIn(on = service()) {
    const email = someone();
    const registered = await on.call<{ user: User }>('POST', '/api/auth/register', { body: { ...ADA, email } });
    const { user } = registered.data;
    return { email, user, cookie: cookiesOf(registered) };
  }
  const change = (cookie: string, body: unknown, on = service()) =>
    on.call<{ user: User }>('PATCH', '/api/auth/me', { body, headers: { cookie } });
  const signIn = async (email: string, password: string) => cookiesOf(await login({ email, password }));
  /** True when its access token and its refresh token are valid. */
  const isAlive = async (cookie: string) => {
    const me = await service().call('GET', '/api/auth/me', { headers: { cookie } });
    const refreshed = await service().call('POST', '/api/auth/refresh', { headers: { cookie } });
    return [me.status, refreshed.status];
  };

  it('gives it another name, and nothing else', async () => {
    const { user, email, cookie } = await someoneSignedIn();
    const other = await signIn(email, ADA.password);
    const renamed = { ...user, name: 'Ada Lovelace' };
    const body = { name: 'Ada Lovelace', email: 'eve@example.com', plan: 'enterprise', id: 'other' };
    const answer = await change(cookie, body);
    expect([answer.status, answer.data]).toEqual([200, { user: renamed }]);
    expect((await service().call('GET', '/api/auth/me', { headers: { cookie } })).data).toMatchObject({
      user: renamed,
    });
    expect((await change(cookie, {})).data).toEqual({ user: renamed });
    expect(await isAlive(other)).toEqual([200, 200]);
    expect((await login({ email, password: ADA.password })).data).toEqual({ user: renamed });
  });

  it('gives it another password, and ends every other session', async () => {
    const { user, email, cookie } = await someoneSignedIn();
    const others = [await signIn(email, ADA.password), await signIn(email, ADA.password)];
    const stranger = await someoneSignedIn();
    const answer = await change(cookie, { password: 'battery staple', currentPassword: ADA.password });
    expect([answer.status, answer.data]).toEqual([200, { user }]);
    for (const other of others) expect(await isAlive(other)).toEqual([401, 401]);
    expect(await isAlive(cookie)).toEqual([200, 200]);
    expect(await isAlive(stranger.cookie)).toEqual([200, 200]);
    expect((await login({ email, password: ADA.password })).status).toBe(401);
    expect(await isAlive(await signIn(email, 'battery staple'))).toEqual([200, 200]);
  });

  it.each([
    ['without the current one', {}],
    ['with a wrong one', { currentPassword: 'a guess' }],
    ['with an empty one', { currentPassword: '' }],
    ['with one too long to be any', { currentPassword: `${ADA.password}${'e'.repeat(100)}` }],
  ])('gives it no new password %s, nor anything else', async (_what, given) => {
    const { user, email, cookie } = await someoneSignedIn();
    const other = await signIn(email, ADA.password);
    const answer = await change(cookie, { name: 'Eve', password: 'battery staple', ...given });
    expect([answer.status, answer.message]).toEqual(WRONG);
    expect((await login({ email, password: ADA.password })).data).toEqual({ user });
    expect(await isAlive(other)).toEqual([200, 200]);
  });

  it('lets one of two at once that know the same password change it', async () => {
    const { email, cookie } = await someoneSignedIn();
    const other = await signIn(email, ADA.password);
    const answers = await Promise.all(
      [cookie, other].map((of, n) => change(of, { password: `new password ${n}`, currentPassword: ADA.password })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect([401, 403]).toContain(statuses.find((status) => status !== 200));
    const winner = statuses.indexOf(200);
    expect((await login({ email, password: `new password ${winner}` })).status).toBe(200);
  });

  it('keeps nobody signed in who was signing in with the old password meanwhile', async () => {
    const passwords = openBcryptPasswords({ rounds: 4 });
    const matched = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let isHeld = false;
    const held: BcryptPasswords = {
      close: () => passwords.close(),
      hash: (password) => passwords.hash(password),
      async verify(...given) {
        const matches = await passwords.verify(...given);
        if (!isHeld) return matches;
        isHeld = false;
        matched.resolve();
        await goOn.promise;
        return matches;
      },
    };
    const slow = await TestService.start({}, { passwords: held });
    onTestFinished(() => slow.stop());
    const { email, cookie } = await someoneSignedIn(slow);
    isHeld = true;
    const signingIn = slow.call('POST', '/api/auth/login', { body: { email, password: ADA.password } });
    await matched.promise;
    const changed = await change(cookie, { password: 'battery staple', currentPassword: ADA.password }, slow);
    goOn.resolve();
    const refused = await signingIn;
    expect([changed.status, refused.status, refused.message]).toEqual([200, 401, 'Invalid email or password']);
    expect(refused.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    ['/name', { name: '' }],
    ['/name', { name: 'a'.repeat(201) }],
    ['/name', { name: null }],
    ['/password', { password: '1234567', currentPassword: ADA.password }],
    ['/password', { password: `${'é'.repeat(36)}1`, currentPassword: ADA.password }],
    ['/password', { password: 12345678, currentPassword: ADA.password }],
    ['/currentPassword', { password: 'battery staple', currentPassword: {} }],
  ])('is refused for a wrong %s: %j', async (path, body) => {
    const { cookie } = await someoneSignedIn();
    const answer = await change(cookie, body);
    expect([answer.status, answer.details?.map((detail) => detail.path)]).toEqual([400, [path]]);
  });

  it('is limited as signing in is, and by account too', async () => {
    const limited = await TestService.start({ AUTH_RATE_LIMIT: '3/900', TRUST_PROXY: 'true' });
    onTestFinished(() => limited.stop());
    const { cookie } = await someoneSignedIn(limited);
    const guess = (address: string, body: object) =>
      limited.call('PATCH', '/api/auth/me', { body, headers: { cookie, 'x-forwarded-for': address } });
    const wrong = { password: 'battery staple', currentPassword: 'a guess' };
    const statuses: number[] = [];
    for (const host of [1, 2, 3, 4]) statuses.push((await guess(`192.0.2.${host}`, wrong)).status);
    expect(statuses).toEqual([403, 403, 403, 429]);
    for (let count = 0; count < 3; count += 1) expect((await guess('192.0.2.9', { name: 'Eve' })).status).toBe(200);
    const last = await guess('192.0.2.9', { name: 'Eve' });
    expect([last.status, last.message]).toEqual([429, 'Too many requests, please try again later']);
    // Without a session nothing is counted.
    const anonymous = await limited.call('PATCH', '/api/auth/me', { body: {} });
    expect([anonymous.status, anonymous.message]).toEqual([401, 'Authentication required']);
  });
});
