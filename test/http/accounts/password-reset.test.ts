/** A forgotten password: the mailed link, what it is good for, and who tries to make more of it. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Answer, cookiesOf, TestService } from '../../support/http/service.ts';
import { MailServer } from '../../support/servers/mail-server.ts';

const PUBLIC_URL = 'https://chat.example';
const PASSWORD = 'correct horse';
const NEW_PASSWORD = 'battery staple';
const INVALID = [400, 'INVALID_RESET_TOKEN'];

async function serviceWithMail(environment: Readonly<Record<string, string>> = {}, logger?: pino.Logger) {
  const mail = await MailServer.start();
  const settings = { SMTP_URL: mail.url, MAIL_FROM: 'Chat <no-reply@chat.example>', PUBLIC_URL, ...environment };
  const service = await TestService.start(settings, logger === undefined ? {} : { logger });
  onTestFinished(() => service.stop());
  const someone = async (email = `${crypto.randomUUID()}@example.com`) => {
    const registered = await service.call('POST', '/api/auth/register', {
      body: { email, password: PASSWORD, name: 'Ada' },
    });
    return { email, cookie: cookiesOf(registered) };
  };
  const ask = (email: string, headers: Record<string, string> = {}) =>
    service.call('POST', '/api/auth/password-reset', { body: { email }, headers });
  const confirm = (token: string, password = NEW_PASSWORD) =>
    service.call('POST', '/api/auth/password-reset/confirm', { body: { token, password } });
  const login = (email: string, password: string) =>
    service.call('POST', '/api/auth/login', { body: { email, password } });
  const isSignedIn = async (cookie: string) =>
    (await service.call('GET', '/api/auth/me', { headers: { cookie } })).status === 200;
  /** The link of the newest mail, when so many have come. */
  const link = async (count: number) => linkIn((await mail.accepted(count))[count - 1]?.source ?? '');
  const token = async (count: number) => tokenIn(await link(count));
  return { service, mail, someone, ask, confirm, login, isSignedIn, link, token };
}

/** Undoes the quoted-printable encoding of a mail. */
const plain = (source: string): string => source.replace(/=\r\n/g, '').replace(/=3D/g, '=');
const linkIn = (source: string): string => /here: (\S+)/.exec(plain(source))?.[1] ?? '';
const tokenIn = (link: string): string => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
const outcome = ({ status, code }: Answer) => [status, code];

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

describe('Mails to set a new password', () => {
  it('are three an hour to one address, from any client, and refused alike for an address without an account', async () => {
    const { someone, ask, mail } = await serviceWithMail({ TRUST_PROXY: 'true' });
    const { email } = await someone();
    const refusals = [];
    for (const asked of [email, 'nobody@example.com']) {
      const spellings = [asked, asked.toUpperCase(), ` ${asked}`, asked, `${asked} `];
      const answers = [];
      for (const [n, spelling] of spellings.entries()) {
        answers.push(await ask(spelling, { 'x-forwarded-for': `192.0.2.${n}` }));
      }
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 429, 429]);
      refusals.push(answers[3]);
    }
    const [known, unknown] = refusals;
    expect([known?.message, known?.code]).toEqual([unknown?.message, unknown?.code]);
    expect(Number(known?.headers.get('retry-after'))).toBeGreaterThan(3_000);
    // Mails start at random times, so the last of these could overtake the next.
    await mail.accepted(3);
    const other = await someone();
    await ask(other.email);
    expect((await mail.accepted(4)).map(({ to }) => to[0])).toEqual([email, email, email, other.email]);
  });

  it('count with signing in towards the limit of a client, and so do attempts with a token', async () => {
    const { service, ask, confirm } = await serviceWithMail({ AUTH_RATE_LIMIT: '3/900' });
    expect((await ask('a@example.com')).status).toBe(202);
    expect((await confirm('a token')).status).toBe(400);
    expect((await service.call('POST', '/api/auth/login', { body: { email: 'a', password: 'b' } })).status).toBe(401);
    for (const refused of [await ask('b@example.com'), await confirm('a token')]) {
      expect(outcome(refused)).toEqual([429, 'TOO_MANY_REQUESTS']);
    }
  });

  it('are sent in the end by a server that refuses for now, and one that hangs up', async () => {
    const { someone, ask, confirm, token, mail } = await serviceWithMail();
    mail.reactions.push({ refuse: 451 }, 'hang up');
    const { email } = await someone();
    await ask(email);
    expect((await confirm(await token(1))).status).toBe(200);
    expect([mail.attempts, mail.received.length]).toEqual([3, 1]);
  });

  it('leave no token, password or link in the log of the service', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
    const { someone, ask, confirm, token, mail } = await serviceWithMail({}, logger);
    const { email } = await someone();
    mail.reactions.push({ refuse: 451 });
    await ask(email);
    const mailed = await token(1);
    await confirm(`${mailed}A`);
    await confirm(mailed);
    const said = lines.join('');
    expect(said).toContain('Failed to send a password reset mail; will retry');
    expect(said).toContain('/api/auth/password-reset/confirm');
    for (const secret of [mailed, mailed.split('.')[2] ?? '', NEW_PASSWORD, '#token'])
      expect(said).not.toContain(secret);
    expect(said).not.toContain(email);
  });
});

describe('Where no mail server is set', () => {
  it('a request for a link is refused alike for every address, with the command of the operator', async () => {
    const service = await TestService.start();
    onTestFinished(() => service.stop());
    await service.owner('ada@example.com');
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      const refused = await service.call('POST', '/api/auth/password-reset', { body: { email } });
      expect(outcome(refused)).toEqual([403, 'MAIL_NOT_SET_UP']);
      expect(refused.message).toContain('npm run accounts -- reset-password EMAIL');
    }
  });
});
