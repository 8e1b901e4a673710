/** Content: sources as they are read, added in every way, and deleted only when asked twice. */
import { afterAll, describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { startTestSite } from '../support/servers/test-site.ts';
import { consoleOfFile, overflowOf, PHONE } from './support/console.ts';

const HOSTILE = '"><img src=x onerror=alert(1)>';
const DROPPED = `(() => {
  const files = new DataTransfer();
  files.items.add(new File(['We open at nine.'], 'hours.txt', { type: 'text/plain' }));
  return files;
})()`;

const site = await startTestSite({
  '/': '<title>Shop</title><main><h1>Shop</h1><p>A plant shop by the river.</p><a href="/gone">Gone</a><a href="https://elsewhere.example/">Elsewhere</a></main>',
});
afterAll(() => site.close());

describe.skipIf(chromiumPath === null)('The content of a chatbot', () => {
  const { open, service } = consoleOfFile({ CRAWL_ALLOW_HOSTS: site.host, CRAWL_DELAY_MS: '0' });

  async function openContent(more: { path?: string; viewport?: { width: number; height: number } } = {}) {
    const owner = await service().owner();
    const { id } = await owner.chatbot({ name: 'Shop' });
    const { path = '', ...options } = more;
    const opened = await open({ owner, path: `/chatbots/${id}/content${path}`, ...options });
    return { ...opened, id };
  }

  it('begins empty; a website is added, read, and says which pages were not read and why', async () => {
    const { page } = await openContent();
    await page.getByRole('heading', { name: 'No content yet' }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Add content' }).last().click();
    const dialog = page.getByRole('dialog', { name: 'Add content' });
    await dialog.getByLabel('Website address').fill(site.url);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Added. It is being read now.').waitFor();
    await page.getByText('1 page, 1 passage').waitFor();
    await page.getByRole('button', { name: '1 page not read' }).click();
    const pages = page.getByRole('dialog', { name: /^Pages of/ });
    await pages.getByText(`${site.url}/gone`).waitFor();
    await page.getByRole('heading', { name: 'The page was not found (status 404)' }).waitFor();
    await page.getByText('Check the address, or mend the link to it.').waitFor();
    expect(page.url()).toContain('?pages=skipped.');
    expect(await violations(page)).toEqual([]);
    await pages.getByRole('button', { name: 'Read (1)', exact: true }).click();
    await pages.getByRole('link', { name: 'Shop', exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('shows the pages that were read and those that were not, and searches them', async () => {
    const names = ['a', 'b', 'c', 'd', 'caf%C3%A9', 'empty'];
    const links = names.map((name) => `<a href="/list/${name}">${name}</a>`).join('');
    site.set(
      '/list',
      `<title>List</title><main><h1>List</h1><p>All that there is.</p>${links}<a href="/list/gone"></a></main>`,
    );
    for (const name of names) {
      const text = `${name} `.repeat(40);
      site.set(
        `/list/${name}`,
        name === 'empty' ? '<title>Empty</title>' : `<title>${name}</title><main>${text}</main>`,
      );
    }
    const { page, owner, id } = await openContent({ viewport: PHONE });
    const source = { type: 'url', sourceUrl: `${site.url}/list`, isRecursive: true };
    await owner.call('POST', `/chatbots/${id}/datasources`, { body: source });
    await owner.trained(id);
    await page.getByRole('button', { name: '6 pages, 6 passages' }).click();
    const pages = page.getByRole('dialog', { name: /^Pages of/ });
    await pages.getByText('Answers use these pages.').waitFor();
    expect(await pages.getByRole('listitem').count()).toBe(6);
    await pages.getByLabel('Search titles and addresses').fill('CAFE list');
    await expect.poll(() => pages.getByRole('listitem').count()).toBe(1);
    await pages.getByText('1 passage').waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await pages.getByRole('button', { name: 'Not read (2)' }).click();
    await pages.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await pages.getByLabel('Search titles and addresses').fill('empty');
    await pages.getByRole('heading', { name: 'No usable text was found' }).waitFor();
    await pages.getByLabel('Search titles and addresses').fill('gone');
    await pages.getByText(`${site.url}/list/gone`).waitFor();
    await page.reload();
    await pages.getByText(`${site.url}/list/gone`).waitFor();
  });

  it('says in plain words what is wrong with a website, and what to do', async () => {
    const { page, owner, id } = await openContent({ viewport: PHONE });
    const source = { type: 'url', sourceUrl: `${site.url}/shut` };
    site.set('/robots.txt', { status: 503 });
    await owner.call('POST', `/chatbots/${id}/datasources`, { body: source });
    await page.getByText(/The website does not say which pages programs may read\. .* Read it again later\./).waitFor();
    site.set('/robots.txt', { status: 404 });
  });

  it('is as wide as the page; more than a handful of sources are searched, and shown by state', async () => {
    const { page, owner, id } = await openContent();
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    const row = page.getByRole('listitem').filter({ hasText: 'Hours' });
    const header = page.getByRole('main').locator('header').first();
    const width = async (of: typeof row) => Math.round((await of.boundingBox())?.width ?? 0);
    await row.getByText('Read', { exact: true }).waitFor();
    await row.getByText('1 passage', { exact: true }).waitFor();
    expect(Math.abs((await width(row)) - (await width(header)))).toBeLessThan(5);

    const search = page.getByRole('searchbox', { name: 'Search titles and addresses' });
    expect(await search.count()).toBe(0);
    for (const title of ['Retours', 'Café menu', 'Parking', 'Pets']) await owner.text(id, title, `All about ${title}.`);
    await owner.call('POST', `/chatbots/${id}/datasources`, { body: { type: 'url', sourceUrl: 'http://10.0.0.1/' } });
    const names = page.getByRole('main').getByRole('listitem').getByRole('heading');
    await search.fill('MENU cafe');
    await expect.poll(() => names.allInnerTexts()).toEqual(['Café menu']);
    // Whoever comes back to the list finds it as it was.
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await page.goBack();
    await expect.poll(() => names.allInnerTexts()).toEqual(['Café menu']);
    expect(await search.inputValue()).toBe('MENU cafe');
    await search.fill('cellar');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await search.fill('');
    // Nobody looks for what failed who does not know of it.
    await page.getByRole('button', { name: 'Failed (1)', exact: true }).click();
    await expect.poll(() => names.allInnerTexts()).toEqual(['10.0.0.1']);
    expect(page.url()).toContain('show=failed');
    await search.fill('CAFE & more');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expect.poll(() => page.url()).not.toContain('show=');
    expect(await search.inputValue()).toBe('CAFE & more');
    await search.fill('cafe');
    await expect.poll(() => names.allInnerTexts()).toEqual(['Café menu']);
    expect(await violations(page)).toEqual([]);
  });

  it('shows very many sources in part, and searches all of them', async () => {
    const { page, owner, goto, id } = await openContent();
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    await page.route('**/datasources', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: { dataSources: { id: string; title: string }[] } };
      const dataSources = Array.from({ length: 5_000 }, (_, n) => ({
        ...data.dataSources[0],
        id: `${n}`,
        title: `Text ${n}`,
      }));
      await route.fulfill({ response, json: { success: true, data: { dataSources } } });
    });
    await goto(`/chatbots/${id}/content`);
    const rows = page.getByRole('main').getByRole('listitem');
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rows.count()).toBe(400);
    await page.getByRole('searchbox').fill('text 4321');
    await expect.poll(() => rows.getByRole('heading').allInnerTexts()).toEqual(['Text 4321']);
    await page.unrouteAll();
  });

  it('shows at once what another tab or program adds, deletes or cannot read, in words of strangers as text', async () => {
    const { page, owner, id } = await openContent({ viewport: PHONE });
    await page.getByRole('heading', { name: 'No content yet' }).waitFor();
    const sourceId = await owner.text(id, HOSTILE, 'We are open from nine to five.');
    const source = page.getByRole('listitem').filter({ hasText: HOSTILE });
    await source.getByText('Read', { exact: true }).waitFor();
    await owner.call('POST', `/chatbots/${id}/datasources`, { body: { type: 'url', sourceUrl: 'http://10.0.0.1/' } });
    await page.getByText('This address is not on the public internet. Only public websites are read.').waitFor();
    expect(await violations(page)).toEqual([]);
    await owner.call('DELETE', `/chatbots/${id}/datasources/${sourceId}`);
    await source.waitFor({ state: 'detached' });
  });

  it('names sources beside their icons, also where a name runs from right to left', async () => {
    const { page, owner, id } = await openContent();
    await owner.text(id, 'שעות פתיחה', 'אנחנו פתוחים מתשע עד חמש.');
    await page.getByRole('heading', { name: 'שעות פתיחה' }).waitFor();
    const [name, counts] = await page.locator('.source-text').evaluate((text) => {
      const tab = globalThis as unknown as {
        document: {
          createRange(): { selectNodeContents(of: unknown): void; getBoundingClientRect(): { left: number } };
        };
      };
      return [...(text as unknown as { children: Iterable<unknown> }).children].map((line) => {
        const range = tab.document.createRange();
        range.selectNodeContents(line);
        return Math.round(range.getBoundingClientRect().left);
      });
    });
    expect(name).toBe(counts);
  });

  it('takes files that are chosen or dropped, and says which it cannot read', async () => {
    const { page, owner, id } = await openContent({ path: '?add=files' });
    const busy = (after: string) => ({ status: 429, headers: { 'Retry-After': after }, json: {} });
    const refusals = [busy('Fri, 01 Jan 2100 00:00:00 GMT'), busy('300')];
    await page.route('**/datasources/file', (route) => route.fulfill(refusals.shift()), { times: 2 });
    await page.getByLabel('Files', { exact: true }).setInputFiles([
      { name: 'terms.txt', mimeType: '', buffer: Buffer.from('Parcels ship within two days.') },
      { name: 'tune.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('ID3') },
      { name: 'class.constructor', mimeType: '', buffer: Buffer.from('class {}') },
    ]);
    await page.getByText('Files of this type cannot be read.').nth(1).waitFor();
    for (const wait of ['a moment', '5 minutes']) {
      await page.getByText(`Too many requests. Try again in ${wait}.`).waitFor();
      await page.getByRole('button', { name: 'Try terms.txt again' }).click();
    }
    await page.getByRole('heading', { name: 'terms.txt' }).waitFor();
    const dropped = await page.evaluateHandle(DROPPED);
    await page.dispatchEvent('main', 'dragover', { dataTransfer: dropped });
    await page.getByText('Drop the files to add them').waitFor();
    await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
    await page.getByRole('heading', { name: 'hours.txt' }).waitFor();
    for (const name of ['tune.mp3', 'class.constructor'])
      await page.getByRole('button', { name: `Dismiss ${name}` }).click();
    await page.getByRole('list', { name: 'Uploads' }).waitFor({ state: 'detached' });
    await owner.trained(id);
    await page.getByText('Read', { exact: true }).nth(1).waitFor();
  });

  it('offers to send a file again where that can help, and not where the same file would be refused again', async () => {
    const { page } = await openContent({ path: '?add=files' });
    const statuses = new Map([400, 404, 409, 413, 415, 503].map((status) => [`${status}.txt`, status]));
    await page.route('**/datasources/file', (route) => {
      const [name = ''] = /\d+\.txt/.exec(route.request().postData() ?? '') ?? [];
      return route.fulfill({ status: statuses.get(name) ?? 500, json: { message: `${name} is refused` } });
    });
    const files = [...statuses.keys()].map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Hours') }));
    await page.getByLabel('Files', { exact: true }).setInputFiles(files);
    await expect.poll(() => page.getByRole('button', { name: /^Dismiss \d/ }).count()).toBe(6);
    const again = await page
      .getByRole('button', { name: /^Try \d/ })
      .evaluateAll((all) => all.map((each) => each.ariaLabel));
    expect(again).toEqual(['Try 409.txt again', 'Try 503.txt again']);
  });

  it('is added by keyboard from the kind that is chosen: its field, or else its tab, has the focus', async () => {
    const { page, goto, id } = await openContent({ path: '?add=files' });
    const focused = () => page.evaluate('document.activeElement.textContent || document.activeElement.name');
    await expect.poll(focused).toBe('Files');
    await goto(`/chatbots/${id}/content?add=website`);
    await expect.poll(focused).toBe('address');
  });

  it('is a YouTube video however its address is pasted; what is none is said so beside the field', async () => {
    const { page } = await openContent({ path: '?add=youtube' });
    const field = page.getByLabel('Address of the YouTube video');
    for (const address of ['', 'https://example.com/video']) {
      await field.fill(address);
      await field.press('Enter');
      await page.getByText('This is not the address of a YouTube video.').waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
    }
    await field.fill('youtu.be/dQw4w9WgXcQ');
    await field.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('opens its dialog at a double click, too', async () => {
    const { page, owner, id } = await openContent();
    await page.getByRole('heading', { name: 'No content yet' }).waitFor();
    const source = { type: 'text', title: 'Hours', content: 'We are open from nine to five.' };
    await owner.call('POST', `/chatbots/${id}/datasources`, { body: source });
    await page.reload();
    await page.getByRole('heading', { name: 'Hours' }).waitFor();
    const button = page.getByRole('button', { name: 'Add content' }).first();
    const { x, y } = (await button.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.click(x + 3, y + 3);
    await page.getByRole('dialog').waitFor();
    await page.mouse.move(x + 3, y + 3);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await page.evaluate('new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))');
    expect(await page.getByRole('dialog').count()).toBe(1);
  });

  it('keeps a text that is being written when the dialog is closed by mistake', async () => {
    const { page } = await openContent({ path: '?add=text' });
    await page.getByLabel('Title').fill('Hours');
    await page.getByLabel('Text', { exact: true }).fill('We are open from nine to five.');
    await page.mouse.click(5, 5);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add content' }).first().click();
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    expect(await page.getByLabel('Title').inputValue()).toBe('Hours');
    await page.getByRole('button', { name: 'Add text' }).click();
    await page.getByRole('heading', { name: 'Hours' }).waitFor();
    await page.getByRole('button', { name: 'Add content' }).first().click();
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    expect(await page.getByLabel('Title').inputValue()).toBe('');
  });

  it('is deleted by the keyboard alone, only after a question, which hides no message', async () => {
    const { page, owner, id } = await openContent();
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    const actions = page.getByRole('button', { name: 'Actions for Hours' });
    const choose = async () => {
      await actions.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Delete this source?' }).waitFor();
    };
    await choose();
    await page.keyboard.press('Escape');
    expect(await actions.count()).toBe(1);
    await page.route('**/datasources/*', (route) => route.abort());
    await choose();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // A message above a page is shown, and can be pressed, above a dialog too.
    const failure = page.getByText('The service cannot be reached.');
    await failure.waitFor();
    await page.unroute('**/datasources/*');
    await choose();
    await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
    await failure.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await choose();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No content yet' }).waitFor();
    const { data } = await owner.call<{ dataSources: unknown[] }>('GET', `/chatbots/${id}/datasources`);
    expect(data.dataSources).toEqual([]);
  });

  it('says so when it cannot be loaded, and loads when asked again or when the connection is back', async () => {
    const { page, owner, id, goto } = await openContent();
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    // The stream of events would load it by itself.
    for (const path of ['**/datasources', '**/events']) await page.route(path, (route) => route.abort());
    await goto(`/chatbots/${id}/content`);
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await page.unroute('**/datasources');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Hours' }).waitFor();
    // After a lost connection, nobody has to ask.
    await page.route('**/datasources', (route) => route.abort());
    await goto(`/chatbots/${id}/content`);
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await page.getByText('No connection').waitFor();
    await page.unroute('**/datasources');
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.getByRole('heading', { name: 'Hours' }).waitFor();
  });
});
