/** The shop that the demo shows its widget on. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openPage, ROOT, sharedBrowser, siteOf } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { sharedService } from '../support/http/shared-service.ts';
import { newShop } from '../support/widget/shop.ts';

const TYPES: Readonly<Record<string, string>> = { css: 'text/css', js: 'text/javascript', html: 'text/html' };

describe.skipIf(chromiumPath === null)("The demo's page", () => {
  const browser = sharedBrowser();
  const service = sharedService();

  /** @param script address of the widget's */
  const demo = (config: object = {}, script = '') =>
    siteOf((request, response) => {
      const { url = '' } = request;
      if (url === '/widget.js') return void response.writeHead(302, { location: script }).end();
      const name = /page\.(css|js)$/.exec(url)?.[0] ?? 'page.html';
      const content = readFileSync(`demo/${name}`, 'utf8').replace('"__CONFIG__"', () => JSON.stringify(config));
      response.writeHead(200, { 'content-type': TYPES[name.split('.')[1] ?? ''] }).end(content);
    });

  it('fits a phone whose text is twice as large', async () => {
    const { page } = await openPage(browser(), { viewport: { width: 160, height: 320 }, javaScriptEnabled: false });
    await page.goto(await demo());
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('House plants that arrive alive');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(160);
  });

  it('puts a question that is clicked into the field of the chat, also while the widget is on its way', async () => {
    const shop = await newShop(service());
    const { page, errors } = await openPage(browser());
    const clicked = Promise.withResolvers<void>();
    await page.route('**/widget.js', async (route) => {
      await clicked.promise;
      await route.continue();
    });
    await page.goto(await demo(shop.config, shop.script), { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'How do I send something back?' }).click();
    clicked.resolve();
    const field = page.locator(ROOT).locator('textarea');
    await expect.poll(() => field.inputValue()).toBe('How do I send something back?');
    await page.getByRole('button', { name: 'Was kostet der Versand' }).click();
    await expect.poll(() => field.inputValue()).toBe('Was kostet der Versand nach Österreich?');
    expect(errors).toEqual([]);
  });
});
