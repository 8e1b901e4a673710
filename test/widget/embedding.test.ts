/** The four rules of embedding, as a page in a real browser meets them. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hostSite, openPage, ROOT, sharedBrowser, snippet } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { ScriptedModel } from '../support/http/scripted-models.ts';
import { sharedServiceWith } from '../support/http/shared-service.ts';
import { newShop, visit, visitorOn } from '../support/widget/shop.ts';

describe.skipIf(chromiumPath === null)('The widget on a page', () => {
  const browser = sharedBrowser();
  const service = sharedServiceWith(new ScriptedModel());

  it.each([
    ['chatbotId', { apiKey: 'cwk_x' }],
    ['apiKey', { chatbotId: 'x', apiKey: ' ' }],
    ['chatbotId and apiKey', null],
    ['chatbotId and apiKey', { chatbotId: 7, apiKey: {} }],
  ])('without %s (%j) says so once, shows nothing and asks for nothing', async (missing, config) => {
    const { script } = await newShop(service());
    const site = await hostSite({ script, config });
    const { page, errors, requests, console } = await openPage(browser());
    await page.goto(site, { waitUntil: 'networkidle' });
    expect(console).toEqual([expect.stringMatching(new RegExp(`^error: .*lacks ${missing}\\.`))]);
    expect(await page.locator(ROOT).count()).toBe(0);
    expect(errors).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(site))).toEqual([script]);
  });

  it('tells whoever put it there what to do when it cannot work', async () => {
    const { script, config, widget, owner, chatbotId } = await newShop(service());
    const other = await owner.widget(chatbotId, ['shop.example']);
    const apiUrl = config.apiUrl.replace(/\/api$/, '');
    for (const [wrong, advice] of [
      [{ apiUrl }, `Check apiUrl: is ${apiUrl} your Chatledger, with /api?`],
      [
        { apiUrl: 'http://127.0.0.1:9/api' },
        'Check apiUrl: is http://127.0.0.1:9/api your Chatledger, with /api? A Content-Security-Policy of this page must',
      ],
      [{ apiKey: widget.record.keyPrefix }, 'Check apiKey: it must be a whole key that is not revoked.'],
      [{ apiKey: other.key }, 'Create a key for localhost in the console, on the page Embed.'],
    ] as const) {
      const { page, console } = await openPage(browser());
      await page.goto(await hostSite({ script, config: { ...config, ...wrong } }));
      await expect.poll(() => console.filter((line) => line.startsWith('warning: Chatledger'))).toHaveLength(1);
      expect(console.find((line) => line.startsWith('warning: Chatledger'))).toMatch(/ could not be read \(.+\)\. /);
      expect(console.join('\n')).toContain(advice);
    }
  });

  it('says on a page without a domain, such as a file, that no key can help', async () => {
    const { script, config } = await newShop(service());
    const { page, console } = await openPage(browser());
    const headers = { 'Content-Security-Policy': 'sandbox allow-scripts' };
    await page.goto(await hostSite({ script, config, headers }));
    await expect.poll(() => console.join('\n'), { timeout: 20_000 }).toContain('Open this page from a web server');
  });

  it('takes no configuration that comes after the script', async () => {
    const { script, config } = await newShop(service());
    const late = `<script src="${script}"></script><script>window.ChatbotConfig = ${JSON.stringify(config)};</script>`;
    const { page, console } = await openPage(browser());
    await page.goto(await hostSite({ script, scripts: late }), { waitUntil: 'networkidle' });
    expect(await page.locator(ROOT).count()).toBe(0);
    expect(console).toEqual([expect.stringContaining('lacks chatbotId and apiKey')]);
  });

  it('shows what the chatbot is like at load, and changes with the next load', async () => {
    const shop = await newShop(service(), {
      primaryColor: '#7c3aed',
      welcomeMessage: 'Welcome to **Fern**',
      quickPrompts: ['Do you ship?'],
    });
    const { page, open, errors } = await visit(browser(), shop);
    await open();
    const root = page.locator(ROOT);
    expect(
      await root.locator('.launcher').evaluate((element) => {
        const page = globalThis as unknown as { getComputedStyle(element: unknown): { backgroundColor: string } };
        return page.getComputedStyle(element).backgroundColor;
      }),
    ).toBe('rgb(124, 58, 237)');
    expect(await root.getByRole('dialog', { name: 'Fern & Fig' }).isVisible()).toBe(true);
    expect(await root.locator('.message strong').innerText()).toBe('Fern');
    expect(await root.getByRole('button', { name: 'Do you ship?' }).count()).toBe(1);

    await shop.owner.call('PATCH', `/chatbots/${shop.chatbotId}`, { body: { name: 'Moss' } });
    await root.locator('.launcher').click();
    await root.locator('.launcher').click();
    expect(await root.locator('h2').innerText()).toBe('Fern & Fig');
    await page.reload();
    await visitorOn(page).open();
    expect(await root.locator('h2').innerText()).toBe('Moss');
    expect(errors).toEqual([]);
  });

  it('has no bubble where the page has a button of its own, which gets the focus back', async () => {
    const { page } = await visit(browser(), await newShop(service()), {
      options: { bubble: false },
      html: '<button onclick="Chatledger.open()">Help</button>',
    });
    const root = page.locator(ROOT);
    await page.evaluate('new Promise((resolve) => Chatledger.on("ready", resolve))');
    expect(await root.locator('.launcher').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Help' }).click();
    await root.locator('.message').first().waitFor();
    expect(await distanceFromBottom(page, '.panel')).toBe(20);
    await page.keyboard.press('Escape');
    await root.locator('.panel').waitFor({ state: 'hidden' });
    expect(await page.locator('button:focus').innerText()).toBe('Help');
  });

  it('is opened by a double click, and an answer goes on after one on its button', async () => {
    const { page, askAndRead } = await visit(browser(), await newShop(service()));
    const root = page.locator(ROOT);
    await root.locator('.launcher').dblclick();
    await root.locator('.panel .message').first().waitFor();
    await page.evaluate('new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))');
    expect(await root.locator('.panel').isVisible()).toBe(true);
    await askAndRead('Are you open?');
    await root.locator('textarea').fill('When are you open?');
    await root.locator('.send').dblclick();
    await root.locator('.message.bot:has(.action[aria-pressed])').nth(1).waitFor();
    await root.getByRole('button', { name: 'Helpful', exact: true }).last().dblclick();
    await root.locator('.action[aria-pressed="true"]').waitFor();
  });

  it('stands as far from the bottom as the page says', async () => {
    const head = '<style>:root { --chatledger-bottom: 90px; }</style>';
    const { page, open } = await visit(browser(), await newShop(service()), { head });
    await open();
    // The pointer enlarges the bubble.
    await page.mouse.move(0, 0);
    expect(await distanceFromBottom(page, '.launcher')).toBe(90);
    expect(await distanceFromBottom(page, '.panel')).toBe(164);
  });

  it.each([
    ['0', 0],
    ['5em', 80],
    ['76', 20],
  ])('stands on its side of the page where that says %s', async (bottom, distance) => {
    const head = `<style>:root { font-size: 16px; --chatledger-bottom: ${bottom}; }</style>`;
    const { page, open } = await visit(browser(), await newShop(service()), { head });
    await open();
    await page.mouse.move(0, 0);
    expect(await distanceFromBottom(page, '.launcher')).toBe(distance);
    expect(await distanceFromBottom(page, '.panel')).toBe(distance + 74);
  });

  it('is there twice when it is loaded twice, and once where the page looks for its id', async () => {
    const { script, config } = await newShop(service());
    const twice = snippet(config, script) + snippet(null, script);
    const careful = `${snippet(config, script)}<script>
      if (!document.getElementById('chatledger-widget')) document.write('<script src="${script}"><\\/script>');
    </script>`;
    for (const [scripts, bubbles] of [
      [twice, 2],
      [careful, 1],
    ] as const) {
      const { page } = await openPage(browser());
      await page.goto(await hostSite({ script, scripts }), { waitUntil: 'networkidle' });
      await page.locator(`${ROOT} .launcher`).first().waitFor();
      expect(await page.locator(`${ROOT} .launcher`).count()).toBe(bubbles);
    }
  });

  it('is open again on a page that the visitor goes back to, with all that was said since', async () => {
    const { page, open, askAndRead } = await visit(browser(), await newShop(service()));
    const questions = page.locator(`${ROOT} .message.user .bubble`);
    await open();
    await askAndRead('Do you ship?');
    await page.evaluate("location.href = '/next'");
    await page.waitForURL('**/next');
    await questions.waitFor();
    await page.goBack();
    await questions.waitFor();
  });

  it('reads what was said on other pages when the browser shows a page again that it kept', async () => {
    const shop = await newShop(service());
    const { page, open, askAndRead, site } = await visit(browser(), shop);
    const questions = page.locator(`${ROOT} .message.user .bubble`);
    await open();
    await askAndRead('Do you ship?');
    const other = await page.context().newPage();
    // A page that is kept hears nothing of others.
    await other.addInitScript('BroadcastChannel.prototype.postMessage = () => {}');
    await other.goto(site);
    await visitorOn(other).open();
    await visitorOn(other).askAndRead('Where to?');
    expect(await questions.count()).toBe(1);
    const comeBack = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))";
    await page.evaluate(comeBack);
    await questions.nth(1).waitFor();
    // Another conversation was begun there, such as by the next visitor.
    await page.evaluate(
      (id) => localStorage.setItem(`chatledger:${id}`, '{"sessionId":"next"}'),
      shop.config.chatbotId,
    );
    await page.evaluate(comeBack);
    await questions.first().waitFor({ state: 'detached' });
  });

  it('works from the head, asynchronously, and adds one name to the page', async () => {
    const { script, config } = await newShop(service());
    const head = `<script>window.before = Object.keys(window); window.ChatbotConfig = ${JSON.stringify(config)};</script><script src="${script}"></script>`;
    const { page, errors } = await openPage(browser());
    await page.goto(await hostSite({ script, head, scripts: '' }));
    await page.locator(`${ROOT} .launcher`).waitFor();
    const added = await page.evaluate(() => {
      const { before } = globalThis as unknown as { before: string[] };
      return Object.keys(globalThis).filter((name) => !before.includes(name) && name !== 'before');
    });
    expect(added.sort()).toEqual(['ChatbotConfig', 'Chatledger']);
    expect(await page.context().cookies()).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('loads its parts with the first click, from the server that the API is on', async () => {
    const shop = await newShop(service());
    const { page, open, requests, site } = await visit(browser(), shop);
    await page.locator(`${ROOT} .launcher`).waitFor();
    const root = service().running.address;
    const elsewhere = () => requests.filter((url) => !url.startsWith(site));
    const { chatbotId } = shop.config;
    expect(elsewhere()).toEqual([shop.script, `${root}/api/chat/${chatbotId}/config`]);
    await open();
    expect(elsewhere().slice(2).sort()).toEqual([
      expect.stringMatching(new RegExp(`^${root}/widget/panel-\\w+\\.js$`)),
      expect.stringMatching(new RegExp(`^${root}/widget/strings-en-\\w+\\.js$`)),
    ]);
  });
});

async function distanceFromBottom(page: Page, part: string): Promise<number> {
  const { y = 0, height = 0 } = (await page.locator(ROOT).locator(part).boundingBox()) ?? {};
  return (page.viewportSize()?.height ?? 0) - y - height;
}
