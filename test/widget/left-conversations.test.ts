/** A conversation that its visitor leaves: for another tab, by a reload, or for a new one. */
import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ROOT, sharedBrowser } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { ScriptedModel, untilAborted } from '../support/http/scripted-models.ts';
import { sharedServiceWith } from '../support/http/shared-service.ts';
import { newShop, visit, visitorOn } from '../support/widget/shop.ts';

describe.skipIf(chromiumPath === null)('A conversation', () => {
  const model = new ScriptedModel();
  const browser = sharedBrowser();
  const service = sharedServiceWith(model);

  it('is found again after a reload and in another tab, until a new one is begun', async () => {
    model.script = async function* () {
      yield 'From nine to five.';
    };
    const shop = await newShop(service());
    const { page, open, askAndRead } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    await open();
    expect(await askAndRead('When are you open?')).toContain('From nine to five.');
    await page.reload();
    await visitorOn(page).open();
    await root.locator('.message.user', { hasText: 'When are you open?' }).waitFor();
    await root.getByRole('button', { name: 'Where are you?' }).waitFor();

    // The next page of the site: the chat is still open, with what was being written, and the page has the focus.
    await root.locator('textarea').fill('I would like');
    await page.evaluate("location.href = '/next'");
    await page.waitForURL('**/next');
    await root.locator('.message.user', { hasText: 'When are you open?' }).waitFor();
    expect(await root.locator('textarea').inputValue()).toBe('I would like');
    expect(await page.evaluate('document.activeElement.localName')).toBe('body');
    await page.evaluate("Chatledger.close(); location.href = '/'");
    await page.waitForURL(/[0-9]\/$/);
    await root.locator('.launcher').waitFor();
    expect(await root.locator('.panel').count()).toBe(0);
    await visitorOn(page).open();

    const other = await page.context().newPage();
    await other.goto(page.url());
    await visitorOn(other).open();
    await other.locator(ROOT).locator('.message.user').waitFor();
    await visitorOn(other).askAndRead('And on Sundays?');
    await root.locator('.message.user', { hasText: 'And on Sundays?' }).waitFor();

    await root.getByRole('button', { name: 'New conversation' }).click();
    await other.locator(ROOT).locator('.message.user').first().waitFor({ state: 'detached' });
    expect(await root.locator('.message.user').count()).toBe(0);
    const { data } = await shop.owner.call<{ messages: { sessionId: string; role: string }[] }>(
      'GET',
      `/chatbots/${shop.chatbotId}/history`,
    );
    expect(new Set(data.messages.map(({ sessionId }) => sessionId)).size).toBe(1);
  });

  it('comes back in all tabs after a new one was begun by mistake, until that one is used or the chat is closed', async () => {
    model.script = async function* () {
      yield 'From nine to five.';
    };
    const { page, open, ask, askAndRead } = await visit(browser(), await newShop(service()));
    const root = page.locator(ROOT);
    const [again, back] = ['New conversation', 'Earlier messages'].map((name) => root.getByRole('button', { name }));
    await open();
    await again?.click();
    expect(await back?.count()).toBe(0);
    await askAndRead('When are you open?');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await visitorOn(other).open();
    await other.locator(ROOT).locator('.message.user').waitFor();

    await again?.click();
    await other.locator(ROOT).locator('.message.user').waitFor({ state: 'detached' });
    await back?.click();
    await root.locator('.message.user', { hasText: 'When are you open?' }).waitFor();
    await root.getByText('From nine to five.', { exact: true }).waitFor();
    await other.locator(ROOT).locator('.message.user', { hasText: 'When are you open?' }).waitFor();
    expect(await back?.count()).toBe(0);
    expect(await root.locator('textarea:focus').count()).toBe(1);
    await askAndRead('And on Sundays?');
    expect(await root.locator('.message.user').count()).toBe(2);

    await again?.click();
    await back?.waitFor();
    await ask('Where are you?');
    await root.locator('.message.user', { hasText: 'Where are you?' }).waitFor();
    expect(await back?.count()).toBe(0);

    await again?.click();
    await back?.waitFor();
    await root.getByRole('button', { name: 'Close chat' }).last().click();
    await root.locator('.launcher').click();
    await root.locator('.panel .message').first().waitFor();
    expect(await back?.count()).toBe(0);
  });

  it('comes back too when “New conversation” was clicked twice, but not after the page began a new one', async () => {
    const { page, open, askAndRead } = await visit(browser(), await newShop(service()));
    const root = page.locator(ROOT);
    const [again, back] = ['New conversation', 'Earlier messages'].map((name) => root.getByRole('button', { name }));
    await open();
    await askAndRead('When are you open?');
    await again?.dblclick();
    await back?.click();
    await root.locator('.message.user', { hasText: 'When are you open?' }).waitFor();

    await again?.click();
    await page.evaluate('Chatledger.reset()');
    await again?.click();
    expect(await back?.count()).toBe(0);
  });

  it('comes back with the answer that “New conversation” stopped, which goes on', async () => {
    let attempts = 0;
    model.script = async function* (signal) {
      attempts++;
      if (attempts > 1) return yield 'Half of it, and the rest.';
      yield 'Half of it';
      await untilAborted(signal);
    };
    const { page, open, ask } = await visit(browser(), await newShop(service()));
    const root = page.locator(ROOT);
    await open();
    await ask('Tell me all');
    await root.locator('.bubble', { hasText: 'Half of it' }).waitFor();
    await root.getByRole('button', { name: 'New conversation' }).click();
    await root.getByRole('button', { name: 'Earlier messages' }).click();
    await root.locator('.message.bot:has(time) .bubble', { hasText: 'and the rest.' }).waitFor();
    expect(await root.locator('.bubble', { hasText: 'Half of it' }).count()).toBe(1);
    expect(await root.locator('.message.user').count()).toBe(1);
  });

  it('shows both answers when a visitor asks in two tabs at once', async () => {
    const [first, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let questions = 0;
    model.script = async function* () {
      questions++;
      if (questions > 1) return yield 'From nine to five.';
      asked.resolve();
      await first.promise;
      yield 'In the old town.';
    };
    const { page, open, ask } = await visit(browser(), await newShop(service()));
    await open();
    await ask('Where are you?');
    await asked.promise;
    const other = await page.context().newPage();
    await other.goto(page.url());
    await visitorOn(other).open();
    await visitorOn(other).askAndRead('When are you open?');
    first.resolve();
    const answers = ['In the old town.', 'From nine to five.'];
    await page.locator(ROOT).locator('.message.bot:has(time) .bubble', { hasText: 'In the old town.' }).waitFor();
    for (const tab of [page, other]) {
      await tab.reload();
      await visitorOn(tab).open();
      for (const answer of answers) await tab.locator(ROOT).locator('.bubble', { hasText: answer }).waitFor();
    }
  });

  it('leaves an answer out that was cut off also where its whole answer is on the next page', async () => {
    const messageOf = (role: string, content: string) => ({ messageId: content, role, content, suggestions: [] });
    const { page, open, askAndRead } = await visit(browser(), await newShop(service()));
    const root = page.locator(ROOT);
    await open();
    await askAndRead('Do you ship?');
    await page.route('**/history?*', (route) => {
      const isOlder = route.request().url().includes('before=');
      const messages = isOlder
        ? [messageOf('user', 'Tell me all'), messageOf('assistant', 'Half of it')]
        : [messageOf('assistant', 'Half of it, and the rest.')];
      return route.fulfill({ json: { data: { messages, nextBefore: isOlder ? null : 'm1', takenOver: false } } });
    });
    await page.reload();
    await open();
    await root.getByRole('button', { name: 'Earlier messages' }).press('Enter');
    await root.locator('.message.user', { hasText: 'Tell me all' }).waitFor();
    expect(await root.locator('.bubble', { hasText: 'Half of it' }).allInnerTexts()).toEqual([
      'Half of it, and the rest.',
    ]);
    // The button that had the focus is gone.
    await page.keyboard.press('Escape');
    await root.locator('.panel').waitFor({ state: 'hidden' });
  });

  it('does not tell in a new one that its messages could not be read', async () => {
    const { page, open, askAndRead } = await visit(browser(), await newShop(service()));
    const root = page.locator(ROOT);
    const [again, back] = ['New conversation', 'Earlier messages'].map((name) => root.getByRole('button', { name }));
    await open();
    await askAndRead('When are you open?');
    const asked = Promise.withResolvers<Route>();
    await page.route('**/history?*', (route) => asked.resolve(route));
    await again?.click();
    await back?.click();
    const route = await asked.promise;
    await again?.click();
    const failed = page.waitForEvent('requestfailed');
    await route.abort();
    await failed;
    await page.waitForTimeout(100);
    expect(await root.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });
});
