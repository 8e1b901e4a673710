/** A forgotten password: the mailed link, what it is good for, and who tries to make more of it. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  INVALID,
  NEW_PASSWORD,
  outcome,
  PASSWORD,
  PUBLIC_URL,
  serviceWithMail,
  tokenIn,
} from '../../support/http/password-resets.ts';
import { cookiesOf } from '../../support/http/service.ts';

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Another last character of 32 bytes in base64url that decodes to the same bytes. */
const sameBits = (last: string): string => BASE64URL[BASE64URL.indexOf(last) ^ 1] ?? '';

describe('A forgotten password', () => {
  it('is replaced by the link of a mail, which ends every session of the account and no other', async () => {
    const { someone, ask, confirm, login, isSignedIn, link, mail } = await serviceWithMail();
    const { email, cookie } = await someone('Ada.Lovelace@example.com');
    const other = cookiesOf(await login(email, PASSWORD));
    const stranger = await someone();
    expect((await ask('ADA.lovelace@example.com')).status).toBe(202);
    const mailed = new URL(await link(1));
    expect([mailed.origin, mailed.pathname, mailed.search]).toEqual([PUBLIC_URL, '/console/reset-password', '']);
    const [received] = mail.received;
    expect([received?.from, received?.to]).toEqual(['no-reply@chat.example', ['Ada.Lovelace@example.com']]);
    expect(await isSignedIn(cookie)).toBe(true);
    const done = await confirm(tokenIn(String(mailed)));
    expect([done.status, done.data]).toEqual([200, { message: 'Password changed' }]);
    expect(await Promise.all([cookie, other, stranger.cookie].map(isSignedIn))).toEqual([false, false, true]);
    expect((await login(email, PASSWORD)).status).toBe(401);
    expect((await login(email, NEW_PASSWORD)).status).toBe(200);
  });

  it('is recorded as reset by the owner, without the session of a change', async () => {
    const { service, someone, ask, confirm, token } = await serviceWithMail();
    const { email } = await someone();
    await ask(email);
    await confirm(await token(1));
    const filter = { types: ['PasswordChanged'] };
    const { events } = await service.running.stores.log.readAll({ after: null, limit: 10, filter });
    const data = expect.objectContaining({ keptSessionId: null });
    expect(events).toEqual([
      expect.objectContaining({
        data,
        metadata: expect.objectContaining({ actor: { kind: 'account', id: expect.any(String) } }),
      }),
    ]);
  });

  it('is mailed a link to the public address, whatever host a request names', async () => {
    const { service, someone, link } = await serviceWithMail({ TRUST_PROXY: 'true' });
    const { email } = await someone();
    const forged = httpRequest(`${service.running.address}/api/auth/password-reset`, {
      method: 'POST',
      headers: {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil.example',
        'content-type': 'application/json',
      },
    });
    forged.end(JSON.stringify({ email }));
    const [response] = await once(forged, 'response');
    response.resume();
    expect(response.statusCode).toBe(202);
    expect(new URL(await link(1)).origin).toBe(PUBLIC_URL);
  });

  it('is mailed to the address as it was registered, when another text is the same address', async () => {
    const { someone, ask, mail } = await serviceWithMail();
    await someone('mike@example.com');
    await ask('ｍｉｋｅ@example.com');
    expect((await mail.accepted(1))[0]?.to).toEqual(['mike@example.com']);
  });

  it('is asked for with the same answer whether an account has the address or not, and nobody else is mailed', async () => {
    const { service, someone, ask, mail } = await serviceWithMail();
    const known = await someone();
    const gone = await someone();
    await service.call('DELETE', '/api/auth/me', { headers: { cookie: gone.cookie }, body: { password: PASSWORD } });
    const answers = [];
    for (const email of ['nobody@example.com', gone.email, 'no address', '', known.email])
      answers.push(await ask(email));
    for (const { status, data, headers } of answers) {
      expect([status, data]).toEqual([202, answers[0]?.data]);
      const named = [...headers.keys()].filter((name) => name !== 'date');
      expect(named).toEqual([...(answers[0]?.headers.keys() ?? [])].filter((name) => name !== 'date'));
      expect(headers.get('ratelimit')).toContain('"password-reset";r=2');
    }
    await mail.accepted(1);
    // A second mail would have come before this one.
    await ask(known.email);
    expect((await mail.accepted(2)).map(({ to }) => to)).toEqual([[known.email], [known.email]]);
  });
});

describe('A link to set a new password', () => {
  it('is worth nothing once it was used, in two requests at once too', async () => {
    const { someone, ask, confirm, login, token } = await serviceWithMail();
    const { email } = await someone();
    await ask(email);
    const mailed = await token(1);
    const passwords = ['first password', 'second password', 'third password'];
    const answers = await Promise.all(passwords.map((password) => confirm(mailed, password)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect(outcome(await confirm(mailed, 'fourth password'))).toEqual(INVALID);
    const winner = answers.findIndex(({ status }) => status === 200);
    for (const [index, password] of passwords.entries()) {
      expect((await login(email, password)).status).toBe(index === winner ? 200 : 401);
    }
  });

  it('may be used again with the same password, as after a response that was lost, and changes nothing then', async () => {
    const { service, someone, ask, confirm, login, isSignedIn, token } = await serviceWithMail();
    const { email } = await someone();
    await ask(email);
    const mailed = await token(1);
    expect((await confirm(mailed)).status).toBe(200);
    const cookie = cookiesOf(await login(email, NEW_PASSWORD));
    const head = await service.running.stores.log.head();
    expect((await confirm(mailed)).status).toBe(200);
    expect(await isSignedIn(cookie)).toBe(true);
    expect(await service.running.stores.log.head()).toEqual(head);
    const body = { password: 'another password', currentPassword: NEW_PASSWORD };
    await service.call('PATCH', '/api/auth/me', { headers: { cookie }, body });
    for (const password of [NEW_PASSWORD, 'a third password'])
      expect(outcome(await confirm(mailed, password))).toEqual(INVALID);
  });

  it('is worth nothing after the password was changed, by its owner or by another link', async () => {
    const { service, someone, ask, confirm, token } = await serviceWithMail();
    const { email, cookie } = await someone();
    await ask(email);
    const first = await token(1);
    const body = { password: 'another password', currentPassword: PASSWORD };
    await service.call('PATCH', '/api/auth/me', { headers: { cookie }, body });
    expect(outcome(await confirm(first))).toEqual(INVALID);
    await ask(email);
    await ask(email);
    const [second, third] = [await token(2), await token(3)];
    expect((await confirm(third)).status).toBe(200);
    expect(outcome(await confirm(second))).toEqual(INVALID);
  });

  it('expires after an hour', async () => {
    const { service, someone, confirm } = await serviceWithMail();
    const { email } = await someone();
    const hour = 3_600_000;
    expect(outcome(await confirm(await service.resetToken(email, Date.now() - hour)))).toEqual(INVALID);
    expect((await confirm(await service.resetToken(email, Date.now() - hour + 60_000))).status).toBe(200);
  });

  it('sets no password of another account, and none when anything of it was altered', async () => {
    const { service, someone, ask, confirm, login, token } = await serviceWithMail();
    const [ada, eve] = [await someone(), await someone()];
    await ask(eve.email);
    const eves = await token(1);
    const [id = '', expiry = '', mac = ''] = eves.split('.');
    const adasId = (await service.resetToken(ada.email)).split('.')[0];
    const forgeries = [
      `${adasId}.${expiry}.${mac}`,
      `${id}.${Number(expiry) + 3_600_000}.${mac}`,
      `${id}.${expiry}.${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`,
      `${id}.0${expiry}.${mac}`,
      `${id}.${expiry}.${mac.slice(0, -1)}${sameBits(mac.at(-1) ?? '')}`,
      `${id}.${expiry}.${mac}A`,
      `${id}.${expiry}.`,
      `${crypto.randomUUID()}.${expiry}.${mac}`,
      `${eves} `,
      '..',
      '',
      'x'.repeat(1_000),
    ];
    for (const forged of forgeries) {
      expect([forged, ...outcome(await confirm(forged))]).toEqual([forged, ...INVALID]);
    }
    for (const { email } of [ada, eve]) expect((await login(email, PASSWORD)).status).toBe(200);
    expect((await confirm(eves)).status).toBe(200);
    expect((await login(ada.email, PASSWORD)).status).toBe(200);
  });

  it('is worth nothing to an account that was deleted, nor to the next one of its address', async () => {
    const { service, someone, ask, confirm, login, token } = await serviceWithMail();
    const { email, cookie } = await someone();
    await ask(email);
    const mailed = await token(1);
    await service.call('DELETE', '/api/auth/me', { headers: { cookie }, body: { password: PASSWORD } });
    expect(outcome(await confirm(mailed))).toEqual(INVALID);
    await someone(email);
    expect(outcome(await confirm(mailed))).toEqual(INVALID);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it('waits for a password that registration would take', async () => {
    const { someone, ask, confirm, token } = await serviceWithMail();
    const { email } = await someone();
    await ask(email);
    const mailed = await token(1);
    for (const password of ['1234567', `${'é'.repeat(36)}1`]) {
      expect(outcome(await confirm(mailed, password))).toEqual([400, 'VALIDATION_FAILED']);
    }
    expect((await confirm(mailed)).status).toBe(200);
  });
});
