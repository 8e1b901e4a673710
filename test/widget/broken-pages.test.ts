/** Pages that break what browsers have: elements named like parts of the document, and scripts that replace or remove what is built in. */
import { describe, expect, it } from 'vitest';
import { ROOT, sharedBrowser } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { ScriptedModel } from '../support/http/scripted-models.ts';
import { sharedServiceWith } from '../support/http/shared-service.ts';
import { newShop, visit } from '../support/widget/shop.ts';

/** Properties of the document that the widget uses, and some that it does not. */
const NAMES =
  'body documentElement head createElement createElementNS createTextNode createTreeWalker baseURI activeElement referrer addEventListener visibilityState location';

describe.skipIf(chromiumPath === null)('On a page', () => {
  const browser = sharedBrowser();
  const service = sharedServiceWith(new ScriptedModel());

  it.each(['img', 'form', 'iframe'])(
    'with elements %s named like parts of the document the chat works',
    async (tag) => {
      const html = `<h1>Shop</h1>${NAMES.split(' ')
        .map((name) => `<${tag} name="${name}" id="${name}"></${tag}>`)
        .join('')}`;
      const { open, askAndRead, errors, console } = await visit(browser(), await newShop(service()), { html });
      await open();
      expect(await askAndRead('Do you ship?')).not.toBe('');
      expect([errors, console]).toEqual([[], []]);
    },
  );

  it.each([
    '<div id="Chatledger"></div>',
    '<form id="Chatledger"><input name="open"></form>',
    '<iframe name="Chatledger"></iframe>',
    '<script>var Chatledger;</script>',
  ])('with an element named like the interface of the widget the page steers the chat: %s', async (html) => {
    const { page, errors } = await visit(browser(), await newShop(service()), { html: `<h1>Shop</h1>${html}` });
    await page.locator(ROOT).locator('.launcher').waitFor();
    await page.evaluate('Chatledger.open()');
    await page.locator(ROOT).locator('.panel .message').first().waitFor();
    expect(errors).toEqual([]);
  });

  it('with a loaded frame of another site named like the interface of the widget the page steers the chat', async () => {
    const shop = await newShop(service());
    const html = '<iframe name="Chatledger" src="data:text/html,elsewhere"></iframe>';
    const scripts = `<script>
      window.ChatbotConfig = ${JSON.stringify(shop.config)};
      addEventListener('load', () => {
        const script = document.createElement('script');
        script.src = '${shop.script}';
        document.body.append(script);
      });
    </script>`;
    const { page, errors, console } = await visit(browser(), shop, { html, scripts });
    await page.locator(ROOT).locator('.launcher').waitFor();
    await page.evaluate('Chatledger.open()');
    await page.locator(ROOT).locator('.panel .message').first().waitFor();
    expect([errors, console]).toEqual([[], []]);
  });

  it('with a value of its own named like the interface of the widget the value stays', async () => {
    const head = '<script>var Chatledger = "ours"</script>';
    const { page, open, errors } = await visit(browser(), await newShop(service()), { head });
    await open();
    expect(await page.evaluate('Chatledger')).toBe('ours');
    expect(errors).toEqual([]);
  });

  it.each([
    ['has no MutationObserver', 'window.MutationObserver = undefined'],
    ['has no crypto', 'Object.defineProperty(window, "crypto", { value: undefined })'],
    ['refuses shadow roots', 'Element.prototype.attachShadow = () => { throw new Error("none") }'],
    ['refuses listeners', 'window.addEventListener = () => { throw new Error("none") }'],
  ])(
    'that %s there is no chat, one line in the console says so, and no error of ours is thrown',
    async (_how, script) => {
      const { page, errors, console } = await visit(browser(), await newShop(service()), {
        head: `<script>${script}</script>`,
      });
      await page.waitForLoadState('networkidle');
      expect(console).toEqual([
        expect.stringMatching(/^error: Chatledger: the chat cannot start on this page \(.+\)$/),
      ]);
      expect(errors).toEqual([]);
      expect(await page.locator(ROOT).locator('.launcher').isVisible()).toBe(false);
    },
  );

  it('that breaks what shows messages the visitor is told, and the console says why', async () => {
    const head = '<script>Document.prototype.createTreeWalker = undefined</script>';
    const { page, errors, console } = await visit(browser(), await newShop(service(), { welcomeMessage: 'Hello' }), {
      head,
    });
    await page.locator(ROOT).locator('.launcher').click();
    await page.locator(ROOT).getByRole('button', { name: 'Try again' }).waitFor();
    expect(console).toEqual([expect.stringMatching(/^error: Chatledger: the chat does not work on this page \(.+\)$/)]);
    expect(errors).toEqual([]);
  });
});
