/** The list of conversations and what an owner does with one: read, search, download, delete. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { consoleOfFile, DESKTOP, overflowOf, PHONE } from './support/console.ts';
import { ANSWER, ASKING_FOR_DETAILS, focusOf, newShop } from './support/conversations.ts';

const HOSTILE = '<img src=x onerror=alert(1)>"\u202etxt.exe [x](javascript:alert(1))';
const LONG = 'w'.repeat(3_000);

describe.skipIf(chromiumPath === null)('Conversations', () => {
  const { open, service } = consoleOfFile();

  it('are none at first, and appear as visitors write', async () => {
    const { owner, id, widget, path } = await newShop(service());
    const { page } = await open({ owner, path });
    await page.getByText('No conversations yet').waitFor();
    expect(await page.getByText('Choose a conversation').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await widget.ask('first', 'When are you open?');
    const row = page.getByRole('link', { name: /Visitor first/ });
    await row.getByText('Unread').waitFor({ state: 'attached' });
    await row.click();
    await page.locator('.message.assistant .markdown', { hasText: ANSWER }).waitFor();
    await row.getByText('Unread').waitFor({ state: 'detached' });
    // The question tells what a conversation is about, live and after a reload.
    await row.getByText('When are you open?').waitFor();
    await widget.ask('01997f3e-of-the-same-second', 'When are you open?');
    await page.getByRole('link', { name: /Visitor e-second/ }).waitFor();
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await page.getByRole('status').getByText('No connection').waitFor();
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.getByText('No connection').waitFor({ state: 'detached' });

    // A long message shows its beginning also when that is on the right.
    await owner.call('POST', `/chatbots/${id}/sessions/first/takeover`);
    await owner.call('POST', `/chatbots/${id}/sessions/first/messages`, {
      body: { message: 'שלום לכולם. '.repeat(20) },
    });
    const excerpt = row.locator('bdi', { hasText: 'שלום' });
    const [cut, around] = [await excerpt.boundingBox(), await row.boundingBox()];
    expect((cut?.x ?? 0) + (cut?.width ?? 0)).toBeLessThan((around?.x ?? 0) + (around?.width ?? 0));
  });

  it.each([DESKTOP, PHONE])(
    'that wait for a human show on the card of their chatbot, which leads to them: %j',
    async (viewport) => {
      const { owner, id, widget } = await newShop(service());
      await owner.chatbot({ name: 'Handbook' });
      await widget.ask('waiting', 'When are you open?');
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
    const { owner, widget, path } = await newShop(service(), ASKING_FOR_DETAILS);
    const email = 'grace.brewster.hopper@naval-reserve.example.com';
    const leadData = { name: 'Grace Hopper', email, phone: '+1 555 0100 200' };
    await widget.ask('grace', 'When are you open?', { leadData });
    const { page } = await open({ owner, path, viewport: PHONE });
    await page.getByRole('link', { name: /Grace Hopper/ }).click();
    const card = page.locator('.lead-card');
    await card.getByText(leadData.phone).waitFor();
    const [whole, shown] = await card.evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]);
    expect(whole).toBe(shown);
  });

  it('that are taken over stay on top of the list, below those who wait', async () => {
    const { owner, widget, path } = await newShop(service());
    for (const session of ['first-one', 'second-1', 'third-on']) await widget.ask(session, 'When are you open?');
    const { page } = await open({ owner, path });
    const names = page.locator('.conversation-name');
    await expect
      .poll(() => names.allInnerTexts())
      .toEqual(['Visitor third-on', 'Visitor second-1', 'Visitor first-one']);
    await page.getByRole('link', { name: /first-one/ }).click();
    await page.getByRole('button', { name: 'Take over' }).click();
    await expect
      .poll(() => names.allInnerTexts())
      .toEqual(['Visitor first-one', 'Visitor third-on', 'Visitor second-1']);
    await widget.call('POST', '/handoff', { body: { sessionId: 'second-1' } });
    await expect
      .poll(() => names.allInnerTexts())
      .toEqual(['Visitor second-1', 'Visitor first-one', 'Visitor third-on']);
  });

  it('are listed once the list is here, not before with those alone who wait', async () => {
    const { owner, widget, path } = await newShop(service());
    for (const session of ['content-1', 'waiting-1']) await widget.ask(session, 'When are you open?');
    await widget.call('POST', '/handoff', { body: { sessionId: 'waiting-1' } });
    const { page, goto } = await open({ owner });
    const late = Promise.withResolvers<void>();
    await page.route('**/conversations?limit=50', async (route) => {
      await late.promise;
      await route.continue();
    });
    await goto(path);
    await expect.poll(() => page.title()).toBe('(1) Conversations · Chatledger');
    const names = page.locator('.conversation-name');
    expect(await names.count()).toBe(0);
    late.resolve();
    await expect.poll(() => names.allInnerTexts()).toEqual(['Visitor waiting-1', 'Visitor content-1']);
  });

  it('stay on the screen however many explanations are looked at', async () => {
    const { owner, widget, path } = await newShop(service());
    await widget.ask('curious', 'When are you open?');
    const { page } = await open({ owner, path });
    await page.getByRole('link', { name: /curious/ }).click();
    await page.route('**/audit/answers/**', (route) => route.fulfill({ status: 404, json: { success: false } }));
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(request.url()));
    await page.evaluate(`(async () => {
      for (let answer = 0; answer < 120; answer += 1) {
        history.pushState(null, '', '?why=' + answer);
        dispatchEvent(new PopStateEvent('popstate'));
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
    })()`);
    expect([...asked].filter((url) => url.includes('/audit/answers/')).length).toBeGreaterThan(110);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('button', { name: 'Hand back to chatbot' }).waitFor();
  });

  it.each([DESKTOP, PHONE])(
    'take the focus when they are opened, and give it back to their place in the list: %j',
    async (viewport) => {
      const { owner, widget, path } = await newShop(service());
      for (let visitor = 10; visitor < 30; visitor++) await widget.ask(`number-${visitor}`, 'When are you open?');
      const { page } = await open({ owner, path, viewport });
      const row = page.getByRole('link', { name: /Visitor number-10/ });
      await row.press('Enter');
      await page.getByRole('log').getByText('When are you open?').waitFor();
      await expect.poll(() => focusOf(page)).toBe('h2');
      const back = page.getByRole('link', { name: 'Back to all conversations' });
      if (viewport === PHONE) await back.press('Enter');
      else await page.goBack();
      await expect.poll(() => row.evaluate((link) => link.matches(':focus'))).toBe(true);
      const place = await row.boundingBox();
      expect(place?.y).toBeGreaterThan(0);
      expect(place?.y).toBeLessThan(viewport.height - 80);
    },
  );

  it('take the focus where a search has found them beyond the list, once they are here', async () => {
    const { owner, widget, path } = await newShop(service());
    await widget.ask('oldest', 'Where is the rhubarb?');
    for (let visitor = 0; visitor < 51; visitor++) await widget.ask(`number-${visitor}`, 'When are you open?');
    const { page } = await open({ owner, path, viewport: PHONE });
    await page.getByRole('searchbox', { name: 'Search all messages' }).fill('rhubarb');
    const row = page.getByRole('link', { name: /Visitor oldest/ });
    await row.press('Enter');
    await page.getByRole('log').getByText('Where is the rhubarb?').waitFor();
    await expect.poll(() => focusOf(page)).toBe('h2');
    await page.goBack();
    await expect.poll(() => row.evaluate((link) => link.matches(':focus'))).toBe(true);
  });

  it('that have left their list give the focus to its heading', async () => {
    const { widget, owner, path } = await newShop(service());
    await widget.ask('waiting', 'When are you open?');
    await widget.call('POST', '/handoff', { body: { sessionId: 'waiting' } });
    const { page } = await open({ owner, path: `${path}?show=waiting` });
    await page.getByRole('link', { name: /Visitor waiting/ }).press('Enter');
    await page.getByRole('button', { name: 'Take over' }).press('Enter');
    await page.getByRole('textbox', { name: 'Message to the visitor' }).press('Escape');
    expect(await focusOf(page)).toBe('h1');
  });

  it('give the focus back to the list with Escape, which closes a menu before', async () => {
    const { owner, widget, path } = await newShop(service());
    for (const visitor of ['first', 'second']) await widget.ask(visitor, 'When are you open?');
    const { page } = await open({ owner, path });
    const row = page.getByRole('link', { name: /Visitor first/ });
    await row.click();
    const actions = page.getByRole('button', { name: 'Actions for this conversation' });
    await actions.press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focusOf(page)).toBe('Actions for this conversation');
    await page.keyboard.press('Escape');
    expect(await row.evaluate((link) => link.matches(':focus'))).toBe(true);
    await page.getByRole('heading', { name: 'Visitor first' }).waitFor();
  });

  it('say on a phone how many others wait', async () => {
    const { owner, widget, path } = await newShop(service());
    for (const visitor of ['one', 'two', 'three']) {
      await widget.ask(visitor, 'When are you open?');
      await widget.call('POST', '/handoff', { body: { sessionId: visitor } });
    }
    const { page } = await open({ owner, path, viewport: PHONE });
    await page.getByRole('link', { name: /Visitor one/ }).click();
    await page.getByRole('link', { name: 'Back to all conversations 2 waiting for a human' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('textbox', { name: 'Message to the visitor' }).waitFor();
    await page.getByRole('link', { name: 'Back to all conversations 2 waiting for a human' }).click();
    await page.getByRole('link', { name: /Visitor two/ }).waitFor();
  });

  it('say on a phone that another visitor has answered the agent', async () => {
    const { owner, widget, path } = await newShop(service());
    const sessions = path.replace('conversations', 'sessions');
    for (const visitor of ['one', 'two']) {
      await widget.ask(visitor, 'When are you open?');
      await owner.call('POST', `${sessions}/${visitor}/takeover`);
    }
    await widget.ask('three', 'When are you open?');
    const { page } = await open({ owner, path, viewport: PHONE });
    await page.getByRole('link', { name: /Visitor one/ }).click();
    await page.getByRole('textbox', { name: 'Message to the visitor' }).waitFor();
    const back = (state: string) => page.getByRole('link', { name: `Back to all conversations${state}`, exact: true });
    await widget.ask('three', 'And on Sunday?');
    await widget.ask('one', 'Are you there?');
    await page.getByRole('log').getByText('Are you there?').waitFor();
    await back('').waitFor();
    await widget.ask('two', 'Hello?');
    await back(' Unread').click();
    await page.getByRole('link', { name: /Visitor two/ }).click();
    await back('').waitFor();
  });

  it('stay open while the list beside them shows others', async () => {
    const { owner, widget, path } = await newShop(service());
    await widget.ask('beside', 'When are you open?');
    await widget.call('POST', '/handoff', { body: { sessionId: 'beside' } });
    const { page } = await open({ owner, path });
    await page.getByRole('button', { name: 'Waiting', exact: true }).click();
    await page.getByRole('link', { name: /beside/ }).click();
    const thread = page.getByRole('heading', { name: 'Visitor beside' });
    await thread.waitFor();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expect.poll(() => page.url()).not.toContain('show=');
    await thread.waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Choose a conversation' }).waitFor();
    expect(page.url()).toContain('show=waiting');
  });

  it('keep their buttons in reach on a phone without a connection', async () => {
    const { owner, widget, path } = await newShop(service());
    await widget.ask('offline', 'When are you open?');
    const { page } = await open({ owner, path, viewport: PHONE });
    const row = page.getByRole('link', { name: /offline/ });
    await row.waitFor();
    await page.evaluate("dispatchEvent(new Event('offline'))");
    const told = page.getByText('No connection');
    const isBelow = async (bar: string) => {
      const [message, above] = [await told.boundingBox(), await page.locator(bar).boundingBox()];
      return (message?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? Number.NaN)) >= 0;
    };
    await told.waitFor();
    expect(await isBelow('.top-bar')).toBe(true);
    await row.click();
    await page.getByRole('button', { name: 'Take over' }).waitFor();
    expect(await isBelow('.thread-head')).toBe(true);
  });

  it('show the list beside one conversation on a tablet, and either of them on a phone', async () => {
    const { owner, widget, path } = await newShop(service());
    await widget.ask('narrow', 'When are you open?');
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

  it.each([
    ['light', undefined],
    ['dark', PHONE],
  ] as const)('hold whatever visitors write as text: %s, %j', async (colorScheme, viewport) => {
    const { owner, widget, path } = await newShop(service(), ASKING_FOR_DETAILS);
    await widget.ask(HOSTILE, `${HOSTILE}\n=1+1\n${LONG}`, {
      leadData: {
        name: HOSTILE,
        email: 'a@b.example?bcc=c@d',
        phone: '=1+1',
      },
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
    const { owner, id, widget, path } = await newShop(service());
    const { messageId } = await widget.ask('rater', 'When are you open?');
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
    await page.getByText('Sources: ').click();
    await page.getByRole('log').getByText('Hours', { exact: true }).waitFor();
    await widget.call('POST', '/feedback', { body: { sessionId: 'rater', messageId, feedback: 'positive' } });
    await page.getByText('Rated helpful').waitFor();
    await goto(`${path}/${crypto.randomUUID()}`);
    await page.getByText('This conversation does not exist').waitFor();
  });

  it.each([DESKTOP, PHONE])('are searched as a whole, and open at the message that was found: %j', async (viewport) => {
    const { owner, id, widget, path } = await newShop(service());
    await widget.ask('long', 'Is it broken in the résumé?');
    await owner.call('POST', `/chatbots/${id}/sessions/long/takeover`);
    for (let sent = 0; sent < 60; sent++) {
      const body = { message: `Reply ${sent}` };
      await owner.call('POST', `/chatbots/${id}/sessions/long/messages`, { body });
    }
    await widget.ask('other', 'When are you open?');
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
    const { owner, id, widget, path } = await newShop(service());
    await widget.ask('kept', 'When are you open?');
    await widget.ask('deleted', 'When are you open?');
    const { page } = await open({ owner, path });
    const row = page.getByRole('link', { name: /Visitor deleted/ });
    await row.click();
    const actions = page.getByRole('button', { name: 'Actions for this conversation' });
    await actions.click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download as text' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('conversation-visitor-deleted.txt');
    expect(await readFile(await download.path(), 'utf8')).toContain('UTC\n  When are you open?\n');
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
    const { owner, id, widget, path } = await newShop(service());
    for (const sessionId of ['open', 'listed', 'kept']) await widget.ask(sessionId, 'When are you open?');
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
});
