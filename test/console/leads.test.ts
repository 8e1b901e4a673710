import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { consoleOfFile, overflowOf, PHONE } from './support/console.ts';

describe.skipIf(chromiumPath === null)('Leads', () => {
  const { open, service } = consoleOfFile();

  it('appear live in a table, lead to their conversation, and are deleted after a question', async () => {
    const owner = await service().owner();
    const asking = { allowLeadCapture: true, leadCaptureFields: { name: true, email: true, phone: true } };
    const { id } = await owner.chatbot({ name: 'Shop', ...asking });
    const widget = await owner.widget(id);
    const { page } = await open({ owner, path: `/chatbots/${id}/leads` });
    await page.getByText('No leads yet').waitFor();
    const hostile = {
      name: '<b onmouseover=alert(1)>Eve\u202e</b>',
      email: '=cmd|calc@evil.example',
      phone: '+1 555 "0100"',
    };
    await widget.ask('eve', 'Hello', { leadData: hostile });
    await page.getByRole('row', { name: /Eve/ }).waitFor();
    const phone = '+49 (0) 30 / 901820';
    await widget.ask('grace', 'Hello', { leadData: { name: 'Grace Hopper', email: 'grace@example.com', phone } });
    const grace = page.getByRole('row', { name: /Grace Hopper/ });
    expect(await grace.getByRole('link', { name: 'grace@example.com' }).getAttribute('href')).toBe(
      'mailto:grace@example.com',
    );
    expect(await grace.getByRole('link', { name: phone }).getAttribute('href')).toBe('tel:+4930901820');
    expect(await page.getByRole('row', { name: /Eve/ }).getByRole('link').count()).toBe(2);
    expect(await violations(page)).toEqual([]);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('leads-shop.csv');
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv).toContain('"\'=cmd|calc@evil.example","\'+1 555 ""0100"""');

    await page.getByRole('button', { name: 'Delete the lead of Grace Hopper' }).click();
    await page.getByRole('dialog').getByText('erased for good').waitFor();
    await page.keyboard.press('Escape');
    await grace.waitFor();
    await page.getByRole('button', { name: 'Delete the lead of Grace Hopper' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete lead' }).press('Enter');
    await grace.waitFor({ state: 'detached' });
    // The focus goes on with the row that took its place.
    await expect.poll(() => page.locator(':focus').innerText()).toContain('Eve');
    await page.getByRole('link', { name: /Eve/ }).click();
    await page.waitForURL('**/conversations/*');
    await page.getByRole('log').getByText('Hello', { exact: true }).waitFor();
  });

  it('show names and addresses of common length on one line, in windows of any width', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ allowLeadCapture: true, leadCaptureFields: { name: true, email: true } });
    const leadData = { name: 'Grace Hopper', email: 'grace.hopper@example.com' };
    await (await owner.widget(id)).ask('grace', 'Hello', { leadData });
    const { page } = await open({ owner, path: `/chatbots/${id}/leads` });
    for (const width of [390, 900, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const text of Object.values(leadData)) {
        const box = await page.getByRole('link', { name: text, exact: true }).boundingBox();
        const height = box?.height ?? 0;
        expect([width, text, height < 48]).toEqual([width, text, true]);
        // As high as a button: 44 pixels for fingers, 36 for this mouse.
        if (width === 390) expect(height).toBe(36);
      }
    }
  });

  it('fit a phone, also in the dark, and are searched there, those too that are not loaded yet', async () => {
    const owner = await service().owner();
    const leadCaptureFields = { name: true, email: true, phone: true };
    const { id } = await owner.chatbot({ allowLeadCapture: true, leadCaptureFields });
    const widget = await owner.widget(id);
    const leave = (session: string, leadData: object) => widget.ask(session, 'Hello', { leadData });
    await leave('zoe', { name: 'Zoë Ångström', phone: '+49 (0) 30 / 901820' });
    for (const name of ['Ada', 'Bo', 'Cy', 'Di', 'Ed']) await leave(name, { name, email: `${name}@example.com` });
    await leave('long', { name: 'w'.repeat(100), email: `${'x'.repeat(80)}@example.com` });
    const { page, goto } = await open({ owner, viewport: PHONE, colorScheme: 'dark' });
    await page.route('**/leads?limit=50*', (route) =>
      route.continue({ url: route.request().url().replace('limit=50', 'limit=6') }),
    );
    await goto(`/chatbots/${id}/leads`);
    await page.getByRole('link', { name: 'www' }).waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(await page.getByRole('rowheader').count()).toBe(6);

    const search = page.getByRole('searchbox', { name: 'Search contact details' });
    for (const words of ['ANGSTROM zoe', '030901820']) {
      await search.fill(words);
      await page.getByText('1 of 7 leads found').waitFor();
      expect(await page.getByRole('rowheader').allInnerTexts()).toEqual(['Zoë Ångström']);
    }
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Zoë Ångström' }).click();
    await page.waitForURL('**/conversations/*');
    await page.goBack();
    await page.getByText('1 of 7 leads found').waitFor();
    expect(await search.inputValue()).toBe('030901820');
    await search.fill('nobody');
    await page.getByText('0 of 7 leads found').waitFor();
    await search.fill('');
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(7);
  });
});
