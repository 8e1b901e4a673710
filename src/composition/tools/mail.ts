import type { Config } from '../../config.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { Report } from '../../ports/report.ts';

/** Returns null without a mail server, which then loads no library. An unavailable one is only reported: mails are retried. */
export async function openMailer(
  { mail, publicUrl, isPublicUrlSet }: Pick<Config, 'mail' | 'publicUrl' | 'isPublicUrlSet'>,
  report: Report,
): Promise<{ readonly mailer: Mailer | null; close(): Promise<void> }> {
  if (mail === null) return { mailer: null, close: async () => undefined };
  if (!isPublicUrlSet) {
    report({
      message: `Links in mails begin with ${publicUrl}, because PUBLIC_URL is not set. Set PUBLIC_URL to the address under which owners reach the service`,
    });
  }
  const { SmtpMailer } = await import('../../adapters/smtp/mailer.ts');
  const mailer = new SmtpMailer(mail);
  const verified = mailer.verify().catch((error: unknown) => {
    report({
      message: 'The mail server does not accept mails now. Check the host, user and password in SMTP_URL',
      error,
    });
  });
  return {
    mailer,
    async close() {
      mailer.close();
      await verified;
    },
  };
}
