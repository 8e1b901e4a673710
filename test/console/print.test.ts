import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/browser/chromium.ts';
import { consoleOfFile } from './support/console.ts';
import { newShop } from './support/conversations.ts';

describe.skipIf(chromiumPath === null)('Paper', () => {
  const { open, service } = consoleOfFile();

  it.each([560, 1_000])('%i px wide shows all messages of a conversation, without the navigation', async (width) => {
    const { owner, widget, path } = await newShop(service());
    for (const question of ['When are you open?', 'And on Sunday?', 'Every week?', 'At nine?']) {
      await widget.ask('reader', question);
    }
    const { page } = await open({ owner, path });
    await page.getByRole('link', { name: /reader/ }).click();
    await page.getByRole('button', { name: 'Take over' }).click();
    const field = page.getByRole('textbox', { name: 'Message to the visitor' });
    await field.waitFor();
    await page.setViewportSize({ width, height: 400 });
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('navigation').first().waitFor({ state: 'hidden' });
    await field.waitFor({ state: 'hidden' });
    const messages = page.locator('.message');
    const cut = await page.evaluate(`[...document.querySelectorAll('.message')].filter((message) => {
      for (let box = message.parentElement; box !== null; box = box.parentElement) {
        if (getComputedStyle(box).overflowY !== 'visible' && box.scrollHeight > box.clientHeight) return true;
      }
      return false;
    }).length`);
    expect([await messages.count(), cut]).toEqual([8, 0]);
    expect(await page.evaluate("getComputedStyle(document.querySelector('.thread')).position")).toBe('static');
  });
});
