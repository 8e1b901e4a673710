/** The mail that tells the owner of a request for a human, through a mail server of the test's own. */
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mayMail } from '../../../src/workers/mail/handoff-mail-limits.ts';
import { type Installation, newInstallation } from '../../support/engines/engines.ts';
import { TestService } from '../../support/http/service.ts';
import { MailServer } from '../../support/servers/mail-server.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** @param installation where a service is started again over the same stores */
async function serviceWith(
  environment: Readonly<Record<string, string>>,
  installation?: Installation,
  logger?: pino.Logger,
) {
  const options = {
    ...(installation === undefined ? {} : { installation }),
    ...(logger === undefined ? {} : { logger }),
  };
  const service = await TestService.start({ DATA_DIR: temporaryDirectory(), ...environment }, options);
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await service.stop();
    isStopped = true;
  };
  onTestFinished(stop);
  return { service, stop };
}

async function pageOf(service: TestService, changes: object = {}) {
  const owner = await service.owner();
  const to = { humanHandoffEnabled: true, humanHandoffEmail: 'support@example.com' };
  const { id } = await owner.chatbot({ ...to, name: 'Shop', ...changes });
  return { owner, id, widget: await owner.widget(id) };
}

const parked = async ({ running }: TestService) => running.stores.log.parkedWork('handoff-mail', 10);

/** Charges mails of other accounts to the rate of the address. */
async function chargeMails({ running }: TestService, to: string, count: number): Promise<void> {
  const { rateLimits } = running.stores;
  const queries = { accounts: { find: async () => null }, chatbots: { ownerOf: async () => null } };
  for (let mail = 0; mail < count; mail += 1) {
    expect(await mayMail(to, `chatbot of another account ${mail}`, { queries, rateLimits })).toBe(true);
  }
}

describe('A request for a human', () => {
  it('is mailed once, with the conversation and a link to it', async () => {
    const mail = await MailServer.start();
    const PUBLIC_URL = 'https://chat.example';
    const { service } = await serviceWith({ SMTP_URL: mail.url, MAIL_FROM: 'Shop <bot@shop.example>', PUBLIC_URL });
    const asking = { allowLeadCapture: true, leadCaptureFields: { name: true, email: true } };
    const { owner, id, widget } = await pageOf(service, asking);
    const sessionId = 'visitor/1 ?';
    const leadData = { name: 'Grace Hopper', email: 'grace@example.com' };
    await widget.ask(sessionId, 'Where is <my> parcel?', { leadData });
    const handoff = () => widget.call('POST', '/handoff', { body: { sessionId } });
    await handoff();
    const [received] = await mail.accepted(1);
    expect([received?.from, received?.to]).toEqual(['bot@shop.example', ['support@example.com']]);
    const source = (received?.source ?? '').replace(/=\r\n/g, '').replace(/=3D/g, '=');
    expect(source).toContain('Contact: Grace Hopper, grace@example.com');
    const page = `https://chat.example/console/chatbots/${id}/conversations/`;
    const linkedId = source.split(page)[1]?.match(/^[\w-]+/)?.[0];
    const path = `/chatbots/${id}/conversations?conversationId=${linkedId}`;
    const { data: linked } = await owner.call<{ conversations: { sessionId: string }[] }>('GET', path);
    expect(linked.conversations.map((conversation) => conversation.sessionId)).toEqual([sessionId]);
    expect(source).toContain('Where is <my> parcel?');
    expect(source).toContain('Where is &lt;my&gt; parcel?');
    // The second request is the same one, until somebody takes the session over.
    await handoff();
    const stranger = await service.owner();
    const other = await stranger.chatbot({ humanHandoffEnabled: true, humanHandoffEmail: 'other@example.com' });
    const elsewhere = await stranger.widget(other.id);
    await elsewhere.ask('a', 'Hello');
    await elsewhere.call('POST', '/handoff', { body: { sessionId: 'a' } });
    expect((await mail.accepted(2)).map(({ to }) => to[0])).toEqual(['support@example.com', 'other@example.com']);
  });

  it('is mailed after temporary refusals and broken connections of the mail server', async () => {
    const mail = await MailServer.start();
    mail.reactions.push({ refuse: 451 }, 'hang up');
    const { service } = await serviceWith({ SMTP_URL: mail.url });
    const { widget } = await pageOf(service);
    await widget.ask('visitor', 'Hello');
    await widget.call('POST', '/handoff', { body: { sessionId: 'visitor' } });
    await mail.accepted(1);
    expect([mail.attempts, mail.received.length]).toEqual([3, 1]);
    expect(await parked(service)).toEqual([]);
  });

  it('whose mail is refused for good is parked, with the reason', async () => {
    const mail = await MailServer.start();
    mail.reactions.push({ refuse: 550 });
    const { service } = await serviceWith({ SMTP_URL: mail.url });
    const { widget } = await pageOf(service);
    await widget.ask('visitor', 'Hello');
    await widget.call('POST', '/handoff', { body: { sessionId: 'visitor' } });
    await mail.attempted(1);
    await expect.poll(() => parked(service)).toMatchObject([{ reason: expect.stringContaining('Refused') }]);
    expect(await service.running.stores.log.replayParkedWork('handoff-mail')).toBe(1);
    await mail.accepted(1);
  });

  it('with an invalid address to mail is not mailed, and the log names the chatbot', async () => {
    const mail = await MailServer.start();
    const told: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line) => void told.push(line) });
    const { service } = await serviceWith({ SMTP_URL: mail.url }, undefined, logger);
    const { id, widget } = await pageOf(service, { humanHandoffEmail: 'support at example.com' });
    await widget.ask('visitor', 'Hello');
    await widget.call('POST', '/handoff', { body: { sessionId: 'visitor' } });
    await expect.poll(() => told.join('')).toContain(`humanHandoffEmail of chatbot ${id} is not an e-mail address`);
    expect(mail.attempts).toBe(0);
  });

  it('is mailed sixty times an hour to one address, whoever owns the chatbots, and shown beyond that', async () => {
    const mail = await MailServer.start();
    const { service } = await serviceWith({ SMTP_URL: mail.url });
    const { owner, id, widget } = await pageOf(service);
    await chargeMails(service, 'support@example.com', 59);
    await widget.ask('visitor', 'Cheap pills');
    const handoff = () => widget.call('POST', '/handoff', { body: { sessionId: 'visitor' } });
    await handoff();
    await mail.accepted(1);
    const takeover = `/chatbots/${id}/sessions/visitor/takeover`;
    await owner.call('POST', takeover);
    await owner.call('DELETE', takeover);
    const stranger = await pageOf(service, { humanHandoffEmail: 'SUPPORT@example.com' });
    await stranger.widget.ask('visitor', 'Cheap pills');
    await stranger.widget.call('POST', '/handoff', { body: { sessionId: 'visitor' } });
    expect((await handoff()).data).toMatchObject({ handoffRequested: true });
    const other = await pageOf(service, { humanHandoffEmail: 'other@example.com' });
    await other.widget.ask('visitor', 'Hello');
    await other.widget.call('POST', '/handoff', { body: { sessionId: 'visitor' } });
    expect((await mail.accepted(2)).at(-1)?.to).toEqual(['other@example.com']);
    // Nor later: the request was dropped.
    await expect
      .poll(async () => (await service.call('GET', '/metrics')).text)
      .toContain('chatledger_work_items_total{group="handoff-mail",verdict="done"} 4');
    expect(mail.received).toHaveLength(2);
  });

  it('is mailed after a restart when the mail server was away', async () => {
    const DATA_DIR = temporaryDirectory();
    const installation = await newInstallation();
    onTestFinished(() => installation.remove());
    const before = await serviceWith({ DATA_DIR, SMTP_URL: 'smtp://127.0.0.1:1' }, installation);
    const { widget } = await pageOf(before.service);
    await widget.ask('visitor', 'Hello');
    await widget.call('POST', '/handoff', { body: { sessionId: 'visitor' } });
    await before.stop();
    const mail = await MailServer.start();
    await serviceWith({ DATA_DIR, SMTP_URL: mail.url }, installation);
    expect(await mail.accepted(1)).toHaveLength(1);
  });

  it('is recorded and shown without a mail server, and never mailed', async () => {
    const DATA_DIR = temporaryDirectory();
    const installation = await newInstallation();
    onTestFinished(() => installation.remove());
    const before = await serviceWith({ DATA_DIR }, installation);
    const { id, owner, widget } = await pageOf(before.service);
    await widget.ask('visitor', 'Hello');
    await widget.call('POST', '/handoff', { body: { sessionId: 'visitor' } });
    const { data } = await owner.call<{ conversations: unknown[] }>(
      'GET',
      `/chatbots/${id}/conversations?handoffRequested=true`,
    );
    expect(data.conversations).toHaveLength(1);
    // The request itself does not wait for it.
    await expect
      .poll(async () => (await before.service.call('GET', '/metrics')).text)
      .toContain('chatledger_work_items_total{group="handoff-mail",verdict="done"} 1');
    await before.stop();
    const mail = await MailServer.start();
    const after = await serviceWith({ DATA_DIR, SMTP_URL: mail.url }, installation);
    const newer = await pageOf(after.service, { humanHandoffEmail: 'newer@example.com' });
    await newer.widget.ask('visitor', 'Hello');
    await newer.widget.call('POST', '/handoff', { body: { sessionId: 'visitor' } });
    expect((await mail.accepted(1)).map(({ to }) => to[0])).toEqual(['newer@example.com']);
  });
});
