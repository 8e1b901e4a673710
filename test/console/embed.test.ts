/** Keys and the snippet that brings the chat to a website. */
import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { consoleOfFile, PHONE } from './support/console.ts';
import { picture } from './support/pictures.ts';

describe.skipIf(chromiumPath === null)('Embedding a chatbot', () => {
  const { open, service } = consoleOfFile();

  it('gives a key once, in a snippet that works, and tells when it is used', async () => {
    const owner = await service().owner();
    const { id, publicId } = await owner.chatbot({ name: 'Fern & Fig' });
    const { page, context } = await open({ owner, path: `/chatbots/${id}/embed` });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('No website can use this chatbot yet').waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Shop');
    await dialog.getByLabel('Websites that may use it').fill('https://example.com/shop, *.example.org');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('button', { name: 'Copy snippet' }).click();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();
    await picture(page, 'embed-secret');
    expect(await violations(page)).toEqual([]);
    const snippet = String(await page.evaluate('navigator.clipboard.readText()'));
    const key = /apiKey: '(cwk_[\w-]+)'/.exec(snippet)?.[1] ?? '';
    expect(snippet).toContain(`chatbotId: '${publicId}'`);
    expect(snippet).toContain(`apiUrl: '${service().running.address}/api'`);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('example.com, *.example.org').waitFor();
    await page.getByText('Never used').waitFor();
    expect(await page.content()).not.toContain(key);
    const config = await service().call('GET', `/api/chat/${publicId}/config`, {
      headers: { 'x-widget-key': key, origin: 'https://example.com' },
    });
    expect(config.status).toBe(200);
    await page.getByText('Used once').waitFor();
    await page.getByText('just now', { exact: true }).waitFor();
  });

  it('copies the snippet also on a page without HTTPS', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot();
    const { page, goto } = await open({ owner });
    await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await goto(`/chatbots/${id}/embed?create`);
    const dialog = page.getByRole('dialog');
    const name = dialog.getByLabel('Websites that may use it');
    // A key for no website would be refused everywhere.
    await dialog.getByRole('button', { name: 'Create key' }).click();
    expect(await name.evaluate((field) => field.matches(':invalid:focus'))).toBe(true);
    await name.fill('https://');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('“https://”').waitFor();
    await name.fill('example.com');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('button', { name: 'Copy snippet' }).click();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create key' }).click();
    await name.fill('');
    await name.press('ControlOrMeta+v');
    expect(await name.inputValue()).toMatch(/apiKey: 'cwk_[\w-]{20,}'/);
  });

  it('says which domain is wrong', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot();
    const { page } = await open({ owner, path: `/chatbots/${id}/embed?create` });
    await page.getByLabel('Websites that may use it').fill('example.com\na..b');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByText('“a..b”').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });

  it.each([
    ['light', undefined],
    ['dark', PHONE],
  ] as const)('lists keys and revokes one, for everyone: %s, %j', async (colorScheme, viewport) => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Fern & Fig' });
    const keys = `/chatbots/${id}/widget-keys`;
    const hostile = '<img src=x onerror=alert(1)>';
    await owner.call('POST', keys, { body: { label: hostile, allowedDomains: [] } });
    await owner.call('POST', keys, { body: { label: 'Shop', allowedDomains: ['example.com', 'www.example.com'] } });
    const size = viewport === undefined ? {} : { viewport };
    const { page } = await open({ owner, path: `/chatbots/${id}/embed`, colorScheme, ...size });
    await page.getByRole('heading', { name: hostile }).waitFor();
    await page.getByLabel('Corner').selectOption('left');
    await page.getByText("position: 'left'").waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, `embed-${colorScheme}`);
    await page.getByRole('button', { name: 'Revoke Shop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Key revoked').waitFor();
    await page.getByRole('heading', { name: 'Shop' }).waitFor({ state: 'detached' });
    const { data } = await owner.call<{ keys: { isActive: boolean }[] }>('GET', keys);
    expect(data.keys.filter(({ isActive }) => isActive)).toHaveLength(1);
  });
});
