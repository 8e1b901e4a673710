import { describe, expect, it, vi } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { consoleOfFile, DESKTOP, overflowOf, PHONE } from './support/console.ts';
import { newShop } from './support/conversations.ts';

const LONG_NAME = 'The assistant of the shop for house plants in the old town';

describe.skipIf(chromiumPath === null)('The list of chatbots', () => {
  const { open, service } = consoleOfFile();

  it.each([DESKTOP, PHONE])('leaves a long name the width of its card, with the status below: %j', async (viewport) => {
    const owner = await service().owner();
    await owner.chatbot({ name: LONG_NAME, primaryColor: '#fde047' });
    const { page } = await open({ owner, viewport });
    const card = page.getByRole('listitem').filter({ hasText: LONG_NAME });
    const name = await card.getByRole('heading').boundingBox();
    const status = await card.getByText('No content yet').boundingBox();
    const around = await card.boundingBox();
    expect(name?.width).toBeGreaterThan(0.6 * (around?.width ?? 0));
    expect(status?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0));
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });

  it('shows each as visitors see it: on its colour, with a symbol that can be made out', async () => {
    const owner = await service().owner();
    await owner.chatbot({ name: 'Sunny', primaryColor: '#fde047' });
    const { page } = await open({ owner });
    const face = page.getByRole('listitem').filter({ hasText: 'Sunny' }).locator('.face');
    expect(await face.getAttribute('style')).toContain('rgb(253, 224, 71)');
    expect(await face.getAttribute('style')).toContain('color: rgb(15, 18, 28)');

    await page.getByRole('link', { name: 'Sunny' }).click();
    const switcher = page.getByRole('button', { name: 'Sunny' });
    expect(await switcher.locator('.face').getAttribute('style')).toContain('rgb(253, 224, 71)');
  });
});

describe.skipIf(chromiumPath === null)('Visitors who wait at another chatbot', () => {
  const { open, service } = consoleOfFile();

  it.each([
    ['beside names', DESKTOP],
    ['on a rail', { width: 900, height: 700 }],
  ])('are counted in the menu of chatbots, which begins with theirs, %s', async (_where, viewport) => {
    const { owner, id, widget } = await newShop(service());
    await widget.ask('waiting', 'When are you open?');
    const bakery = await owner.chatbot({ name: 'Bakery' });
    await owner.chatbot({ name: 'Museum' });
    const { page } = await open({ owner, path: '/account', viewport });
    // The tab asks twice a minute.
    await page.addInitScript(`{
      const repeat = setInterval;
      setInterval = (act, delay) => repeat(act, delay === 30_000 ? 100 : delay);
    }`);
    await page.goto(`${service().running.address}/console/chatbots/${bakery.id}/try`);
    const switcher = page.getByRole('button', { name: 'Bakery' });
    await switcher.waitFor();
    expect(await switcher.innerText()).toBe('Bakery');
    await widget.call('POST', '/handoff', { body: { sessionId: 'waiting' } });
    await page.getByRole('button', { name: 'Bakery 1 waiting for a human at other chatbots' }).click();
    const items = page.getByRole('menuitem');
    await page.getByRole('menuitem', { name: 'Shop 1 waiting for a human' }).waitFor();
    expect(await items.first().innerText()).toContain('Shop');
    const [item, count] = [await items.first().boundingBox(), await items.first().locator('.nav-count').boundingBox()];
    expect(count?.y).toBeGreaterThan(item?.y ?? Number.NaN);
    expect(count?.x).toBeGreaterThan((item?.x ?? Number.NaN) + 0.7 * (item?.width ?? 0));
    // The menu opens at the current one.
    expect(await page.getByRole('menuitem', { name: 'Bakery' }).evaluate((item) => item.matches(':focus'))).toBe(true);
    expect(await page.title()).toBe('Try it · Chatledger');
    await items.first().click();
    await page.getByRole('button', { name: 'Shop', exact: true }).waitFor();
    await owner.call('POST', `/chatbots/${id}/sessions/waiting/takeover`);
    await page.getByRole('button', { name: 'Shop', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Bakery' }).click();
    await page.getByRole('button', { name: 'Bakery', exact: true }).waitFor();
  });

  it('bring their chatbot to the front of the list, and their number into the title of the tab', async () => {
    const { owner } = await newShop(service());
    await owner.chatbot({ name: 'Bakery' });
    const museum = await owner.chatbot({ name: 'Museum', humanHandoffEnabled: true });
    const widget = await owner.widget(museum.id);
    await widget.ask('waiting', 'When are you open?');
    const { page } = await open({ owner });
    const names = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect.poll(() => names.allInnerTexts()).toEqual(['Shop', 'Bakery', 'Museum']);
    await widget.call('POST', '/handoff', { body: { sessionId: 'waiting' } });
    // Somebody comes back to the tab.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await expect.poll(() => names.allInnerTexts()).toEqual(['Museum', 'Shop', 'Bakery']);
    await expect.poll(() => page.title()).toBe('(1) Chatbots · Chatledger');
  });
});

describe.skipIf(chromiumPath === null)('Where visitors write', () => {
  const { open, service } = consoleOfFile({ PLAN_MESSAGES: '5' });

  it('the list warns when a fifth of the month’s messages is left, and says when none is', async () => {
    const { owner, widget } = await newShop(service());
    const { page } = await open({ owner });
    const notice = page.locator('.notice');
    const seenAfter = async (messages: number) => {
      for (let number = 0; number < messages; number += 1) await widget.ask(`visitor-${number}`, 'When are you open?');
      await page.reload();
      await page.getByRole('listitem').first().waitFor();
    };
    await seenAfter(3);
    await page.waitForLoadState('networkidle');
    expect(await notice.count()).toBe(0);
    await seenAfter(1);
    await expect.poll(() => notice.textContent()).toContain('visitor messages are nearly used up');
    await seenAfter(1);
    await expect.poll(() => notice.textContent()).toContain('visitor messages are used up');
  });
});

describe.skipIf(chromiumPath === null)('The list of chatbots', () => {
  const { open, service } = consoleOfFile();

  it('is asked for every half a minute, and answered only when it has changed', async () => {
    const owner = await service().owner();
    await owner.chatbot({ name: 'Bakery' });
    const { page, context, goto } = await open({ owner, path: '/account', locale: 'en-GB' });
    await context.clock.install();
    const answers: number[] = [];
    page.on('response', (response) => response.url().endsWith('/api/chatbots') && answers.push(response.status()));
    await goto('');
    const names = page.getByRole('main').getByRole('heading', { level: 2 });
    await names.waitFor();
    // The page that was left asks for the list too, and may be answered before or after it was left.
    answers.splice(0);
    await page.clock.fastForward(31_000);
    await expect.poll(() => answers).toEqual([304]);
    expect(await names.allInnerTexts()).toEqual(['Bakery']);
    await owner.chatbot({ name: 'Harbour' });
    await page.clock.fastForward(31_000);
    await expect.poll(() => names.allInnerTexts()).toEqual(['Bakery', 'Harbour']);
    expect(answers).toEqual([304, 200]);
  });
});

describe.skipIf(chromiumPath === null)('A list of a thousand chatbots', () => {
  const { open, service } = consoleOfFile();

  it('is drawn as far as it is looked at, those with waiting visitors first, and searched', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Shop' });
    const { page, goto } = await open({ owner, path: '/account' });
    await page.route('**/api/chatbots', async (route) => {
      // Without a tag, the service answers with the list.
      const headers = { ...route.request().headers(), 'if-none-match': '' };
      const response = await route.fetch({ headers });
      const { data } = (await response.json()) as { data: { chatbots: object[] } };
      const others = Array.from({ length: 999 }, (_, n) => ({
        ...data.chatbots[0],
        ...{ id: `other-${n}`, name: `Shop ${n}`, waitingVisitors: n === 900 ? 1 : 0 },
      }));
      await route.fulfill({ response, json: { success: true, data: { chatbots: [...others, ...data.chatbots] } } });
    });
    await goto('');
    const cards = page.getByRole('main').getByRole('heading', { level: 2 });
    await cards.first().waitFor();
    expect([await cards.first().innerText(), await cards.count()]).toEqual(['Shop 900', 60]);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => cards.count()).toBe(120);
    const search = page.getByLabel('Search names and descriptions');
    await search.fill('shop 77');
    await expect.poll(() => cards.count()).toBe(19);
    // No letter is lost of what is typed at once after the field was emptied.
    await search.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type('shop 770');
    await expect.poll(() => cards.count()).toBe(1);
    expect(await search.inputValue()).toBe('shop 770');
    await page.getByRole('link', { name: 'Shop 770' }).click();
    await page.waitForURL('**/other-770/try');
    await page.goBack();
    await expect.poll(() => cards.count()).toBe(1);
    await search.fill('bakery');
    await page.getByRole('status').getByText('Nothing found').waitFor();
    expect(await violations(page)).toEqual([]);

    // The menu of chatbots is short, and has the one at hand.
    await goto(`/chatbots/${id}/try`);
    await page.getByRole('button', { name: 'Shop 1 waiting for a human at other chatbots' }).click();
    const items = page.getByRole('menuitem');
    expect([await items.first().innerText(), await items.count()]).toEqual(['Shop', 33]);
  });
});

describe.skipIf(chromiumPath === null)('Pages of the console', () => {
  const { open, service } = consoleOfFile();

  it('fit a phone whose text is twice as large', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Shop', quickPrompts: ['When are you open?'] });
    const { page, goto } = await open({ owner, viewport: { width: PHONE.width / 2, height: PHONE.height / 2 } });
    const slugs = ['try', 'content', 'look', 'conversations', 'leads', 'satisfaction', 'history', 'embed', 'settings'];
    for (const path of ['', '/account', ...slugs.map((slug) => `/chatbots/${id}/${slug}`)]) {
      await goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect([path, Math.max(0, await overflowOf(page))]).toEqual([path, 0]);
    }
  });

  it('have their buttons beside a short heading, below a description that would else get narrow, and say when no visitor is answered', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Shop' });
    await owner.widget(id);
    const { page, goto } = await open({ owner, viewport: PHONE, path: '/account' });
    await page.route('**/usage', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: { usage: object } };
      const usage = { ...data.usage, messages: { used: 1_000, limit: 1_000 } };
      await route.fulfill({ response, json: { success: true, data: { usage } } });
    });
    await goto('');
    await page.getByText('This month’s visitor messages are used up').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.unroute('**/usage');
    const heading = await page.getByRole('heading', { name: 'Chatbots' }).boundingBox();
    const button = await page.getByRole('link', { name: 'New chatbot' }).boundingBox();
    expect(button?.x).toBeGreaterThan((heading?.x ?? 0) + (heading?.width ?? 0));
    await goto(`/chatbots/${id}/embed`);
    const description = page.getByText('A key says which websites may have the chat.');
    await description.waitFor();
    const lines = await description.boundingBox();
    expect(lines?.width).toBeGreaterThan(300);
  });

  it('have their heading and their frame before their script is here', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Shop' });
    // A context of its own has nothing in its cache.
    const { page } = await open({ owner, locale: 'en-GB', path: '/sign-in' });
    const script = Promise.withResolvers<void>();
    // The pages come with the one script that the document does not name.
    await page.route('**/console/assets/*.js', async (route) => {
      const named = await page.content().catch(() => '');
      if (!named.includes(new URL(route.request().url()).pathname)) await script.promise;
      await route.continue();
    });
    await page.goto(`${service().running.address}/console/chatbots/${id}/leads`);
    await page.getByRole('status').getByText('Loading the page').waitFor({ state: 'attached' });
    await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
    expect(await violations(page)).toEqual([]);
    script.resolve();
    await page.getByRole('heading', { name: 'No leads yet' }).waitFor();
  });

  it('have their headings at the same place, so that nothing jumps from one to the next', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Shop' });
    const { page, goto } = await open({ owner });
    let first: number | null = null;
    const pages = {
      Chatbots: '',
      Content: `/chatbots/${id}/content`,
      Settings: `/chatbots/${id}/settings`,
      Account: '/account',
    };
    for (const [name, path] of Object.entries(pages)) {
      await goto(path);
      const heading = page.getByRole('heading', { level: 1, name });
      await heading.waitFor();
      const place = async () => (await heading.boundingBox())?.x ?? null;
      // Loading may replace the heading while it is measured.
      if (first === null) first = await vi.waitUntil(place);
      await expect.poll(place).toBe(first);
    }
  });
});
