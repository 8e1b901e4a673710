/** How a chatbot looks, with the widget itself beside the form. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Chatbot } from '../../src/projections/chatbots/queries.ts';
import { violations } from '../support/browser/axe.ts';
import { ROOT } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { png } from '../support/files/images.ts';
import type { Owner } from '../support/http/service.ts';
import { consoleOfFile, PHONE } from './support/console.ts';
import { picture } from './support/pictures.ts';

const preview = (page: Page) => page.frameLocator('.preview iframe').locator(ROOT);
const backgroundOf = (element: unknown): string => {
  const view = globalThis as unknown as { getComputedStyle(of: unknown): { backgroundColor: string } };
  return view.getComputedStyle(element).backgroundColor;
};
const read = async (owner: Owner, id: string) =>
  (await owner.call<{ chatbot: Chatbot }>('GET', `/chatbots/${id}`)).data.chatbot;

/** Runs in the browser. Delays by a second what the console does after a page was painted, as on a slow machine. */
const LATE_EFFECTS = `if (top === window) {
  const later = setTimeout;
  requestAnimationFrame = (work) => later(work, 1_000, 0);
  setTimeout = (work, milliseconds = 0) => later(work, milliseconds > 0 && milliseconds <= 100 ? 1_000 : milliseconds);
}`;

describe.skipIf(chromiumPath === null)('The look of a chatbot', () => {
  const { open, service } = consoleOfFile();

  it('shows in the widget at once, and is saved', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Fern & Fig', quickPrompts: ['When are you open?'] });
    const { page } = await open({ owner, path: `/chatbots/${id}/look` });
    const widget = preview(page);
    await widget.getByRole('heading', { name: 'Fern & Fig' }).waitFor();
    await page.getByLabel('Name').fill('Rose & Thyme');
    await widget.getByRole('heading', { name: 'Rose & Thyme' }).waitFor();
    await page.getByLabel('Welcome message').fill('What shall it **be**?');
    await widget.locator('strong', { hasText: 'be' }).waitFor();
    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.keyboard.type('Do you deliver?');
    await widget.getByRole('button', { name: 'Do you deliver?' }).waitFor();
    await page.getByLabel('Main colour', { exact: true }).fill('#0f766e');
    const header = widget.locator('.header');
    await expect.poll(() => header.evaluate(backgroundOf)).toBe('rgb(15, 118, 110)');
    await widget.getByRole('button', { name: 'Do you deliver?' }).click();
    await widget.getByText('This is a sample answer.').waitFor();
    await page.getByLabel('Picture file').setInputFiles({
      ...{ name: 'face.png', mimeType: 'image/png', buffer: Buffer.from(await png()) },
    });
    await widget.locator('.header img').waitFor();
    expect((await read(owner, id)).name).toBe('Fern & Fig');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. Websites show it').waitFor();
    expect(await read(owner, id)).toMatchObject({
      ...{ name: 'Rose & Thyme', primaryColor: '#0f766e', quickPrompts: ['When are you open?', 'Do you deliver?'] },
      avatarUrl: expect.stringMatching(/^\/uploads\//),
    });
    expect(await page.getByText('Not saved yet').count()).toBe(0);
    const stored = String(await page.evaluate('Object.keys({ ...localStorage, ...sessionStorage })'));
    expect(stored).not.toContain('preview');
  });

  it('warns of colours that cannot be read, and undoes to what is saved', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Fern & Fig' });
    const { page } = await open({ owner, path: `/chatbots/${id}/look` });
    await page.getByText('Every colour').click();
    await page.getByLabel('Answers', { exact: true }).fill('#ffffff');
    await page.getByLabel('Text of answers', { exact: true }).fill('#eeeeee');
    await page.getByText('would be hard to read here').waitFor();
    await page.getByLabel('Lines', { exact: true }).fill('red');
    await page.getByText('Write it as #rgb or #rrggbb.').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await page.getByText('would be hard to read here').count()).toBe(0);
    await preview(page).getByRole('heading', { name: 'Fern & Fig' }).waitFor();
  });

  it('is there too when the widget arrives before the page has come to rest', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Fern & Fig' });
    const { page, goto } = await open({ owner });
    await page.addInitScript({ content: LATE_EFFECTS });
    await goto(`/chatbots/${id}/look`);
    await preview(page).getByRole('heading', { name: 'Fern & Fig' }).waitFor();
  });

  it('is tried out also on a page without HTTPS', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Shop', quickPrompts: ['Do you deliver?'] });
    const { page, goto } = await open({ owner });
    await page.addInitScript("Object.defineProperty(crypto, 'randomUUID', { value: undefined })");
    await goto(`/chatbots/${id}/look`);
    await preview(page).getByRole('button', { name: 'Do you deliver?' }).click();
    await preview(page).getByRole('button', { name: 'Helpful', exact: true }).waitFor();
  });

  it('leaves the focus to the form, until the chat in the preview is clicked', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Fern & Fig' });
    const { page } = await open({ owner, path: `/chatbots/${id}/look` });
    const composer = preview(page).getByRole('textbox');
    await composer.waitFor();
    await page.keyboard.type('Lost');
    expect(await composer.inputValue()).toBe('');
    await composer.click();
    await page.keyboard.type('Do you deliver?');
    expect(await composer.inputValue()).toBe('Do you deliver?');
  });

  it('is walked through by keyboard, into the preview and out of it', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Shop' });
    const { page } = await open({ owner, path: `/chatbots/${id}/look` });
    await preview(page).getByRole('heading', { name: 'Shop' }).waitFor();
    await page.getByRole('radio', { name: 'Light website' }).focus();
    const isIn = () => page.evaluate("document.activeElement.localName === 'iframe'");
    await page.keyboard.press('Tab');
    expect(await isIn()).toBe(true);
    for (let steps = 0; steps < 12 && (await isIn()); steps++) await page.keyboard.press('Tab');
    expect(await isIn()).toBe(false);
  });

  it('keeps what somebody else saved meanwhile', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Fern & Fig' });
    const { page } = await open({ owner, path: `/chatbots/${id}/look` });
    await page.getByLabel('Name').fill('Mine');
    await preview(page).getByRole('heading', { name: 'Mine' }).waitFor();
    await owner.call('PATCH', `/chatbots/${id}`, { body: { welcomeMessage: 'Theirs' } });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed this chatbot' });
    await dialog.getByText('They changed: welcome message.').waitFor();
    await dialog.getByRole('button', { name: 'Save mine too' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => read(owner, id)).toMatchObject({ name: 'Mine', welcomeMessage: 'Theirs' });
  });

  it('keeps what is typed while a save is under way, as a change that is not saved yet', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Fern & Fig' });
    const { page } = await open({ owner, path: `/chatbots/${id}/look` });
    const [saving, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(`**/api/chatbots/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') {
        saving.resolve();
        await answer.promise;
      }
      await route.continue();
    });
    await page.getByLabel('Name').fill('First');
    await page.getByRole('button', { name: 'Save' }).click();
    await saving.promise;
    await page.getByLabel('Name').fill('Second');
    answer.resolve();
    await page.getByText('Saved. Websites show it').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Second');
    expect((await read(owner, id)).name).toBe('First');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await read(owner, id)).name).toBe('Second');
  });

  it('does not go back to what it was when an answer from before a save arrives after it', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Fern & Fig' });
    const { page } = await open({ owner, path: `/chatbots/${id}/look` });
    await page.getByLabel('Name').waitFor();
    const late = Promise.withResolvers<void>();
    await page.route(`**/api/chatbots/${id}`, async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      await late.promise;
      await route.fulfill({ response });
    });
    await page.getByRole('link', { name: 'Embed' }).first().click();
    await page.getByRole('heading', { name: 'Embed' }).waitFor();
    const asked = page.waitForRequest(`**/api/chatbots/${id}`);
    await page.goBack();
    await asked;
    await page.getByLabel('Name').fill('Rose & Thyme');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. Websites show it').waitFor();
    const arrived = page.waitForResponse(`**/api/chatbots/${id}`);
    late.resolve();
    await (await arrived).finished();
    await page.evaluate('new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))');
    expect(await page.getByLabel('Name').inputValue()).toBe('Rose & Thyme');
  });

  it('asks before unsaved changes are left', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Fern & Fig' });
    const { page } = await open({ owner, path: `/chatbots/${id}/look` });
    await page.getByLabel('Name').fill('Mine');
    await page.getByRole('link', { name: 'Embed' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Mine');
    await page.getByRole('link', { name: 'Embed' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { name: 'Embed' }).waitFor();
    await page.goBack();
    await page.getByLabel('Name').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Fern & Fig');
  });

  it.each([
    ['light', undefined],
    ['dark', undefined],
    ['dark', PHONE],
  ] as const)('is for everyone, with hostile words as text: %s, %j', async (colorScheme, viewport) => {
    const owner = await service().owner();
    const hostile = '<img src=x onerror=alert(1)>';
    const { id } = await owner.chatbot({
      ...{ name: 'Fern & Fig', welcomeMessage: `Hello ${hostile}`, quickPrompts: [hostile, 'When are you open?'] },
      theme: { headerBg: '#14532d' },
    });
    const size = viewport === undefined ? {} : { viewport };
    const { page } = await open({ owner, path: `/chatbots/${id}/look`, colorScheme, ...size });
    await preview(page).getByRole('button', { name: hostile }).waitFor();
    await page.getByLabel('Name').fill('Fern & Figs');
    await preview(page).getByRole('heading', { name: 'Fern & Figs' }).waitFor();
    expect(await preview(page).locator('img').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(await preview(page).getByText(`Hello ${hostile}`).count()).toBe(1);
    await picture(page, `look-${colorScheme}${viewport === undefined ? '' : '-phone'}`);
  });
});
