import { describe, expect, it } from 'vitest';
import type { User } from '../../src/queries/accounts.ts';
import { cookiesOf, serviceOfFile } from '../support/http/service.ts';

const service = serviceOfFile();
const register = (body: object) => service().call<{ user: User }>('POST', '/api/auth/register', { body });
const login = (body: object) => service().call<{ user: User }>('POST', '/api/auth/login', { body });
const someone = () => `${crypto.randomUUID()}@example.com`;

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
    expect({ status: me.status, data: me.data }).toEqual({ status: 200, data: answer.data });
  });

  it('refuses an address that is taken, in whatever case it is written', async () => {
    const email = someone();
    await register({ email, password: 'correct horse', name: 'Ada' });
    const again = await register({ email: email.toUpperCase(), password: 'battery staple', name: 'Eve' });
    expect([again.status, again.message]).toEqual([409, 'Email already registered']);
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    ['no e-mail', { password: 'correct horse', name: 'Ada' }, '/email'],
    ['an e-mail without a host', { email: 'ada', password: 'correct horse', name: 'Ada' }, '/email'],
    ['an e-mail that is no text', { email: { $gt: '' }, password: 'correct horse', name: 'Ada' }, '/email'],
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
  it('answers the user, whatever the case of the e-mail', async () => {
    const email = someone();
    const registered = await register({ email, password: 'correct horse', name: 'Ada' });
    const answer = await login({ email: email.toUpperCase(), password: 'correct horse' });
    expect([answer.status, answer.data]).toEqual([200, registered.data]);
  });

  it('says the same of a wrong password, of one too long to be any, and of an unknown e-mail', async () => {
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
