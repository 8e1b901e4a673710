import { describe, expect, test } from 'vitest';
import { openMailer } from '../../../src/composition/tools/mail.ts';
import { readConfig } from '../../../src/config.ts';
import { MailServer } from '../../support/servers/mail-server.ts';

/** Reports of a start about mail. */
async function reportedOf(environment: Record<string, string>): Promise<readonly string[]> {
  const read = readConfig({}, environment);
  if (!read.ok) throw new Error(read.faults.join('\n'));
  const reported: string[] = [];
  const { close } = await openMailer(read.config, ({ message }) => void reported.push(message));
  await close();
  return reported;
}

describe('A start with a mail server', () => {
  test('warns when mailed links would lead to this machine, because PUBLIC_URL is not set', async () => {
    const { url } = await MailServer.start();
    expect(await reportedOf({ SMTP_URL: url, PORT: '8080' })).toEqual([
      expect.stringMatching(/^Links in mails begin with http:\/\/localhost:8080, .* Set PUBLIC_URL to /),
    ]);
  });

  test('has nothing to say once PUBLIC_URL is set, and neither has one without a mail server', async () => {
    const { url } = await MailServer.start();
    expect(await reportedOf({ SMTP_URL: url, PUBLIC_URL: 'https://chat.example' })).toEqual([]);
    expect(await reportedOf({})).toEqual([]);
  });
});
