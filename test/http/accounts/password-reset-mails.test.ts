import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NEW_PASSWORD, outcome, serviceWithMail } from '../../support/http/password-resets.ts';
import { TestService } from '../../support/http/service.ts';

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
