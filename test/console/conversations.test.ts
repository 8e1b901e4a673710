/** Conversations live, and takeover: the console beside the widget that a visitor looks at. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { hostSite, ROOT } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import type { Owner, Widget } from '../support/http/service.ts';
import { consoleOfFile, DESKTOP, overflowOf, PHONE } from './support/console.ts';

const HOSTILE = '<img src=x onerror=alert(1)>"\u202etxt.exe [x](javascript:alert(1))';
const LONG = 'w'.repeat(3_000);
const ANSWER = 'We are open from nine to five';

/** Records notifications, and has been hidden behind another tab for longer than a minute. */
const UNWATCHED_PAGE = `
  shown = [];
  Notification = class extends Notification {
    constructor(title, options) {
      super(title, options);
      shown.push(title + ': ' + options.body);
      globalThis.newest = this;
    }
  };
  document.hasFocus = () => false;
  Object.defineProperty(document, 'hidden', { value: true });
  const wait = setTimeout;
  setTimeout = (act, delay) => wait(act, delay === 60_000 ? 0 : delay);
  document.dispatchEvent(new Event('visibilitychange'));
  null`;

/** What a screen reader names where the focus is; empty when it is lost. */
const focusOf = (page: Page): Promise<string> =>
  page.evaluate(
    "(({ ariaLabel, localName }) => localName === 'body' ? '' : ariaLabel ?? localName)(document.activeElement)",
  );

describe.skipIf(chromiumPath === null)('Conversations', () => {
  const { open, service } = consoleOfFile();

  async function shop(changes: object = {}): Promise<{ owner: Owner; id: string; widget: Widget; path: string }> {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Shop', humanHandoffEnabled: true, ...changes });
    await owner.text(id, 'Hours', 'We are open from nine to five, every day of the week.');
    return { owner, id, widget: await owner.widget(id, ['*']), path: `/chatbots/${id}/conversations` };
  }
  const askingForDetails = {
    ...{ allowLeadCapture: true, leadCaptureFields: { name: true, email: true, phone: true } },
  };
  const ask = (widget: Widget, sessionId: string, message: string, leadData: object = {}) =>
    widget.ask(sessionId, message, { leadData });

  it('are none at first, and appear as visitors write', async () => {
    const { owner, widget, path } = await shop();
    const { page } = await open({ owner, path });
    await page.getByText('No conversations yet').waitFor();
    expect(await page.getByText('Choose a conversation').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await ask(widget, 'first', 'When are you open?');
    const row = page.getByRole('link', { name: /Visitor first/ });
    await row.getByText('Unread').waitFor({ state: 'attached' });
    await row.click();
    await page.locator('.message.assistant .markdown', { hasText: ANSWER }).waitFor();
    await row.getByText('Unread').waitFor({ state: 'detached' });
    await row.getByText(`Chatbot: ${ANSWER}`).waitFor();
    await ask(widget, '01997f3e-of-the-same-second', 'When are you open?');
    await page.getByRole('link', { name: /Visitor e-second/ }).waitFor();
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await page.getByRole('status').getByText('No connection').waitFor();
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.getByText('No connection').waitFor({ state: 'detached' });
  });

  it.each([DESKTOP, PHONE])(
    'that wait for a human show on the card of their chatbot, which leads to them: %j',
    async (viewport) => {
      const { owner, id, widget } = await shop();
      await owner.chatbot({ name: 'Handbook' });
      await ask(widget, 'waiting', 'When are you open?');
      await widget.call('POST', '/handoff', { body: { sessionId: 'waiting' } });
      const { page, goto } = await open({ owner, viewport });
      await page.getByRole('heading', { name: 'Handbook' }).waitFor();
      const badge = page.getByRole('link', { name: /visitors? waits?/ });
      expect(await badge.allInnerTexts()).toEqual(['1 visitor waits']);
      expect(await violations(page)).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      await badge.click();
      await page.getByRole('link', { name: /Visitor waiting/ }).waitFor();
      expect(new URL(page.url()).search).toBe('?show=waiting');
      await owner.call('POST', `/chatbots/${id}/sessions/waiting/takeover`);
      await goto('');
      await page.getByRole('heading', { name: 'Handbook' }).waitFor();
      expect(await badge.count()).toBe(0);
      await page.getByRole('link', { name: 'Shop' }).click();
      await page.getByRole('heading', { name: 'Try it' }).waitFor();
    },
  );

  it('show contact details whole, also on a phone', async () => {
    const { owner, widget, path } = await shop(askingForDetails);
    const email = 'grace.brewster.hopper@naval-reserve.example.com';
    const leadData = { name: 'Grace Hopper', email, phone: '+1 555 0100 200' };
    await ask(widget, 'grace', 'When are you open?', leadData);
    const { page } = await open({ owner, path, viewport: PHONE });
    await page.getByRole('link', { name: /Grace Hopper/ }).click();
    const card = page.locator('.lead-card');
    await card.getByText(leadData.phone).waitFor();
    const [whole, shown] = await card.evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]);
    expect(whole).toBe(shown);
  });

  it('are taken over live: console and widget show the same, side by side', async () => {
    const { owner, id, widget, path } = await shop();
    const { page, context } = await open({ owner, path });
    const { address } = service().running;
    const config = { chatbotId: id, apiKey: widget.key, apiUrl: `${address}/api` };
    const visitor = await context.newPage();
    await visitor.goto(await hostSite({ config, script: `${address}/widget.js` }));
    const chat = visitor.locator(ROOT);
    await chat.getByRole('button').first().click();
    const input = chat.getByRole('textbox');
    await input.fill('When are you open?');
    await input.press('Enter');
    await chat.locator('.message', { hasText: ANSWER }).waitFor();

    await page.bringToFront();
    const row = page.getByRole('link', { name: /Visitor/ });
    await row.click();
    await page.getByRole('log').getByText('When are you open?').waitFor();
    await page.getByRole('button', { name: 'Take over' }).press('Enter');
    const message = page.getByRole('textbox', { name: 'Message to the visitor' });
    await expect.poll(() => focusOf(page)).toBe('Message to the visitor');
    const network = Promise.withResolvers<void>();
    await page.route('**/messages', (route) => network.promise.then(() => route.continue()), { times: 1 });
    await page.keyboard.type('Ada here. How can I help?\n');
    await page.keyboard.type(' I have time.');
    network.resolve();
    await page.getByRole('log').getByText('Ada here.').waitFor();
    await expect.poll(() => message.inputValue()).toBe('I have time.');
    // In Safari, the Enter that chooses a Japanese word.
    await message.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true });
    const refusal = { status: 500, json: { success: false, message: 'Internal server error' } };
    await page.route('**/messages', (route) => route.fulfill(refusal), { times: 1 });
    await message.press('Enter');
    await page.getByRole('alert').getByText('Something went wrong in the service. Try again.').waitFor();
    expect(await message.inputValue()).toBe('I have time.');
    const asked = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    await (await asked).dismiss();
    await message.fill('');
    // The list says who wrote the newest message, unless it was the visitor.
    await row.getByText('You: Ada here. How can I help?', { exact: true }).waitFor();
    await chat.locator('.message.agent', { hasText: 'Ada here. How can I help?' }).waitFor();

    await input.fill('Can I park there?');
    await input.press('Enter');
    await page.getByRole('log').getByText('Can I park there?').waitFor();
    expect(await page.getByRole('log').getByText('Can I park there?').count()).toBe(1);
    expect(await row.locator('.conversation-excerpt').innerText()).toBe('Can I park there?');
    await page.getByRole('button', { name: 'Hand back to chatbot' }).click();
    await page.getByRole('button', { name: 'Take over' }).waitFor();
    await page.getByText('The chatbot answers.').waitFor();
    await input.fill('When are you open on Sunday?');
    await input.press('Enter');
    await page.getByRole('log').getByText('When are you open on Sunday?').waitFor();
    await page.locator('.message.assistant').nth(1).waitFor();
  });

  it('show the list beside one conversation on a tablet, and either of them on a phone', async () => {
    const { owner, widget, path } = await shop();
    await ask(widget, 'narrow', 'When are you open?');
    const { page } = await open({ owner, path, viewport: { width: 744, height: 1133 } });
    const row = page.getByRole('link', { name: /narrow/ });
    await row.click();
    await page.getByRole('button', { name: 'Take over' }).click({ trial: true });
    await row.click({ trial: true });
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 700, height: 700 });
    await row.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('button', { name: 'Hand back to chatbot' }).click({ trial: true });
    const title = await page.getByRole('heading', { name: 'Visitor narrow' }).boundingBox();
    expect(title?.width).toBeGreaterThan(200);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.getByRole('link', { name: 'Back to all conversations' }).click();
    await row.waitFor();
  });

  it('keep the newest message in view, also after a longer one was written', async () => {
    const { owner, widget, path } = await shop();
    for (const question of ['When are you open?', 'And on Sunday?', 'Every week?', 'At nine?']) {
      await ask(widget, 'reader', question);
    }
    const { page } = await open({ owner, path });
    await page.getByRole('link', { name: /reader/ }).click();
    await page.getByRole('button', { name: 'Take over' }).click();
    const message = page.getByRole('textbox', { name: 'Message to the visitor' });
    await message.fill('Hello,\nAda here.\nHow can I help?\nI have time.');
    await message.press('Enter');
    const log = page.getByRole('log');
    await log.getByText('I have time.').waitFor();
    await expect.poll(() => message.inputValue()).toBe('');
    for (const reply of ['Where do you '.repeat(40), 'are you', 'located']) {
      await ask(widget, 'reader', reply);
      await log.getByText(reply.trim()).last().waitFor();
      const below = () => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
      await expect.poll(below).toBeLessThan(2);
    }
  });

  it('begin with those that wait for a human, told in the title of the tab', async () => {
    const { owner, widget, path } = await shop();
    await ask(widget, 'waiting one', 'Hello');
    await ask(widget, 'newest one', 'Hello');
    const { page } = await open({ owner, path });
    await page.getByRole('link', { name: /newest o/ }).waitFor();
    expect(await page.title()).toBe('Conversations · Chatledger');
    await widget.call('POST', '/handoff', { body: { sessionId: 'waiting one' } });
    await expect.poll(() => page.title()).toMatch(/^\(1\) /);
    const names = page.getByRole('region', { name: 'Conversations' }).getByRole('listitem');
    expect(await names.first().textContent()).toContain('waiting');
    await page.getByRole('button', { name: 'Waiting' }).click();
    await page.waitForURL('**/conversations?show=waiting');
    expect(await names.count()).toBe(1);
    await names.first().getByRole('link').click();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByText('Nobody is waiting').waitFor();
    await expect.poll(() => page.title()).not.toMatch(/^\(/);
    await page.goBack();
    await page.waitForURL('**/conversations?show=waiting');
  });

  it.each([
    ['light', undefined],
    ['dark', PHONE],
  ] as const)('hold whatever visitors write as text: %s, %j', async (colorScheme, viewport) => {
    const { owner, widget, path } = await shop(askingForDetails);
    await ask(widget, HOSTILE, `${HOSTILE}\n=1+1\n${LONG}`, {
      name: HOSTILE,
      email: 'a@b.example?bcc=c@d',
      phone: '=1+1',
    });
    const { page } = await open({ owner, path, colorScheme, ...(viewport === undefined ? {} : { viewport }) });
    await page.getByRole('link', { name: /<img src=x/ }).click();
    await page.getByRole('log').getByText('=1+1').waitFor();
    expect(await page.locator('main img, main script, a[href^="javascript:"], a[href*="bcc="]').count()).toBe(0);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('textbox', { name: 'Message to the visitor' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('show ratings and sources, and are found by a link', async () => {
    const { owner, id, widget, path } = await shop();
    const { messageId } = await ask(widget, 'rater', 'When are you open?');
    await widget.call('POST', '/feedback', { body: { sessionId: 'rater', messageId, feedback: 'negative' } });
    const { data } = await owner.call<{ conversations: { id: string }[] }>('GET', `/chatbots/${id}/conversations`);
    const { page, goto } = await open({ owner, path: `${path}/${data.conversations[0]?.id}` });
    await page.getByText('Rated not helpful').waitFor();
    // Citations show as visitors see them, not as `[1]`.
    expect(await page.locator('.message.assistant sup.cite').innerText()).toBe('1');
    await page.getByRole('button', { name: 'Why this answer?' }).click();
    await page.waitForURL('**?why=*');
    await page.getByRole('dialog').getByText('We are open from nine to five').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('1 source').click();
    await page.getByRole('log').getByText('Hours').waitFor();
    await widget.call('POST', '/feedback', { body: { sessionId: 'rater', messageId, feedback: 'positive' } });
    await page.getByText('Rated helpful').waitFor();
    await goto(`${path}/${crypto.randomUUID()}`);
    await page.getByText('This conversation does not exist').waitFor();
  });

  it.each([DESKTOP, PHONE])('are searched as a whole, and open at the message that was found: %j', async (viewport) => {
    const { owner, id, widget, path } = await shop();
    await ask(widget, 'long', 'Is it broken in the résumé?');
    await owner.call('POST', `/chatbots/${id}/sessions/long/takeover`);
    for (let sent = 0; sent < 60; sent++) {
      const body = { message: `Reply ${sent}` };
      await owner.call('POST', `/chatbots/${id}/sessions/long/messages`, { body });
    }
    await ask(widget, 'other', 'When are you open?');
    const { page } = await open({ owner, path, viewport });
    await page.getByRole('link', { name: /Visitor other/ }).waitFor();
    const search = page.getByRole('searchbox', { name: 'Search all messages' });
    await search.fill('resume BROKEN');
    const row = page.getByRole('link', { name: /Visitor long/ });
    await row.locator('mark', { hasText: 'broken' }).waitFor();
    await page.getByRole('link', { name: /Visitor other/ }).waitFor({ state: 'detached' });
    expect(await violations(page)).toEqual([]);
    await row.click();
    const found = page.locator('.message.found', { hasText: 'Is it broken' });
    await found.waitFor();
    await expect.poll(() => found.evaluate((message) => message.getBoundingClientRect().top)).toBeGreaterThan(0);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    if (viewport === PHONE) await page.getByRole('link', { name: 'Back to all conversations' }).click();
    await search.fill('nowhere');
    await page.getByText('No message has these words').waitFor();
    await search.fill('');
    await page.getByRole('link', { name: /Visitor other/ }).waitFor();
  });

  it('are downloaded as text, and deleted for good', async () => {
    const { owner, id, widget, path } = await shop();
    await ask(widget, 'kept', 'When are you open?');
    await ask(widget, 'deleted', 'When are you open?');
    const { page } = await open({ owner, path });
    const row = page.getByRole('link', { name: /Visitor deleted/ });
    await row.click();
    const actions = page.getByRole('button', { name: 'Actions for this conversation' });
    await actions.click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download as text' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('conversation-visitor-deleted.txt');
    expect(await readFile(await download.path(), 'utf8')).toContain('UTC\nWhen are you open?\n');
    await actions.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => focusOf(page)).toBe('Actions for this conversation');
    for (const key of ['Enter', 'End', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Delete conversation' }).press('Enter');
    await page.getByText('Choose a conversation').waitFor();
    await expect.poll(() => focusOf(page)).toBe('h1');
    expect(await row.count()).toBe(0);
    await page.getByRole('link', { name: /Visitor kept/ }).waitFor();
    const { data } = await owner.call<{ messages: { sessionId: string }[] }>('GET', `/chatbots/${id}/history`);
    expect(data.messages.some(({ sessionId }) => sessionId === 'deleted')).toBe(false);
  });

  it('that are deleted elsewhere disappear here, from the list and from the open page', async () => {
    const { owner, id, widget, path } = await shop();
    for (const sessionId of ['open', 'listed', 'kept']) await ask(widget, sessionId, 'When are you open?');
    const { page } = await open({ owner, path });
    const row = (name: string) => page.getByRole('link', { name: new RegExp(`Visitor ${name}`) });
    await row('open').click();
    await page.locator('.message.assistant').waitFor();
    const { data } = await owner.call<{ conversations: { id: string; sessionId: string }[] }>(
      'GET',
      `/chatbots/${id}/conversations`,
    );
    for (const conversation of data.conversations.filter(({ sessionId }) => sessionId !== 'kept'))
      await owner.call('DELETE', `/chatbots/${id}/conversations/${conversation.id}`);
    await page.getByText('This conversation does not exist').waitFor();
    for (const name of ['open', 'listed']) await row(name).waitFor({ state: 'detached' });
    await row('kept').waitFor();
  });

  it('alert an owner who looks at another tab, once asked to, of visitors who wait or write to the agent', async () => {
    const { owner, id, widget, path } = await shop();
    for (const sessionId of ['waiting', 'taken']) await ask(widget, sessionId, 'When are you open?');
    await owner.call('POST', `/chatbots/${id}/sessions/taken/takeover`);
    const { page, context } = await open({ owner, path });
    const alerts = page.getByRole('button', { name: 'Alert me' });
    await page.getByRole('link', { name: /Visitor taken/ }).waitFor();
    await context.grantPermissions(['notifications']);
    await page.evaluate(UNWATCHED_PAGE);
    const shown = () => page.evaluate('shown') as Promise<string[]>;
    await ask(widget, 'taken', 'Nobody is alerted of this');
    await page.getByRole('link', { name: /Nobody is alerted/ }).waitFor();
    await alerts.click();
    await page.getByRole('button', { name: 'Alerts are on', pressed: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await widget.call('POST', '/handoff', { body: { sessionId: 'waiting' } });
    await ask(widget, 'taken', 'Are you there?');
    await ask(widget, 'waiting', 'Are you open every day?');
    await page.getByRole('link', { name: /Visitor waiting.*Chatbot/ }).waitFor();
    const wanted = ['A visitor waits for a human: Visitor waiting', 'Visitor taken: Are you there?'];
    await expect.poll(shown).toEqual(wanted);
    // It leads to the conversation in the same page, which holds what is not sent yet.
    await page.evaluate('newest.onclick()');
    await page.getByRole('heading', { name: 'Visitor taken' }).waitFor();
    expect(await shown()).toEqual(wanted);
    // Chromium without windows forgets the permission with the page.
    await page.addInitScript(`Object.defineProperty(Notification, 'permission', { value: 'granted' })`);
    await page.reload();
    await page.getByRole('button', { name: 'Alerts are on' }).click();
    await alerts.waitFor();
  });
});
