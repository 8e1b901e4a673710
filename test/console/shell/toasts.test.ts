import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../../support/browser/chromium.ts';
import { consoleOfFile, PHONE } from '../support/console.ts';
import { newShop } from '../support/conversations.ts';

describe.skipIf(chromiumPath === null)('A message on a phone', () => {
  const { open, service } = consoleOfFile();

  it('stands above the bar of the pages, which stays in reach', async () => {
    const { owner, id } = await newShop(service());
    const { page } = await open({ owner, viewport: PHONE, path: `/chatbots/${id}/content` });
    await page.getByRole('button', { name: /Hours/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete source' }).click();
    const toast = page.getByRole('status').locator('.toast', { hasText: 'Source deleted' });
    await toast.waitFor();
    const [message, bar] = [
      await toast.boundingBox(),
      await page.getByRole('navigation', { name: 'Main pages' }).boundingBox(),
    ];
    expect((message?.y ?? Number.NaN) + (message?.height ?? Number.NaN)).toBeLessThan(bar?.y ?? Number.NaN);
  });
});
