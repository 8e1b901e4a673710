import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { hostSite, ROOT } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { consoleOfFile, DESKTOP, PHONE } from './support/console.ts';
import { ANSWER, focusOf, newShop } from './support/conversations.ts';

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

describe.skipIf(chromiumPath === null)('Conversations', () => {
  const { open, service } = consoleOfFile();

  it('are taken over live: console and widget show the same, side by side', async () => {
    const { owner, id, widget, path } = await newShop(service());
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
    // In the place of their time.
    const marks = /^(?:You took over|You handed back to the chatbot) · \d/;
    await page
      .getByRole('log')
      .getByText(/^You handed back/)
      .waitFor();
    const lines = await page.getByRole('log').locator('.message, .message-date').allInnerTexts();
    const places = lines.map((line) => (marks.test(line) ? 'mark' : line.split(' ·')[0]));
    expect(places.slice(1)).toEqual(['Visitor', 'Chatbot', 'mark', 'You', 'Visitor', 'mark']);
    await input.fill('When are you open on Sunday?');
    await input.press('Enter');
    await page.getByRole('log').getByText('When are you open on Sunday?').waitFor();
    await page.locator('.message.assistant').nth(1).waitFor();
  });

  it('stay with who takes them over, whether by a double click or as a colleague does at the same moment', async () => {
    const { owner, widget, path } = await newShop(service());
    await widget.ask('reader', 'When are you open?');
    const { page } = await open({ owner, path });
    await page.getByRole('link', { name: /reader/ }).click();
    const button = page.getByRole('button', { name: 'Take over' });
    await button.dblclick();
    await page.getByRole('button', { name: 'Hand back to chatbot' }).click();
    await button.waitFor();
    const { x, y } = (await button.boundingBox()) ?? { x: 0, y: 0 };
    const { data } = await owner.call<{ conversations: { sessionId: string }[] }>('GET', `${path}`);
    await owner.call(
      'POST',
      `${path.replace('conversations', 'sessions')}/${data.conversations[0]?.sessionId}/takeover`,
    );
    await page.getByRole('button', { name: 'Hand back to chatbot' }).waitFor();
    await page.mouse.click(x + 3, y + 3);
    await page.getByRole('button', { name: 'Hand back to chatbot', disabled: false }).waitFor();
    expect(await page.getByText('You handed back').count()).toBe(1);
  });

  it('keep the newest message in view, while a longer one is written and after it', async () => {
    const { owner, widget, path } = await newShop(service());
    for (const question of ['When are you open?', 'And on Sunday?', 'Every week?', 'At nine?']) {
      await widget.ask('reader', question);
    }
    const { page } = await open({ owner, path });
    await page.getByRole('link', { name: /reader/ }).click();
    await page.getByRole('button', { name: 'Take over' }).click();
    const message = page.getByRole('textbox', { name: 'Message to the visitor' });
    const log = page.getByRole('log');
    const below = () => log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
    await message.fill('Hello,\nAda here.\nHow can I help?\nI have time.');
    await expect.poll(below).toBeLessThan(2);
    // As by the keyboard of a phone.
    await page.setViewportSize({ width: DESKTOP.width, height: 600 });
    await expect.poll(below).toBeLessThan(2);
    await page.setViewportSize(DESKTOP);
    await message.press('Enter');
    await log.getByText('I have time.').waitFor();
    await expect.poll(() => message.inputValue()).toBe('');
    for (const reply of ['Where do you '.repeat(40), 'are you', 'located']) {
      await widget.ask('reader', reply);
      await log.getByText(reply.trim()).last().waitFor();
      await expect.poll(below).toBeLessThan(2);
    }
  });

  it.each([DESKTOP, PHONE])('leave what an agent writes in sight beside an error: %j', async (viewport) => {
    const { owner, widget, path } = await newShop(service());
    await widget.ask('reader', 'When are you open?');
    const { page } = await open({ owner, path, viewport });
    await page.getByRole('link', { name: /reader/ }).click();
    await page.getByRole('button', { name: 'Take over' }).click();
    const message = page.getByRole('textbox', { name: 'Message to the visitor' });
    // A long address is broken, so that the button stays on the screen.
    await message.fill(`Hello https://shop.example/${'jackets/'.repeat(20)}`);
    await page.route('**/takeover', (route) => route.abort());
    await page.getByRole('button', { name: 'Hand back' }).click();
    const error = page.getByRole('status').getByText('The service cannot be reached.');
    await error.waitFor();
    const [above, below] = [await error.boundingBox(), await message.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? Number.NaN)).toBeLessThan(below?.y ?? 0);
    expect(above?.y).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Send' }).click({ trial: true });
  });

  it('that a colleague has ended while another chatbot was open wait for nobody', async () => {
    const { owner, id, widget, path } = await newShop(service());
    await widget.ask('waiting', 'Hello');
    await widget.call('POST', '/handoff', { body: { sessionId: 'waiting' } });
    await owner.chatbot({ name: 'Bakery' });
    const { page } = await open({ owner, path });
    await expect.poll(() => page.title()).toBe('(1) Conversations · Chatledger');
    await page.getByRole('link', { name: 'Try it' }).click();
    await page.getByRole('button', { name: 'Shop', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Bakery' }).click();
    await page.getByRole('button', { name: /^Bakery/ }).waitFor();
    await owner.call('POST', `/chatbots/${id}/sessions/waiting/takeover`);
    await owner.call('DELETE', `/chatbots/${id}/sessions/waiting/takeover`);
    await page.getByRole('button', { name: /^Bakery/ }).click();
    await page.getByRole('menuitem', { name: 'Shop' }).click();
    await page.getByRole('button', { name: 'Shop', exact: true }).waitFor();
    await expect.poll(() => page.title()).toBe('Try it · Chatledger');
  });

  it('begin with those that wait for a human, told in the title of the tab', async () => {
    const { owner, widget, path } = await newShop(service());
    await widget.ask('waiting one', 'Hello');
    await widget.ask('newest one', 'Hello');
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

  it('alert an owner who looks at another tab, once asked to, of visitors who wait or write to the agent', async () => {
    const { owner, id, widget, path } = await newShop(service());
    for (const sessionId of ['waiting', 'taken']) await widget.ask(sessionId, 'When are you open?');
    await owner.call('POST', `/chatbots/${id}/sessions/taken/takeover`);
    const { page, context } = await open({ owner, path });
    const alerts = page.getByRole('button', { name: 'Alert me' });
    await page.getByRole('link', { name: /Visitor taken/ }).waitFor();
    await context.grantPermissions(['notifications']);
    await page.evaluate(UNWATCHED_PAGE);
    const shown = () => page.evaluate('shown') as Promise<string[]>;
    await widget.ask('taken', 'Nobody is alerted of this');
    await page.getByRole('link', { name: /Nobody is alerted/ }).waitFor();
    await alerts.click();
    await page.getByRole('button', { name: 'Alerts are on', pressed: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await widget.call('POST', '/handoff', { body: { sessionId: 'waiting' } });
    await widget.ask('taken', 'Are you there?');
    await widget.ask('waiting', 'Are you open every day?');
    await page.getByRole('link', { name: /Visitor waiting.*every day/ }).waitFor();
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
