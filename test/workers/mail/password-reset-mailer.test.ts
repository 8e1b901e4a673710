import { describe, expect, it } from 'vitest';
import { type Mail, type Mailer, MailRefused, type ResetLink } from '../../../src/ports/mailer.ts';
import { passwordResetMail } from '../../../src/workers/mail/password-reset-mail.ts';
import { PasswordResetMailer } from '../../../src/workers/mail/password-reset-mailer.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-03-01T12:00:00Z');
const LINK: ResetLink = {
  id: 'mail',
  to: 'ada@example.com',
  link: 'https://chat.example/console/reset-password#token=secret',
  expiresAt: NOON + HOUR,
};

/** A mailer whose mails go out as told. @param now the clock, read at each attempt */
function mailerThat(react: (mail: Mail, attempt: number) => Promise<void>, now = () => NOON, retryDelayMs = 1) {
  const told: string[] = [];
  let attempts = 0;
  const mailer: Mailer = { send: (mail) => react(mail, ++attempts) };
  const failed = Promise.withResolvers<void>();
  const report = ({ message }: { message: string }) => {
    told.push(message);
    if (message.startsWith('Failed to send')) failed.resolve();
  };
  const mails = new PasswordResetMailer({ mailer, clock: { now }, report, retryDelayMs });
  return { mails, told, attempts: () => attempts, firstFailure: failed.promise };
}

describe('The mail that resets a password', () => {
  it('tells the link, until when it works, and what to do about a mail that nobody asked for', () => {
    const { subject, text, html } = passwordResetMail({ ...LINK, to: '<ada>&"@example.com' });
    expect(subject).toBe('Set a new password for https://chat.example');
    expect(text).toContain(`Set a new password here: ${LINK.link}\n`);
    expect(text).toContain('once, until 2026-03-01 13:00 UTC');
    expect(text).toContain('If it was not you, do nothing');
    expect(html).toContain('&lt;ada&gt;&amp;&quot;@example.com');
    expect(html).toContain(`<a href="${LINK.link}" `);
  });

  it('is retried until its link has expired, and then given up', async () => {
    const settled = Promise.withResolvers<void>();
    const { mails, told, attempts } = mailerThat(
      async () => {
        throw new Error('away');
      },
      () => {
        if (attempts() < 3) return NOON;
        settled.resolve();
        return NOON + HOUR - 10 * 60_000;
      },
    );
    mails.send(async () => LINK);
    await settled.promise;
    await mails.stop(1_000);
    expect(attempts()).toBe(3);
    expect(told.at(-1)).toBe(
      'Discarded a password reset mail after its last attempt; its recipient may request another',
    );
  });

  it('is not tried again when the server refuses it for good, nor sent where there is nobody to mail', async () => {
    const { mails, told, attempts } = mailerThat(async () => {
      throw new MailRefused('no such mailbox');
    });
    mails.send(async () => null);
    mails.send(async () => LINK);
    await mails.stop(1_000);
    expect(attempts()).toBe(1);
    expect(told).toEqual(['Mail server refused a password reset mail']);
  });

  it('is sent at once when the service stops while it waits for its random start', async () => {
    const { mails, told, attempts } = mailerThat(async () => undefined);
    mails.send(async () => LINK);
    await mails.stop(60_000);
    expect([attempts(), told]).toEqual([1, []]);
  });

  it('is sent at once when the service stops while it waits for its next attempt', async () => {
    const isBack = async (_mail: Mail, attempt: number) => {
      if (attempt === 1) throw new Error('away');
    };
    const { mails, told, attempts, firstFailure } = mailerThat(isBack, () => NOON, 60_000);
    mails.send(async () => LINK);
    await firstFailure;
    await mails.stop(60_000);
    expect([attempts(), told]).toEqual([2, ['Failed to send a password reset mail; will retry']]);
  });

  it('is waited for when the service stops while it is being sent, and given up when one more attempt fails', async () => {
    const begun = Promise.withResolvers<void>();
    const sending = Promise.withResolvers<void>();
    const { mails, told, attempts } = mailerThat(
      async () => {
        begun.resolve();
        await sending.promise;
        throw new Error('away');
      },
      () => NOON,
      60_000,
    );
    mails.send(async () => LINK);
    await begun.promise;
    const stopped = mails.stop(60_000);
    sending.resolve();
    await stopped;
    expect(attempts()).toBe(2);
    expect(told.at(-1)).toMatch(/^Discarded/);
    mails.send(async () => LINK);
    expect(told.at(-1)).toContain('too many are queued');
  });
});
