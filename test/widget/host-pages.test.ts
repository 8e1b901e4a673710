/** Pages that make it hard: strict policies, hostile styles, applications that replace the body, long conversations. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { ROOT, sharedBrowser } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { ScriptedModel, untilAborted } from '../support/http/scripted-models.ts';
import { sharedServiceWith } from '../support/http/shared-service.ts';
import { fakeApi, refuse } from '../support/widget/fake-api.ts';
import { newShop, visit } from '../support/widget/shop.ts';

describe.skipIf(chromiumPath === null)('On a page', () => {
  const model = new ScriptedModel();
  const browser = sharedBrowser();
  const service = sharedServiceWith(model);

  it('with a strict policy and Trusted Types everything works, and no rule is broken', async () => {
    const shop = await newShop(service(), { allowLeadCapture: true, leadCaptureFields: { name: true } });
    const { address } = service().running;
    const policy = `default-src 'none'; script-src 'nonce-n1' ${address}; connect-src ${address}; img-src ${address}; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
    const { page, open, ask, errors, console } = await visit(browser(), shop, {
      headers: { 'content-security-policy': policy },
    });
    const root = page.locator(ROOT);
    await open();
    await ask('Do you ship?');
    await root.getByLabel('Name').fill('Grace');
    await root.getByRole('button', { name: 'Continue' }).click();
    await root.locator('.choice').nth(2).waitFor();
    expect(
      await root.locator('.panel').evaluate((element) => (element as unknown as { offsetWidth: number }).offsetWidth),
    ).toBe(400);
    expect(errors).toEqual([]);
    expect(console.filter((line) => line.startsWith('error'))).toEqual([]);
  });

  it.each([
    ['', ''],
    [', also where the browser does not tell the zoom', '<script>delete Element.prototype.currentCSSZoom;</script>'],
  ])('with hostile styles it looks the same and can be used%s', async (_, script) => {
    const shop = await newShop(service());
    const head = `${script}<style>
      * { all: unset !important; }
      html, body { overflow: hidden !important; zoom: 1.3 !important; transform: scale(0.5); filter: blur(1px); direction: rtl; }
      div { display: none !important; opacity: 0 !important; pointer-events: none !important; }
      .panel, .launcher, button { width: 1px !important; visibility: hidden !important; font-size: 99px !important; }
      #cover { display: block !important; position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; background: red !important; pointer-events: auto !important; }
    </style>`;
    const plain = await visit(browser(), shop);
    const hostile = await visit(browser(), shop, { head, html: '<h1>Shop</h1><section id="cover">Cover</section>' });
    const look = async ({ page, open, askAndRead }: typeof plain) => {
      await open();
      await askAndRead('Do you ship?');
      const root = page.locator(ROOT);
      const { x, y, width, height } = (await root.locator('.panel').boundingBox()) ?? {};
      const box = [x, y, width, height].map((length) => Math.round(length ?? 0));
      const styles = await root
        .locator('.bubble')
        .first()
        .evaluate((element) => {
          const css = (
            globalThis as unknown as { getComputedStyle(of: unknown): Record<string, string> }
          ).getComputedStyle(element);
          return [css.fontSize, css.color, css.direction, css.visibility, css.lineHeight];
        });
      return { box, styles };
    };
    expect(await look(hostile)).toEqual(await look(plain));
  });

  it('whose application replaces the body the widget moves along', async () => {
    const { page, open, askAndRead } = await visit(browser(), await newShop(service()));
    await open();
    await askAndRead('Do you ship?');
    await page.evaluate(() => {
      const { document } = globalThis as unknown as { document: { createElement(tag: string): object; body: object } };
      document.body = document.createElement('body');
    });
    await page.locator(ROOT).locator('.message.user').waitFor();
    expect(await page.locator(ROOT).count()).toBe(1);
    expect(await page.locator(ROOT).locator('.launcher').isVisible()).toBe(true);
  });

  it.each([
    'document.body.innerHTML = "<h1>Next</h1>"',
    'while (document.body.firstChild) document.body.firstChild.remove()',
    'document.body = document.createElement("body"); setTimeout(() => document.body.replaceChildren("Next"))',
  ])('whose application replaces all that is in the body the widget stays: %s', async (change) => {
    const { page, open, askAndRead } = await visit(browser(), await newShop(service()));
    await open();
    await askAndRead('Do you ship?');
    await page.evaluate(change);
    await page.locator(ROOT).locator('.message.user').waitFor();
    expect(await page.locator(ROOT).count()).toBe(1);
    expect(await page.locator(ROOT).locator('.launcher').isVisible()).toBe(true);
  });

  it.each([
    'document.documentElement.replaceWith(new DOMParser().parseFromString("<h1>Next</h1>", "text/html").documentElement)',
    'document.documentElement.remove(); setTimeout(() => document.append(document.createElement("html"))); setTimeout(() => document.documentElement.append(document.createElement("body")), 50)',
    'document.open(); document.write("<h1>Next</h1>"); document.close()',
    'document.write("<h1>Next</h1>"); setTimeout(() => { document.write("<p>Slowly</p>"); document.close(); }, 50)',
    'document.open(); document.close(); document.open(); document.write("<h1>Next</h1>"); document.close()',
  ])(
    'that replaces its whole document the widget comes back, and goes on with the conversation: %s',
    async (change) => {
      const { page, open, askAndRead, errors } = await visit(browser(), await newShop(service()));
      await open();
      await askAndRead('Do you ship?');
      await page.evaluate(change);
      const root = page.locator(ROOT);
      await root.locator('.message.user').waitFor();
      await askAndRead('Where to?');
      expect(await root.locator('.message.user .bubble').allInnerTexts()).toEqual(['Do you ship?', 'Where to?']);
      await root.getByRole('button', { name: 'Close chat' }).first().click();
      await root.locator('.panel').waitFor({ state: 'hidden' });
      await open();
      expect([await page.locator(ROOT).count(), await root.locator('.launcher').count()]).toEqual([1, 1]);
      expect(errors).toEqual([]);
    },
  );

  it('that writes itself anew while an answer comes, the answer goes on, and the question is asked once', async () => {
    const shop = await newShop(service());
    const { page, open, ask } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    await open();
    const { script } = model;
    onTestFinished(() => {
      model.script = script;
    });
    model.script = async function* (signal) {
      yield 'We ';
      await untilAborted(signal);
    };
    await ask('Do you ship?');
    await root.locator('.bubble', { hasText: 'We' }).waitFor();
    model.script = script;
    await page.evaluate('document.open(); document.write("<h1>Next</h1>"); document.close()');
    await root.locator('.message.bot:has(.action[aria-pressed])').last().waitFor();
    expect(await root.locator('.message.user').count()).toBe(1);
  });

  it('that writes itself anew while the chat loads, the chat opens in the new page', async () => {
    const { page } = await visit(browser(), await newShop(service()));
    const root = page.locator(ROOT);
    const [requested, mayLoad] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(/panel-/, async (route) => {
      requested.resolve();
      await mayLoad.promise;
      await route.continue();
    });
    await root.locator('.launcher').click();
    await requested.promise;
    await page.evaluate('document.open(); document.write("<h1>Next</h1>"); document.close()');
    mayLoad.resolve();
    await root.locator('textarea').fill('Do you ship?');
    await root.locator('textarea').press('Enter');
    await root.locator('.message.bot:has(.action[aria-pressed])').last().waitFor();
    expect([await root.count(), await root.locator('.panel').count()]).toEqual([1, 1]);
  });

  it.each(['', 'async'])(
    'that writes itself anew with the script in it there is one widget, which the page steers %s',
    async (how) => {
      const shop = await newShop(service());
      const { page, open } = await visit(browser(), shop);
      await open();
      const written = `<h1>Next</h1><script src="${shop.script}" ${how}></script>`;
      await page.evaluate(`document.open(); document.write(${JSON.stringify(written)}); document.close()`);
      await page.waitForLoadState('networkidle');
      const root = page.locator(ROOT);
      await root.locator('.launcher').first().waitFor();
      expect(await root.count()).toBe(1);
      await page.evaluate('Chatledger.open()');
      await root.locator('.panel .message').first().waitFor();
    },
  );

  it('whose library removes elements in its own way, as Prototype.js does, the conversation goes on', async () => {
    const head = `<script>
      Element.prototype.remove = function () { this.parentNode.removeChild(this); return this; };
      Array.prototype.entries = function () { return [...this]; };
    </script>`;
    const { page, open, ask, askAndRead, errors } = await visit(browser(), await newShop(service()), { head });
    await open();
    await askAndRead('Do you ship?');
    await askAndRead('Where to?');
    await page.route(/\/message$/, (route) => refuse(route, 503, 'Service unavailable'));
    await ask('How long does it take?');
    const root = page.locator(ROOT);
    await root.locator('.failure').waitFor();
    await page.unroute(/\/message$/);
    await root.getByRole('button', { name: 'Try again' }).click();
    await root.locator('.message.bot:has(.action[aria-pressed])').nth(2).waitFor();
    expect(errors).toEqual([]);
  });

  it('that removes the widget alone it stays away', async () => {
    const { page } = await visit(browser(), await newShop(service()));
    await page.locator(ROOT).locator('.launcher').waitFor();
    await page.evaluate('document.getElementById("chatledger-widget").remove()');
    // The widget would be back by then: observers are told before the next task.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    await page.evaluate('document.body.innerHTML = "<h1>Next</h1>"');
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    expect(await page.locator(ROOT).count()).toBe(0);
  });

  it('styles of the widget change nothing', async () => {
    const shop = await newShop(service());
    const html = '<h1>Shop</h1><button class="launcher panel message">Buy</button><table><tr><td>1</td></tr></table>';
    const { page, open } = await visit(browser(), shop, { html });
    const look = () =>
      page.locator('main').evaluate((main) => {
        interface Node {
          querySelectorAll(all: string): Iterable<unknown>;
        }
        const { getComputedStyle } = globalThis as unknown as {
          getComputedStyle(of: unknown): Iterable<string> & { getPropertyValue(name: string): string };
        };
        return [...(main as unknown as Node).querySelectorAll('*')].map((element) => {
          const css = getComputedStyle(element);
          return [...css].map((name) => css.getPropertyValue(name)).join();
        });
      });
    const before = await look();
    await open();
    expect(await look()).toEqual(before);
  });

  it('steers it: opens, listens, tells who the visitor is, begins anew', async () => {
    const shop = await newShop(service(), { allowLeadCapture: true, leadCaptureFields: { name: true, email: true } });
    const { page, askAndRead } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    await root.locator('.launcher').waitFor();
    await page.evaluate(() => {
      interface Api {
        open(): void;
        identify(details: object): void;
        on(name: string, handler: (data: unknown) => void): () => void;
      }
      const host = globalThis as unknown as { Chatledger: Api; heard: unknown[] };
      host.heard = [];
      for (const name of ['ready', 'open', 'close', 'message', 'reset'])
        host.Chatledger.on(name, (data) => host.heard.push([name, data]));
      host.Chatledger.identify({ name: 'Grace', email: 'grace@example.com', phone: 7, admin: true });
      host.Chatledger.open();
    });
    await root.locator('.panel .message').first().waitFor();
    await askAndRead('Do you ship?');
    await page.evaluate(() => {
      const { Chatledger } = globalThis as unknown as { Chatledger: { reset(): void; toggle(): void } };
      Chatledger.reset();
      Chatledger.toggle();
    });
    expect(await root.locator('.message.user').count()).toBe(0);
    const heard = await page.evaluate(() => (globalThis as unknown as { heard: [string, unknown][] }).heard);
    expect(heard.map(([name]) => name)).toEqual(['ready', 'open', 'message', 'message', 'reset', 'close']);
    expect(heard[2]?.[1]).toEqual({ role: 'user', content: 'Do you ship?' });
    const { data } = await shop.owner.call<{ leads: object[] }>('GET', `/chatbots/${shop.chatbotId}/leads`);
    expect(data.leads).toEqual([expect.objectContaining({ name: 'Grace', email: 'grace@example.com' })]);
  });

  it('opens it with a question in the field, and keeps what the visitor has written there', async () => {
    const html = '<button>Ask</button>';
    const { page } = await visit(browser(), await newShop(service()), { html });
    const field = page.locator(ROOT).locator('textarea');
    await page.evaluate(`
      document.querySelector('button').addEventListener('click', Chatledger.open);
      Chatledger.open('Is the fern in stock?');`);
    await expect.poll(() => field.inputValue()).toBe('Is the fern in stock?');
    await field.fill('Is the fern still in stock?');
    await page.evaluate('Chatledger.open("Is the fig?")');
    await page.getByRole('button', { name: 'Ask' }).click();
    expect(await field.inputValue()).toBe('Is the fern still in stock?');
    await field.fill('');
    await page.evaluate('Chatledger.open("Is the fig?")');
    expect(await field.inputValue()).toBe('Is the fig?');
    await page.locator(ROOT).getByRole('button', { name: 'Send' }).click();
    await page.locator(ROOT).locator('.message.user', { hasText: 'Is the fig?' }).waitFor();
  });

  it('replaces a question that it has put into the field and nobody has touched, and leads into the field', async () => {
    const html = ['fern', 'fig'].map((name) => `<button onclick="Chatledger.open('The ${name}?')">${name}</button>`);
    const { page } = await visit(browser(), await newShop(service()), { html: html.join('') });
    const root = page.locator(ROOT);
    const field = root.locator('textarea');
    await page.getByRole('button', { name: 'fern' }).click();
    await expect.poll(() => field.inputValue()).toBe('The fern?');
    await page.getByRole('button', { name: 'fig' }).click();
    expect(await field.inputValue()).toBe('The fig?');
    expect(await field.evaluate((input) => input.matches(':focus'))).toBe(true);
    // On the next page of the site too.
    await page.reload();
    await page.getByRole('button', { name: 'fern' }).click();
    await expect.poll(() => field.inputValue()).toBe('The fern?');
  });

  it('finds nothing in the field that was sent from there, after it has written itself anew', async () => {
    const { page } = await visit(browser(), await newShop(service()));
    const root = page.locator(ROOT);
    await page.evaluate('Chatledger.open("Is the fern in stock?")');
    await expect.poll(() => root.locator('textarea').inputValue()).not.toBe('');
    await root.getByRole('button', { name: 'Send' }).click();
    await root.locator('.message.bot:has(.action[aria-pressed])').waitFor();
    await page.evaluate('document.open(); document.write("<h1>Next</h1>"); document.close()');
    await root.locator('.message.user', { hasText: 'Is the fern' }).waitFor();
    expect(await root.locator('textarea').inputValue()).toBe('');
  });

  it('shows a changed configuration when it is told to', async () => {
    const shop = await newShop(service(), { welcomeMessage: 'Hello' });
    const { page, open } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    await open();
    const changes = { name: 'Rose & Thyme', welcomeMessage: 'Good evening', primaryColor: '#0f766e' };
    await shop.owner.call('PATCH', `/chatbots/${shop.chatbotId}`, { body: changes });
    await page.evaluate(() => {
      const { Chatledger } = globalThis as unknown as { Chatledger: { refresh(): Promise<void> } };
      return Chatledger.refresh();
    });
    await root.getByRole('heading', { name: 'Rose & Thyme' }).waitFor();
    await root.getByText('Good evening').waitFor();
    expect(await root.getByText('Hello', { exact: true }).count()).toBe(0);
    const primary = await root.locator('.widget').evaluate((element) => {
      const { style } = element as unknown as { style: { getPropertyValue(name: string): string } };
      return style.getPropertyValue('--primary');
    });
    expect(primary).toBe('#0f766e');
  });

  it('shows each message once when it is told of a change while it still reads the conversation', async () => {
    const shop = await newShop(service());
    const { page, site, open, askAndRead } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    await open();
    await askAndRead('Do you ship?');
    // The page that is left reads nothing more.
    await page.goto('about:blank');
    const [first, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let requests = 0;
    await page.route('**/history?*', async (route) => {
      requests += 1;
      const isFirst = requests === 1;
      const response = await route.fetch();
      if (isFirst) {
        asked.resolve();
        await first.promise;
      }
      await route.fulfill({ response });
    });
    await page.goto(site);
    await open();
    await asked.promise;
    await shop.owner.call('PATCH', `/chatbots/${shop.chatbotId}`, { body: { name: 'Rose & Thyme' } });
    await page.evaluate(() => {
      const { Chatledger } = globalThis as unknown as { Chatledger: { refresh(): Promise<void> } };
      return Promise.all([Chatledger.refresh(), Chatledger.refresh()]);
    });
    await root.getByRole('heading', { name: 'Rose & Thyme' }).waitFor();
    await root.locator('.message.user', { hasText: 'Do you ship?' }).waitFor();
    const late = page.waitForResponse('**/history?*');
    first.resolve();
    await late;
    await page.waitForTimeout(200);
    expect(await root.locator('.message.user').count()).toBe(1);
    expect(await root.locator('.message').count()).toBe(3);
  });

  it('a conversation of two hundred messages takes little memory, and gives it back', async () => {
    const shop = await newShop(service());
    const { page, open } = await visit(browser(), shop);
    const history = Array.from({ length: 200 }, (_, index) => ({
      messageId: `m${index}`,
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: 'Some **words** of an answer, and a [link](https://example.com).\n\n- one\n- two',
      sources: [],
      suggestions: [],
      feedback: null,
      createdAt: new Date().toISOString(),
    }));
    await fakeApi(page, { history });
    const devtools = await page.context().newCDPSession(page);
    const heap = async () => {
      await devtools.send('HeapProfiler.collectGarbage');
      return (await devtools.send('Runtime.getHeapUsage')).usedSize;
    };
    await open();
    const before = await heap();
    await page
      .evaluate(
        (id) => localStorage.setItem(`chatledger:${id}`, JSON.stringify({ sessionId: 'long', isBegun: true })),
        shop.config.chatbotId,
      )
      .catch(() => undefined);
    await page.reload();
    await open();
    await page.locator(ROOT).locator('.message').nth(200).waitFor();
    expect((await heap()) - before).toBeLessThan(8 << 20);
    await page.locator(ROOT).getByRole('button', { name: 'New conversation' }).click();
    expect(await page.locator(ROOT).locator('.message').count()).toBe(1);
    expect((await heap()) - before).toBeLessThan(2 << 20);
  });
});
