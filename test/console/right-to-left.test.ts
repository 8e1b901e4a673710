/** An owner who writes from right to left, in a console whose own words run from left to right. */
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { consoleOfFile, DESKTOP, PHONE } from './support/console.ts';

const NAME = 'متجر الزهور والنباتات المنزلية في المدينة القديمة — خدمة العملاء';

/** The first letter is on the screen, where the text is cut too. */
const showsBeginning = (text: Locator): Promise<boolean> =>
  text.evaluate((element) => {
    const letter = element.ownerDocument.createRange();
    letter.setStart(element.firstChild ?? element, 0);
    letter.setEnd(element.firstChild ?? element, 1);
    const [{ left, right }, box] = [letter.getBoundingClientRect(), element.getBoundingClientRect()];
    return left >= box.left - 1 && right <= box.right + 1;
  });

/** Left edge of its words. */
const leftOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const words = element.ownerDocument.createRange();
    words.selectNodeContents(element);
    return words.getBoundingClientRect().left;
  });

const isRightToLeft = (field: Locator): Promise<boolean> => field.evaluate((element) => element.matches(':dir(rtl)'));

describe.skipIf(chromiumPath === null)('Arabic', () => {
  const { open, service } = consoleOfFile();

  it.each([DESKTOP, PHONE])('names of chatbots are cut at their own end: %j', async (viewport) => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: NAME });
    for (const name of ['Shop', 'מידע']) await owner.chatbot({ name });
    const { page } = await open({ owner, viewport, path: `/chatbots/${id}/try` });
    const switcher = page.locator('.switcher:visible > .truncate');
    await switcher.waitFor();
    expect(await showsBeginning(switcher)).toBe(true);
    await switcher.click();
    const item = page.getByRole('menuitem', { name: NAME }).locator('.truncate');
    expect(await showsBeginning(item)).toBe(true);
    // In one column with the others.
    const label = (name: string) => page.getByRole('menuitem', { name }).locator('.truncate');
    expect(Math.abs((await leftOf(label('מידע'))) - (await leftOf(label('Shop'))))).toBeLessThan(2);
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    const found = page.getByRole('option', { name: 'Content' }).first().locator('.truncate').nth(1);
    expect(await showsBeginning(found)).toBe(true);
  });

  it('texts run from the right in the fields that they are written in, addresses do not', async () => {
    const owner = await service().owner();
    const configuration = { name: NAME, description: 'يجيب على أسئلة العملاء!', welcomeMessage: 'مرحبا!' };
    const { id } = await owner.chatbot({ ...configuration, systemPrompt: 'لا تعد بشيء.', humanHandoffEnabled: true });
    const { page, goto } = await open({ owner, path: `/chatbots/${id}/settings` });
    for (const label of ['Name', 'Description', 'System prompt']) {
      const field = page.getByRole('textbox', { name: label, exact: true });
      expect([label, await isRightToLeft(field)]).toEqual([label, true]);
    }
    expect(await isRightToLeft(page.getByLabel('Email address to notify when a visitor asks'))).toBe(false);
    await goto(`/chatbots/${id}/look`);
    expect(await isRightToLeft(page.getByLabel('Welcome message'))).toBe(true);
    await goto(`/chatbots/${id}/content?add=text&title=${encodeURIComponent('ساعات العمل')}`);
    const dialog = page.getByRole('dialog');
    expect(await isRightToLeft(dialog.getByLabel('Title'))).toBe(true);
    await goto('');
    await page.getByRole('link', { name: NAME }).waitFor();
    expect(await isRightToLeft(page.getByText(configuration.description))).toBe(true);
    expect(await violations(page)).toEqual([]);
  });
});
