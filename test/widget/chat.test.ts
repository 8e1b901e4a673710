/** A conversation, as a visitor sees it in a real browser. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ROOT, sharedBrowser, siteOf } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { ScriptedModel } from '../support/http/scripted-models.ts';
import { sharedServiceWith } from '../support/http/shared-service.ts';
import { newShop, visit, visitorOn } from '../support/widget/shop.ts';

const sse = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

describe.skipIf(chromiumPath === null)('A conversation', () => {
  const model = new ScriptedModel();
  const browser = sharedBrowser();
  const service = sharedServiceWith(model);

  it('shows the answer as it is written, then its sources, a rating and three choices', async () => {
    const { promise: rest, resolve: goOn } = Promise.withResolvers<void>();
    model.script = async function* () {
      yield 'We **ship';
      await rest;
      yield ' today** [1].';
    };
    const shop = await newShop(service());
    await shop.owner.text(
      shop.chatbotId,
      'Shipping',
      'We ship today, every day of the week, and the parcel is tracked.',
    );
    const { page, open, ask, errors } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    await open();
    await ask('Do you ship today?');
    await root.locator('.message.user', { hasText: 'Do you ship today?' }).waitFor();
    await root.locator('.message.bot strong', { hasText: /^ship$/ }).waitFor();
    expect(await root.getByRole('button', { name: 'Stop' }).count()).toBe(1);
    goOn();
    await root.getByRole('button', { name: 'Where are you?' }).waitFor();
    expect(await root.locator('.choice').allInnerTexts()).toEqual([
      'Where are you?',
      'Do you deliver?',
      'Is parking free?',
    ]);
    expect(await root.locator('.message.bot .bubble').last().innerText()).toMatch(/^We ship today/);
    expect(await root.locator('.scroller').innerText()).not.toContain('SUGGESTIONS');
    // Folded, they have their names already.
    expect(await root.locator('.sources summary').innerText()).toBe('Sources (1)\nShipping');
    await root.getByText('Sources (1)').click();
    expect(await root.locator('.sources li').innerText()).toContain('Shipping');

    const good = root.getByRole('button', { name: 'Helpful', exact: true });
    const satisfaction = () => shop.owner.call('GET', `/chatbots/${shop.chatbotId}/satisfaction`);
    await good.click();
    await root.locator('.action[aria-pressed="true"]').waitFor();
    expect((await satisfaction()).data).toMatchObject({ positive: 1, total: 1 });
    await good.click();
    await root.locator('.action[aria-pressed="true"]').waitFor({ state: 'detached' });
    expect((await satisfaction()).data).toMatchObject({ total: 0, rate: null });

    await root.getByRole('button', { name: 'Do you deliver?' }).click();
    await root.locator('.message.user', { hasText: 'Do you deliver?' }).waitFor();
    expect(errors).toEqual([]);
  });

  it('never shows the line of suggestions or half a character, however the stream is cut', async () => {
    const shop = await newShop(service());
    const answer = 'Grüße aus 東京 🦊👩‍👩‍👧\n\n[SUGGESTIONS] Ünïcode? | 二つ目 | Trois';
    const text =
      [...answer].map((token) => sse('token', { token })).join('') +
      sse('done', { sources: [], sessionId: 's', messageId: 'm1' });
    const bytes = Buffer.from(text);
    // A server that sends one byte at a time, with a pause that lets the page draw now and then.
    const slow = await siteOf(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'access-control-allow-origin': '*' });
      for (let at = 0; at < bytes.length; at++) {
        response.write(bytes.subarray(at, at + 1));
        if (at % 40 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
      }
      response.end();
    });
    const { page, open, ask } = await visit(browser(), shop);
    await page.evaluate((to) => {
      const real = globalThis.fetch;
      globalThis.fetch = (input, init) =>
        String(input).endsWith('/message') ? real(to) : real(input as Parameters<typeof real>[0], init);
    }, slow);
    await open();
    const root = page.locator(ROOT);
    await root.evaluate((host) => {
      const seen: string[] = [];
      (globalThis as unknown as { seen: string[] }).seen = seen;
      const { shadowRoot: shadow } = host as unknown as { shadowRoot: object };
      const look = () =>
        seen.push(
          (shadow as unknown as { querySelector(s: string): { textContent: string } }).querySelector('.list')
            .textContent,
        );
      const Observer = (
        globalThis as unknown as { MutationObserver: new (f: () => void) => { observe(n: unknown, o: object): void } }
      ).MutationObserver;
      new Observer(look).observe(shadow, { subtree: true, childList: true, characterData: true });
    });
    await ask('Hallo');
    await root.getByRole('button', { name: '二つ目' }).waitFor();
    expect(await root.locator('.message.bot .bubble').last().innerText()).toBe('Grüße aus 東京 🦊👩‍👩‍👧');
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    expect(seen.length).toBeGreaterThan(5);
    for (const moment of seen) expect(moment).not.toMatch(/\[S|\uFFFD/);
  });

  it('follows what is written while its beginning is in sight, and to the end when asked to', async () => {
    const [longer, more, rest] = [0, 0, 0].map(() => Promise.withResolvers<void>());
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => `Line ${from + index}\n\n`).join('');
    model.script = async function* () {
      yield lines(0, 6);
      await longer?.promise;
      yield lines(6, 60);
      await more?.promise;
      yield lines(60, 80);
      await rest?.promise;
      yield lines(80, 120);
    };
    const { page, open, ask } = await visit(browser(), await newShop(service()));
    const root = page.locator(ROOT);
    const scroller = root.locator('.scroller');
    const latest = root.getByRole('button', { name: 'Latest messages' });
    const fromEnd = () =>
      scroller.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
    const topOf = async (part: typeof scroller) => (await part.boundingBox())?.y ?? Number.NaN;
    const fromBeginning = async () => (await topOf(root.locator('.bot').last())) - (await topOf(scroller));
    await open();
    await ask('Tell me all');
    await root.getByText('Line 5').waitFor();
    await expect.poll(fromEnd).toBeLessThan(2);
    longer?.resolve();
    await root.getByText('Line 59').waitFor();
    await expect.poll(fromBeginning).toBeCloseTo(8, 0);
    await latest.click();
    await expect.poll(fromEnd).toBeLessThan(2);
    more?.resolve();
    await root.getByText('Line 79').waitFor();
    await expect.poll(fromEnd).toBeLessThan(2);
    await scroller.hover();
    await page.mouse.wheel(0, -400);
    await expect.poll(fromEnd).toBeGreaterThan(200);
    const top = await scroller.evaluate((element) => element.scrollTop);
    rest?.resolve();
    await root.locator('.choice').first().waitFor();
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(top);
    await latest.click();
    await expect.poll(fromEnd).toBeLessThan(2);
    await expect.poll(() => latest.count()).toBe(0);
  });

  it('is read from its beginning when the welcome and its questions are longer than the screen', async () => {
    const shop = await newShop(service(), {
      welcomeMessage: 'Welcome to our shop. '.repeat(20),
      quickPrompts: Array.from({ length: 10 }, (_, index) => `What about the plant number ${index}?`),
    });
    const { page, open } = await visit(browser(), shop, { browser: { viewport: { width: 390, height: 600 } } });
    await open();
    const root = page.locator(ROOT);
    await root.getByText('plant number 9').waitFor();
    expect(await root.locator('.scroller').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    expect(await root.getByRole('button', { name: 'Latest messages' }).count()).toBe(0);
  });

  it('keeps the focus when a choice is taken, and leaves it to the page otherwise', async () => {
    model.script = async function* () {
      yield 'Yes.';
    };
    const shop = await newShop(service(), { quickPrompts: ['Do you ship?'] });
    const { page, open } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    await open();
    await root.getByRole('button', { name: 'Do you ship?' }).focus();
    await page.keyboard.press('Enter');
    await root.locator('textarea:focus').waitFor();
    const phone = await visit(browser(), shop, { browser: { hasTouch: true, isMobile: true } });
    await phone.page.locator(`${ROOT} .launcher`).tap();
    await phone.page.locator(`${ROOT} .choice`).tap();
    await phone.page.locator(`${ROOT} .scroller:focus`).waitFor();
  });

  it('is stopped by the visitor and keeps what was written', async () => {
    model.script = async function* (signal) {
      yield 'It begins';
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    };
    const { page, open, ask } = await visit(browser(), await newShop(service()));
    const root = page.locator(ROOT);
    await open();
    await ask('Tell me all');
    await root.locator('.bubble', { hasText: 'It begins' }).waitFor();
    await root.getByRole('button', { name: 'Stop' }).click();
    await root.locator('.notice', { hasText: 'Stopped' }).waitFor();
    await root.getByRole('status').filter({ hasText: 'Stopped' }).waitFor({ state: 'attached' });
    expect(await root.locator('.message.bot .bubble').last().innerText()).toBe('It begins');
    expect(await root.getByRole('button', { name: 'Send' }).count()).toBe(1);
    // The button that had the focus is of no use before the next question.
    await root.locator('textarea:focus').waitFor();
    await page.keyboard.press('Escape');
    await root.locator('.panel').waitFor({ state: 'hidden' });
  });

  it.each([
    [
      'a reload',
      async (page: Page) => {
        await page.reload();
        await visitorOn(page).open();
      },
    ],
    ['a refresh', (page: Page) => page.evaluate('Chatledger.refresh()')],
  ])('goes on with the same question after %s in the middle of an answer, and posts it once', async (_, interrupt) => {
    let attempts = 0;
    model.script = async function* (signal) {
      attempts++;
      if (attempts > 1) return yield 'All of it.';
      yield 'Half of';
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    };
    const shop = await newShop(service());
    const { page, open, ask } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    await open();
    await ask('Tell me all');
    await root.locator('.bubble', { hasText: 'Half of' }).waitFor();
    await interrupt(page);
    await root.locator('.bubble', { hasText: 'All of it.' }).waitFor();
    expect(await root.locator('.message.user').count()).toBe(1);
    const { data } = await shop.owner.call<{ messages: { role: string }[] }>(
      'GET',
      `/chatbots/${shop.chatbotId}/history`,
    );
    expect(data.messages.filter(({ role }) => role === 'user')).toHaveLength(1);
  });

  it('shows an answer once that was cut off by a reload and written again', async () => {
    let attempts = 0;
    model.script = async function* (signal) {
      attempts++;
      if (attempts > 1) return yield 'Half of it, and the rest.';
      yield 'Half of it';
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    };
    const shop = await newShop(service());
    const { page, open, ask } = await visit(browser(), shop);
    const answers = page.locator(ROOT).locator('.message.bot:has(time) .bubble');
    await open();
    await ask('Tell me all');
    await page.locator(ROOT).locator('.bubble', { hasText: 'Half of it' }).waitFor();
    await page.reload();
    await visitorOn(page).open();
    await answers.filter({ hasText: 'the rest' }).waitFor();
    const path = `/chatbots/${shop.chatbotId}/history`;
    const recorded = async () => {
      const { data } = await shop.owner.call<{ messages: { content: string }[] }>('GET', path);
      return data.messages.map(({ content }) => content);
    };
    await expect.poll(recorded).toEqual(['Tell me all', 'Half of it', 'Half of it, and the rest.']);
    await page.reload();
    await visitorOn(page).open();
    await answers.filter({ hasText: 'the rest' }).waitFor();
    expect(await answers.allInnerTexts()).toEqual(['Half of it, and the rest.']);
  });

  it('keeps what is asked and answered while its earlier messages are slow to load, and shows those above', async () => {
    const { page, open, askAndRead } = await visit(browser(), await newShop(service()));
    const questions = page.locator(ROOT).locator('.message.user .bubble');
    await open();
    await askAndRead('When are you open?');
    await page.reload();
    const mayLoad = Promise.withResolvers<void>();
    const slowly = async (route: Route) => {
      const response = await route.fetch();
      await mayLoad.promise;
      await route.fulfill({ response });
    };
    await page.route(/\/history/, slowly, { times: 1 });
    await open();
    await askAndRead('And on Sundays?');
    mayLoad.resolve();
    await questions.nth(1).waitFor();
    expect(await questions.allInnerTexts()).toEqual(['When are you open?', 'And on Sundays?']);
  });

  it('takes no more of a pasted text than a browser lays out at once', async () => {
    const { page, open } = await visit(browser(), await newShop(service()));
    await open();
    const field = page.locator(ROOT).locator('textarea');
    await field.focus();
    await page.keyboard.insertText('word '.repeat(10_000));
    expect((await field.inputValue()).length).toBe(40_000);
    await page.locator(ROOT).getByText('Characters over the limit: 35999').waitFor();
  });

  it('counts the characters of a long message and does not send one too long', async () => {
    const { page, open } = await visit(browser(), await newShop(service()));
    const root = page.locator(ROOT);
    await open();
    await root.locator('textarea').fill('x'.repeat(3_999));
    expect(await root.locator('.count').innerText()).toBe('3999 / 4000');
    await root.locator('textarea').fill('🦊'.repeat(4_001));
    expect(await root.locator('.count').innerText()).toBe('Characters over the limit: 1');
    expect(await root.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
  });
});
