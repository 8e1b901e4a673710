/** Parts of a message: citations, copying, the avatar, the sound. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT, sharedBrowser } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { png } from '../support/files/images.ts';
import { ScriptedModel } from '../support/http/scripted-models.ts';
import { sharedServiceWith } from '../support/http/shared-service.ts';
import { fakeApi } from '../support/widget/fake-api.ts';
import { newShop, type Shop, visit, visitorOn } from '../support/widget/shop.ts';

describe.skipIf(chromiumPath === null)('A message', () => {
  const model = new ScriptedModel();
  model.script = async function* () {
    yield 'We ship **today**.';
  };
  const browser = sharedBrowser();
  const service = sharedServiceWith(model);
  let shop: Shop;
  beforeAll(async () => {
    shop = await newShop(service());
  });

  /** An earlier answer with two sources. */
  async function openWithAnswer(content: string, title = 'Shipping') {
    const { page, open } = await visit(browser(), shop);
    await fakeApi(page, {
      history: [
        {
          ...{ messageId: 'm1', role: 'assistant', suggestions: [], feedback: null },
          ...{ content, createdAt: new Date().toISOString() },
          sources: [
            { title, url: null, snippet: 'Every parcel is tracked.' },
            { title: 'Returns', url: 'https://shop.example.com/returns', snippet: '' },
          ],
        },
      ],
    });
    await page.evaluate((id) => {
      localStorage.setItem(`chatledger:${id}`, JSON.stringify({ sessionId: 'cited', isBegun: true }));
    }, shop.config.chatbotId);
    await page.reload();
    await open();
    const message = page.locator(ROOT).locator('.message.bot', { has: page.locator('.cite') });
    await message.waitFor();
    return { page, message };
  }

  it('cites its sources by buttons that lead to them; a number of no source stays text', async () => {
    const { message } = await openWithAnswer(
      'Parcels are tracked [1]. Returns are free [2][9]. `row[1]` and [a link [1]](https://example.com/).',
    );
    const sources = message.locator('.sources');
    const isOpen = () => sources.evaluate((element) => element.hasAttribute('open'));
    expect(await message.locator('.cite').allInnerTexts()).toEqual(['1', '2']);
    expect(await message.locator('.bubble').innerText()).toContain('[9]. row[1] and a link [1].');
    expect(await isOpen()).toBe(false);

    await message.getByRole('button', { name: 'Source 1: Shipping' }).click();
    expect(await isOpen()).toBe(true);
    expect(await sources.locator(':focus').innerText()).toContain('Every parcel is tracked.');
    await message.getByRole('button', { name: 'Source 2: Returns' }).press('Enter');
    expect(await sources.locator(':focus').getAttribute('href')).toBe('https://shop.example.com/returns');
  });

  it('keeps the number of a source on the line of the word before it, wherever lines end', async () => {
    const lines = Array.from({ length: 60 }, (_, length) => `${'i '.repeat(length)}end${length % 2 ? ' ' : ''}[1][2]`);
    const { page, message } = await openWithAnswer(lines.join('\n\n'));
    expect(await message.locator('.cites').count()).toBe(60);
    const torn = `[...document.querySelector('${ROOT}').shadowRoot.querySelectorAll('.cites')].filter((marks) => {
      const word = document.createRange();
      word.setStart(marks.previousSibling, marks.previousSibling.length - 1);
      word.setEnd(marks.previousSibling, marks.previousSibling.length);
      const { bottom } = word.getBoundingClientRect();
      return [...marks.children].some((mark) => mark.getBoundingClientRect().top > bottom);
    }).length`;
    expect(await page.evaluate(torn)).toBe(0);
  });

  it.each([
    ['en-GB', 'en', /^\d\d:\d\d$/],
    ['en-US', 'en', /^\d{1,2}:\d\d\s[AP]M$/],
    ['en-US', 'de', /^\d\d:\d\d$/],
  ])('has a time as visitors from %s write it on a page in %s', async (locale, language, form) => {
    const { page, open, askAndRead } = await visit(browser(), shop, { browser: { locale }, language });
    await open();
    await askAndRead('Do you ship?');
    expect(await page.locator(ROOT).locator('.bot time').innerText()).toMatch(form);
  });

  it('fades towards the columns of a table that are out of sight, until they are reached', async () => {
    const wide = `| ${'Column | '.repeat(12)}\n|${'---|'.repeat(12)}\n| ${'Cell | '.repeat(12)}`;
    const narrow = '| Day | Open |\n|---|---|\n| Monday | closed |';
    const { page, open } = await visit(browser(), shop, { browser: { reducedMotion: 'no-preference' } });
    await fakeApi(page, { config: { name: 'Shop', welcomeMessage: `${wide}\n\nThen:\n\n${narrow}` } });
    await page.reload();
    await open();
    const tables = page.locator(ROOT).locator('.scroll.table');
    const fades = () =>
      tables.evaluateAll((elements) => {
        const host = globalThis as unknown as { getComputedStyle(element: unknown): { maskImage: string } };
        return elements.map((element) => host.getComputedStyle(element).maskImage !== 'none');
      });
    await expect.poll(fades).toEqual([true, false]);
    await tables.first().evaluate((element) => {
      element.scrollLeft = element.scrollWidth;
    });
    await expect.poll(fades).toEqual([false, false]);
  });

  it('may have paragraphs and sources that run the other way', async () => {
    const answer = 'نوصل إلى جميع المدن [1].\n\nCall us (daily).';
    const { message } = await openWithAnswer(answer, 'التوصيل');
    await message.getByRole('button', { name: 'Source 1: التوصيل' }).click();
    const [first, last] = await message.locator('.bubble p:last-child').evaluate((paragraph) => {
      const { document } = globalThis as unknown as { document: { createRange(): Range } };
      interface Range {
        setStart(node: unknown, offset: number): void;
        setEnd(node: unknown, offset: number): void;
        getBoundingClientRect(): { readonly x: number };
      }
      const text = paragraph.firstChild as unknown as { readonly length: number };
      const at = (index: number) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        return range.getBoundingClientRect().x;
      };
      return [at(0), at(text.length - 1)];
    });
    expect(last).toBeGreaterThan(first ?? 0);
    // The number of the source stands within the box, on its right.
    const padding = await message.locator('.sources ol').evaluate((list) => {
      const { getComputedStyle } = globalThis as unknown as {
        getComputedStyle(of: unknown): { readonly paddingRight: string };
      };
      return getComputedStyle(list).paddingRight;
    });
    expect(padding).toBe('28px');
  });

  it('and what can be pressed have an edge in a brand colour that is the white of the chat', async () => {
    const white = await newShop(service(), { primaryColor: '#ffffff' });
    const { page, open, askAndRead } = await visit(browser(), white);
    await open();
    await askAndRead('Do you ship?');
    for (const place of ['.user .bubble', '.avatar', '.send']) {
      const edge = await page
        .locator(ROOT)
        .locator(place)
        .first()
        .evaluate((element) => {
          const { getComputedStyle } = globalThis as unknown as {
            getComputedStyle(of: unknown): { readonly boxShadow: string };
          };
          return getComputedStyle(element).boxShadow;
        });
      expect([place, edge]).toEqual([place, expect.stringMatching(/ 0\.14\) .*inset$/)]);
    }
  });

  it('keeps prices on one line, and links telephone numbers', async () => {
    const { message } = await openWithAnswer('It costs 4,90 € with 19 % tax [1]. [Call us](tel:+49-341-123456).');
    expect(await message.locator('.bubble').innerText()).toContain('It costs 4,90\u00a0€ with 19\u00a0% tax');
    expect(await message.getByRole('link', { name: 'Call us' }).getAttribute('href')).toBe('tel:+49-341-123456');
  });

  it('moves alone: the header stays when the browser shows words that were looked for', async () => {
    const { page, open } = await visit(browser(), shop);
    await fakeApi(page, {
      history: ['assistant', 'user'].map((role) => ({
        ...{ messageId: role, role, sources: [], suggestions: [], feedback: null },
        ...{ content: 'A line\n\n'.repeat(60), createdAt: new Date().toISOString() },
      })),
    });
    await page.evaluate((id) => {
      localStorage.setItem(`chatledger:${id}`, JSON.stringify({ sessionId: 'long', isBegun: true }));
    }, shop.config.chatbotId);
    await page.reload();
    await open();
    await page.locator(ROOT).locator('.message.user').waitFor();
    await page
      .locator(ROOT)
      .locator('.panel')
      .evaluate((panel) => panel.scrollTo(0, 500));
    expect(
      await page
        .locator(ROOT)
        .locator('.panel')
        .evaluate((panel) => panel.scrollTop),
    ).toBe(0);
  });

  it('is copied whole', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page, open, askAndRead } = await visit(browser(), shop, { browser: { permissions } });
    await open();
    await askAndRead('Do you ship?');
    const root = page.locator(ROOT);
    await root.getByRole('button', { name: 'Copy answer' }).click();
    await root.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('We ship **today**.');
  });

  it('makes a sound only when the visitor has turned that on, also after a reload', async () => {
    const { page, open, askAndRead } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    const listen = () =>
      page.evaluate(`
        globalThis.tones = 0;
        const { createOscillator } = AudioContext.prototype;
        AudioContext.prototype.createOscillator = function () {
          tones += 1;
          return createOscillator.call(this);
        };
      `);
    const tones = () => page.evaluate('tones');
    await listen();
    await open();
    await askAndRead('Do you ship?');
    expect(await tones()).toBe(0);
    await root.getByRole('button', { name: 'Turn sound on' }).click();
    await askAndRead('And today?');
    await expect.poll(tones).toBe(2);

    await page.reload();
    await listen();
    await visitorOn(page).open();
    await visitorOn(page).askAndRead('And tomorrow?');
    await expect.poll(tones).toBe(2);
    await root.getByRole('button', { name: 'Turn sound off' }).click();
    await visitorOn(page).askAndRead('And on Sunday?');
    expect(await tones()).toBe(2);
  });

  it("shows the owner's picture, and an icon where that cannot be loaded", async () => {
    const body = new FormData();
    body.append('file', new Blob([await png()], { type: 'image/png' }), 'fern.png');
    const { data } = await shop.owner.call<{ url: string }>('POST', `/uploads/${shop.chatbotId}/image`, { body });
    const changed = await shop.owner.call('PATCH', `/chatbots/${shop.chatbotId}`, { body: { avatarUrl: data.url } });
    expect(changed.status).toBe(200);
    const { page, open } = await visit(browser(), shop);
    const portrait = page.locator(ROOT).locator('.header .portrait');
    await open();
    await expect.poll(() => portrait.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0);
    expect(await portrait.getAttribute('src')).toBe(new URL(data.url, shop.script).href);

    await page.route('**/uploads/**', (route) => route.abort());
    await page.reload();
    await visitorOn(page).open();
    await portrait.locator('svg').waitFor();
  });
});
