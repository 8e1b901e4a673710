import { SmtpMailer } from '../adapters/smtp/mailer.ts';
import type { Config } from '../config.ts';
import type { Mailer } from '../ports/mailer.ts';

/** Returns null without a mail server. An unavailable one is only reported: mails are retried. */
export function openMailer(
  { mail }: Pick<Config, 'mail'>,
  report: (problem: { message: string; error?: unknown }) => void,
): { readonly mailer: Mailer | null; close(): Promise<void> } {
  if (mail === null) return { mailer: null, close: async () => undefined };
  const mailer = new SmtpMailer(mail);
  const verified = mailer
    .verify()
    .catch((error: unknown) => report({ message: 'The mail server of SMTP_URL cannot be used yet', error }));
  return {
    mailer,
    async close() {
      mailer.close();
      await verified;
    },
  };
}
