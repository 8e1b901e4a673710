/** From an empty machine to an answer from one's own pages, and what goes wrong on the way. */
import type { Route } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { startTestSite } from '../support/servers/test-site.ts';
import { consoleOfFile, PHONE } from './support/console.ts';
import { focusOf } from './support/conversations.ts';

const page = (title: string, text: string, links = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>${links}</main></body></html>`;

const site = await startTestSite({
  '/': page('Fern & Fig', 'A small plant shop by the river.', '<a href="/shipping">Shipping</a>'),
  '/shipping': page('Shipping', 'We ship every parcel within two days, and shipping costs four euros.'),
});
afterAll(() => site.close());

describe.skipIf(chromiumPath === null)('The first run', () => {
  const { open, service } = consoleOfFile({ CRAWL_ALLOW_HOSTS: site.host, CRAWL_DELAY_MS: '0', PLAN_CHATBOTS: '3' });

  it('leads from registering to an answer from the website, and to the snippet for it', async () => {
    const { page: tab, context } = await open({ owner: null });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await tab.getByRole('link', { name: 'Create one' }).click();
    await tab.getByLabel('Your name').fill('Ada');
    await tab.getByLabel('Email').fill('ada@example.com');
    await tab.getByLabel('Password').fill('correct horse');
    await tab.getByRole('button', { name: 'Create account' }).click();

    await tab.getByRole('heading', { name: 'What should your chatbot know?' }).waitFor();
    await expect.poll(() => focusOf(tab)).toBe('h1');
    expect(await violations(tab)).toEqual([]);
    await tab.getByLabel('Website address').fill(site.url);
    await tab.getByRole('button', { name: 'Create chatbot' }).click();

    await tab.getByRole('heading', { name: 'My chatbot is ready' }).waitFor();
    await tab.getByRole('status').getByText('My chatbot is ready').waitFor();
    await tab.getByRole('textbox', { name: 'Your question' }).fill('What does shipping cost?');
    await tab.keyboard.press('Enter');
    await tab.getByText('four euros').first().waitFor();

    await tab.getByRole('button', { name: 'Create the snippet' }).click();
    const snippet = await tab.getByRole('region', { name: 'Snippet' }).innerText();
    const { address } = service().running;
    expect(snippet).toContain(`apiUrl: '${address}/api'`);
    expect(snippet).toMatch(/apiKey: 'cwk_[\w-]{40,}'/);
    expect(await violations(tab)).toEqual([]);
    await tab.getByRole('button', { name: 'Copy the snippet' }).click();
    await tab.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await tab.evaluate('navigator.clipboard.readText()')).toBe(snippet);
    await tab.getByRole('link', { name: 'Name and look' }).click();
    await tab.getByRole('heading', { name: 'Look', level: 1 }).waitFor();
  });

  it('says at once what is no address, and later what could not be read, and offers another way', async () => {
    const { page: tab, owner } = await open({ path: '/new', viewport: PHONE });
    await tab.getByLabel('Website address').fill('not an address');
    await tab.getByRole('button', { name: 'Create chatbot' }).click();
    await tab.getByText('This is not a website address.').waitFor();
    await tab.getByLabel('Website address').fill('http://10.0.0.1/');
    await tab.getByRole('button', { name: 'Create chatbot' }).click();
    await tab.getByText('This address is not on the public internet').waitFor();
    expect(await violations(tab)).toEqual([]);
    await tab.getByRole('link', { name: 'Add other content' }).click();
    await tab.getByRole('dialog', { name: 'Add content' }).waitFor();
    await tab.goBack();

    await tab.getByRole('button', { name: 'Start over' }).click();
    await tab.getByRole('button', { name: 'Delete chatbot' }).click();
    await tab.getByRole('heading', { name: 'What should your chatbot know?' }).waitFor();
    const { data } = await owner.call<{ chatbots: unknown[] }>('GET', '/chatbots');
    expect(data.chatbots).toEqual([]);
  });

  it('offers no start over, which deletes the chatbot, while a further file is on its way to what was read', async () => {
    const { page: tab } = await open({ path: '/new?from=files' });
    const maySend = Promise.withResolvers<void>();
    const slowly = (route: Route) => maySend.promise.then(() => route.continue());
    await tab.route('**/datasources/file', slowly, { times: 1 });
    await tab.getByLabel('Files', { exact: true }).setInputFiles(
      ['slow.txt', 'terms.txt'].map((name) => ({
        ...{ name, mimeType: 'text/plain', buffer: Buffer.from(`By ${name}, parcels ship within two days.`) },
      })),
    );
    await tab.locator('.watched').getByText('Read', { exact: true }).waitFor();
    expect(await tab.getByRole('button', { name: 'Start over' }).count()).toBe(0);
    maySend.resolve();
    await tab.getByRole('heading', { name: 'My chatbot is ready' }).waitFor();
  });

  it('goes on telling what could not be read when the rest is ready', async () => {
    const { page: tab } = await open({ path: '/new?from=files', viewport: PHONE });
    await tab.getByLabel('Files', { exact: true }).setInputFiles([
      { name: 'terms.txt', mimeType: 'text/plain', buffer: Buffer.from('Parcels ship within two days.') },
      { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('No PDF') },
      { name: 'photo.heic', mimeType: 'image/heic', buffer: Buffer.from('A picture') },
    ]);
    await tab.getByRole('heading', { name: 'My chatbot is ready' }).waitFor();
    await tab.getByText('it is not a .pdf file').waitFor();
    await tab.getByText('Files of this type cannot be read.').waitFor();
    expect(await tab.locator('.watched').count()).toBe(1);
    await tab.getByRole('textbox', { name: 'Your question' }).waitFor();
    expect(await violations(tab)).toEqual([]);
  });

  it('says that the plan has no chatbot left before anything is filled in', async () => {
    const owner = await service().owner();
    for (const name of ['One', 'Two', 'Three']) await owner.chatbot({ name });
    const { page: tab } = await open({ owner, path: '/new' });
    await tab.getByRole('heading', { name: 'Your plan has 3 chatbots, all in use' }).waitFor();
    expect(await tab.getByLabel('Website address').count()).toBe(0);
    expect(await violations(tab)).toEqual([]);
    await tab.getByRole('link', { name: 'Your chatbots' }).click();
    await tab.getByRole('heading', { name: 'Chatbots', level: 1 }).waitFor();
  });

  it('suggests questions that the content answers, and leaves those of the owner', async () => {
    const { page: tab, owner } = await open({ path: '/new?from=text' });
    await tab.getByLabel('Title').fill('Our shop');
    await tab
      .getByLabel('Text', { exact: true })
      .fill('## Opening hours\n\nFrom nine to five.\n\n## Payment\n\nBy card or in cash.');
    await tab.getByRole('button', { name: 'Create chatbot' }).click();
    await tab.getByRole('button', { name: 'How can I pay?' }).click();
    await tab.getByRole('log').getByText('By card or in cash.').first().waitFor();

    const [created] = (await owner.call<{ chatbots: { id: string; quickPrompts: string[] }[] }>('GET', '/chatbots'))
      .data.chatbots;
    expect(created?.quickPrompts).toHaveLength(3);
    await owner.call('PATCH', `/chatbots/${created?.id}`, { body: { quickPrompts: ['Mine?'] } });
    await tab.reload();
    await tab.getByRole('button', { name: 'Mine?' }).waitFor();
    expect(await tab.getByRole('button', { name: 'How can I pay?' }).count()).toBe(0);
  });

  it('suggests nothing in another language than that of the content', async () => {
    const { page: tab, owner } = await open({ path: '/new?from=text' });
    await tab.getByLabel('Title').fill('Unser Laden');
    const text = '## Öffnungszeiten\n\nVon neun bis fünf Uhr.\n\n## Bezahlung\n\nMit Karte oder in bar.';
    await tab.getByLabel('Text', { exact: true }).fill(text);
    const answered = tab.waitForResponse('**/chat');
    await tab.getByRole('button', { name: 'Create chatbot' }).click();
    await (await answered).finished();
    // A change would have been sent before this question.
    await tab.getByRole('textbox', { name: 'Your question' }).fill('Wie kann ich bezahlen?');
    await tab.keyboard.press('Enter');
    await tab.getByRole('log').getByText('Mit Karte oder in bar.').first().waitFor();
    const { data } = await owner.call<{ chatbots: { quickPrompts: string[] }[] }>('GET', '/chatbots');
    expect(data.chatbots.map(({ quickPrompts }) => quickPrompts)).toEqual([[]]);
  });

  it('works without a website: a pasted text is read and answered from', async () => {
    const { page: tab, owner } = await open({ path: '/new' });
    await tab.getByRole('button', { name: 'Text', exact: true }).click();
    await tab.waitForURL('**/console/new?from=text');
    await tab.getByLabel('Title').fill('Opening hours');
    await tab.getByLabel('Text', { exact: true }).fill('We are open from nine to five, every day of the week.');
    await tab.getByRole('button', { name: 'Create chatbot' }).click();
    await tab.getByRole('heading', { name: 'My chatbot is ready' }).waitFor();
    await tab.goBack();
    await tab.getByRole('heading', { name: 'What should your chatbot know?' }).waitFor();
    const { data } = await owner.call<{ chatbots: unknown[] }>('GET', '/chatbots');
    expect(data.chatbots).toHaveLength(1);
  });
});
