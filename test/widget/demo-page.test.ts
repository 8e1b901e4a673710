/** The shop that the demo shows its widget on. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openPage, sharedBrowser, siteOf } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';

describe.skipIf(chromiumPath === null)("The demo's page", () => {
  const browser = sharedBrowser();

  it('fits a phone whose text is twice as large', async () => {
    const site = await siteOf((request, response) => {
      const [name, type] = request.url === '/demo/page.css' ? ['page.css', 'text/css'] : ['page.html', 'text/html'];
      response.writeHead(200, { 'content-type': type }).end(readFileSync(`demo/${name}`));
    });
    const { page } = await openPage(browser(), { viewport: { width: 160, height: 320 }, javaScriptEnabled: false });
    await page.goto(site);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('House plants that arrive alive');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(160);
  });
});
