import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { newInstallation } from '../../support/engines/engines.ts';
import { RealEventStore } from '../../support/engines/eventstoredb/real-server.ts';
import { MailServer } from '../../support/servers/mail-server.ts';
import { nodeOf } from '../nodes/support.ts';

describe.skipIf(engineUrl('EVENTSTOREDB_PROGRAM') === null)('An EventStoreDB that is restarted', () => {
  test('delivers finished requests for a human again, which are not mailed again', { timeout: 180_000 }, async () => {
    const server = await RealEventStore.start({ durable: true });
    onTestFinished(() => server.remove());
    const installation = await newInstallation(server.url());
    onTestFinished(() => installation.remove());
    const mail = await MailServer.start();
    const node = () => nodeOf(installation, { SMTP_URL: mail.url });
    const first = await node();
    const owner = await first.owner();
    const { id } = await owner.chatbot({ humanHandoffEnabled: true, humanHandoffEmail: 'support@example.com' });
    const widget = await owner.widget(id);
    const ask = async (visitor: string, at = widget) => {
      await at.ask(visitor, 'Hello');
      await at.call('POST', '/handoff', { body: { sessionId: visitor } });
    };
    await ask('ada');
    await ask('bob');
    await mail.accepted(2);
    await first.stop();

    await server.stop();
    await server.startAgain();
    const second = await node();
    await ask('cleo', widget.at(second));
    await mail.accepted(3);
    // The finished ones came before it.
    await pause(1_000);
    expect(mail.attempts).toBe(3);
  });
});
