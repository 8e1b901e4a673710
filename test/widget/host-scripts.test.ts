/** Scripts of pages that come between the visitor and the chat, and those that run before it. */
import { describe, expect, it } from 'vitest';
import { hostSite, openPage, ROOT, sharedBrowser, snippet } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { sharedService } from '../support/http/shared-service.ts';
import { fakeApi } from '../support/widget/fake-api.ts';
import { newShop, visit } from '../support/widget/shop.ts';

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
const LONG = Array.from({ length: 30 }, (_, index) => ({
  ...{ messageId: `m${index}`, role: index % 2 === 0 ? 'user' : 'assistant', content: `Message ${index}` },
  ...{ sources: [], suggestions: ['a'], feedback: null, createdAt: new Date().toISOString() },
}));

describe.skipIf(chromiumPath === null)('On a page', () => {
  const browser = sharedBrowser();
  const service = sharedService();

  /** A chat with a long conversation, whose list is at its end. */
  async function longChat(head = '') {
    const shop = await newShop(service());
    const begun = `<script>localStorage.setItem('chatledger:${shop.config.chatbotId}', '{"sessionId":"long","isBegun":true}')</script>`;
    const visitor = await visit(browser(), shop, { head: begun + head });
    await fakeApi(visitor.page, { history: LONG });
    await visitor.open();
    const scroller = visitor.page.locator(ROOT).locator('.scroller');
    const place = () => scroller.evaluate((list) => Math.round((list as unknown as { scrollTop: number }).scrollTop));
    await expect.poll(place).toBeGreaterThan(500);
    return { ...visitor, scroller, place };
  }

  it('that scrolls by a script of its own, the wheel moves the messages', async () => {
    const head = `<script>addEventListener('wheel', (event) => event.preventDefault(), { passive: false })</script>`;
    const { page, scroller, place } = await longChat(head);
    const end = await place();
    await scroller.hover();
    await page.mouse.wheel(0, -300);
    await expect.poll(place).toBe(end - 300);
  });

  it('that keeps the focus in a dialog of its own, the visitor can write', async () => {
    const html = `<form id="dialog"><input></form><script>
      document.addEventListener('focusin', ({ target }) => {
        if (!dialog.contains(target)) dialog.querySelector('input').focus();
      });
    </script>`;
    const { page, open } = await visit(browser(), await newShop(service()), { html });
    await open();
    const field = page.locator(ROOT).locator('textarea');
    await field.click();
    await page.keyboard.type('Do you ship?');
    expect(await field.inputValue()).toBe('Do you ship?');
  });

  it('whose application replaces the body the messages stay where they are read', async () => {
    const { page, scroller, place } = await longChat();
    await scroller.evaluate((list) => {
      (list as unknown as { scrollTop: number }).scrollTop = 400;
    });
    await expect.poll(place).toBe(400);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    await page.evaluate('document.body = document.createElement("body")');
    expect(await place()).toBe(400);
  });

  it('whose application turns dark the chat turns dark', async () => {
    const { page, open } = await visit(browser(), await newShop(service()));
    await open();
    const widget = page.locator(ROOT).locator('.widget');
    expect(await widget.getAttribute('style')).toContain('color-scheme: light');
    await page.evaluate(`
      const body = document.createElement('body');
      body.style.background = '#111';
      document.body = body;`);
    expect(await widget.getAttribute('style')).toContain('color-scheme: dark');
  });

  it('with two chatbots the open chat covers the bubble of the other', async () => {
    const [one, other] = [await newShop(service()), await newShop(service())];
    const scripts = `${snippet(one.config, one.script)}${snippet({ ...other.config, position: 'left' }, one.script)}`;
    const { page } = await visit(browser(), one, { browser: PHONE, scripts });
    const [right, left] = [page.locator(ROOT).nth(0), page.locator(ROOT).nth(1)];
    const inFront = async () => {
      const { x = 0, y = 0 } = (await left.locator('.launcher').boundingBox()) ?? {};
      return page.evaluate(
        ([atX, atY]) => {
          interface Root {
            elementFromPoint(x: number, y: number): unknown;
            querySelectorAll(all: string): Iterable<unknown>;
          }
          const { document } = globalThis as unknown as { document: Root };
          return [...document.querySelectorAll('#chatledger-widget')].indexOf(document.elementFromPoint(atX, atY));
        },
        [x + 30, y + 30] as const,
      );
    };
    await left.locator('.launcher').waitFor();
    expect(await inFront()).toBe(1);
    await right.locator('.launcher').tap();
    await right.locator('.panel .message').first().waitFor();
    expect(await inFront()).toBe(0);
  });

  it('functions that the page has left for the widget run once its script is there, and later ones at once', async () => {
    const shop = await newShop(service());
    const head = `<script>
      window.heard = [];
      window.mistakes = [];
      addEventListener('error', ({ message }) => mistakes.push(message));
      window.Chatledger = [];
      Chatledger.push(() => { throw new Error('a mistake of the page'); });
      Chatledger.push((chat) => chat.on('open', () => heard.push('open')), 'no function');
      Chatledger.push((chat) => chat.open('Is the fern in stock?'));
    </script>`;
    const { page } = await openPage(browser());
    await page.goto(await hostSite({ script: shop.script, config: shop.config, head }));
    const field = page.locator(ROOT).locator('textarea');
    await expect.poll(() => field.inputValue()).toBe('Is the fern in stock?');
    await page.evaluate('Chatledger.push((chat) => chat.close(), (chat) => heard.push(chat === Chatledger))');
    await page.locator(ROOT).locator('.panel').waitFor({ state: 'hidden' });
    expect(await page.evaluate('heard')).toEqual(['open', true]);
    expect(await page.evaluate('mistakes')).toEqual(['Uncaught Error: a mistake of the page']);
  });
});
