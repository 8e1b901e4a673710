import { describe, expect, it } from 'vitest';
import { violations } from '../../support/browser/axe.ts';
import { openPage, sharedBrowser } from '../../support/browser/browser.ts';
import { chromiumPath } from '../../support/browser/chromium.ts';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  service().fetch(method, path, { headers });

/** The addresses on this server that the page loads or leads to. */
async function addressesOf(path: string): Promise<readonly string[]> {
  const html = await (await get(path)).text();
  return [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) => address);
}

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('An unknown path', () => {
  it.each(['/nowhere', '/console/../nowhere.php'])('gets an HTML page in a browser: %s', async (path) => {
    const page = await get(path, BROWSER);
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.headers.get('vary')).toContain('Accept');
    const policy = (await get('/')).headers.get('content-security-policy');
    expect(page.headers.get('content-security-policy')).toBe(policy);
    expect(page.headers.get('x-request-id')).not.toBeNull();
    const html = await page.text();
    expect(html).toContain('<h1>Page not found</h1>');
    expect(html).not.toMatch(/<script|<style|style=|__STYLES__/);
  });

  it('below /api gets JSON, also in a browser', async () => {
    const answer = await get('/api/nowhere', BROWSER);
    expect([answer.status, await answer.json()]).toMatchObject([404, { success: false, code: 'ROUTE_NOT_FOUND' }]);
  });

  it.each([{}, { accept: '*/*' }, { accept: 'application/json' }, { accept: 'application/json, text/html;q=0.5' }])(
    'is JSON for API clients: %j',
    async (headers) => {
      const answer = await get('/nowhere', headers);
      expect([answer.status, await answer.json()]).toMatchObject([404, { success: false, code: 'ROUTE_NOT_FOUND' }]);
    },
  );
});

describe.skipIf(chromiumPath === null)('An unknown path in a browser', () => {
  const browser = sharedBrowser();

  it('is a page that leads to the console', async () => {
    const { page, errors, console: lines } = await openPage(browser());
    const response = await page.goto(`${service().running.address}/nowhere`);
    expect(response?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open the console' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(errors).toEqual([]);
    expect(lines.filter((line) => /Content Security Policy/.test(line))).toEqual([]);
  });
});

describe('The page at the root', () => {
  it('is HTML that leads to the console and the documentation, and everything it names is there', async () => {
    const page = await get('/');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const addresses = await addressesOf('/');
    expect(addresses).toEqual(
      expect.arrayContaining(['/console', '/docs/', '/openapi.json', '/readyz', '/favicon.svg']),
    );
    for (const address of addresses) expect([address, (await get(address)).status]).toEqual([address, 200]);
  });

  it('loads only styles and images of this server, and runs no scripts', async () => {
    const policy = (await get('/')).headers.get('content-security-policy');
    expect(policy?.split(';')).toEqual([
      "default-src 'none'",
      "style-src 'self'",
      "img-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(await (await get('/')).text()).not.toMatch(/<script|<style|style=|onclick/);
  });

  it('is revalidated at each load, its styles never, its icons once a day', async () => {
    const styles = (await addressesOf('/')).find((address) => address.endsWith('.css')) ?? '';
    const caching = {
      '/': 'no-cache',
      [styles]: 'public, max-age=31536000, immutable',
      '/favicon.svg': 'public, max-age=86400',
      '/favicon.ico': 'public, max-age=86400',
    };
    for (const [path, expected] of Object.entries(caching)) {
      const first = await get(path);
      expect([path, first.headers.get('cache-control')]).toEqual([path, expected]);
      const tag = first.headers.get('etag') ?? '';
      for (const named of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await get(path, { 'if-none-match': named });
        expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
      }
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
      const head = await get(path, {}, 'HEAD');
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tag, '']);
    }
  });

  it('has icons as ICO and as SVG', async () => {
    const ico = Buffer.from(await (await get('/favicon.ico')).arrayBuffer());
    expect((await get('/favicon.ico')).headers.get('content-type')).toBe('image/vnd.microsoft.icon');
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, 2]);
    const svg = await get('/favicon.svg');
    expect([svg.headers.get('content-type'), await svg.text()]).toEqual([
      'image/svg+xml',
      expect.stringMatching(/^<svg /),
    ]);
  });
});

describe.skipIf(chromiumPath === null)('In a browser, the page at the root', () => {
  const browser = sharedBrowser();

  it('shows with its styles, without an error, light and dark', async () => {
    const colours = new Set<unknown>();
    const { page, console, errors } = await openPage(browser(), { colorScheme: 'light' });
    const failed: string[] = [];
    page.on('requestfailed', (request) => failed.push(request.url()));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${service().running.address}/`);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Chatledger');
      colours.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe('/console');
    }
    expect([...console, ...errors, ...failed]).toEqual([]);
    expect(colours.size).toBe(2);
  });
});

describe.skipIf(chromiumPath === null)('In a browser, the documentation of the interface', () => {
  const browser = sharedBrowser();

  it.each(['light', 'dark'] as const)('names its language, and its words can be made out: %s', async (colorScheme) => {
    const { page } = await openPage(browser(), { colorScheme });
    await page.goto(`${service().running.address}/docs/`);
    await page.getByText('POST', { exact: true }).first().waitFor();
    // The package gives its copy buttons no names.
    expect((await violations(page)).filter((found) => !found.startsWith('button-name'))).toEqual([]);
  });
});
