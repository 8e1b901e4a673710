/** No address that an owner or a site names makes a crawl connect to a private address. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SafeWeb } from '../../../../src/adapters/web/safe-web.ts';
import { ThreadedReader } from '../../../../src/reading/threads/threaded-reader.ts';
import { crawlWebsite } from '../../../../src/workers/ingestion/website/crawl-website.ts';
import { hasIpv6Loopback } from '../../../support/network.ts';
import { privateHosts } from '../../../support/private-addresses.ts';
import { page, redirectTo, startTestSite, type TestSite } from '../../../support/servers/test-site.ts';

/** Listens at every address of this machine and must receive no connection. */
let secret: Server;
let connections = 0;
let port: number;
let reader: ThreadedReader;
let site: TestSite;

beforeAll(async () => {
  reader = new ThreadedReader({ threads: 1 });
  secret = createServer((_request, response) => response.end(page('Secret', 'Nobody may read this.')));
  secret.on('connection', () => {
    connections += 1;
  });
  secret.listen(0, '::');
  await once(secret, 'listening');
  port = (secret.address() as AddressInfo).port;
});
afterAll(async () => {
  await reader.close();
  secret.close();
});

beforeEach(async () => {
  connections = 0;
  site = await startTestSite();
});
afterEach(async () => {
  await site.close();
  expect(connections).toBe(0);
});

async function crawl(
  url: string,
  { recursive = true, resolve }: { recursive?: boolean; resolve?: LookupFunction } = {},
) {
  const web = new SafeWeb({
    userAgent: 'test',
    allowHosts: [site.host],
    now: Date.now,
    ...(resolve === undefined ? {} : { resolve }),
  });
  const signal = new AbortController().signal;
  try {
    return await crawlWebsite(
      { url, recursive, maxPages: 500, delayMs: 0, signal, onPage: async () => {} },
      { web, reader },
    );
  } finally {
    await web.close();
  }
}

test('The server that must see nobody would see who came', async () => {
  for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', 'localhost', ...(hasIpv6Loopback ? ['[::1]'] : [])]) {
    await (await fetch(`http://${host}:${port}/`)).text();
  }
  expect(connections).toBeGreaterThan(0);
  connections = 0;
});

describe('A crawl does not reach an address that is not public', () => {
  test('when its owner names it, in whatever form', async () => {
    for (const host of privateHosts(port)) {
      const result = await crawl(`http://${host}/`);
      expect({ host, result }).toMatchObject({ host, result: { ok: false, reason: 'URL is not allowed' } });
    }
  });

  test('when the first page redirects to it, at once or by its markup', async () => {
    for (const host of privateHosts(port)) {
      site.set('/', redirectTo(`http://${host}/`));
      expect({ host, ...(await crawl(`${site.url}/`)) }).toMatchObject({
        host,
        ok: false,
        reason: 'URL is not allowed',
      });
      site.set('/', `<head><meta http-equiv="refresh" content="0;url=http://${host}/"></head>`);
      expect({ host, ...(await crawl(`${site.url}/`)) }).toMatchObject({ host, ok: false });
    }
  });

  test('when links, canonical addresses, sitemaps and robots.txt name it', async () => {
    const urls = privateHosts(port).map((host) => `http://${host}/x`);
    const head = `<head>${urls.map((url) => `<link rel="canonical" href="${url}"><link rel="next" href="${url}">`).join('')}`;
    site.set('/', page('Home', 'Home', [...urls, '/on']).replace('<head>', head));
    site.set('/on', page('On', 'On').replace('<head>', `<head><base href="http://127.0.0.1:${port}/">`));
    site.set('/robots.txt', {
      headers: { 'content-type': 'text/plain' },
      body: urls.map((url) => `Sitemap: ${url}`).join('\n'),
    });
    const locations = urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('');
    site.set('/sitemap.xml', {
      headers: { 'content-type': 'text/xml' },
      body: `<sitemapindex>${locations}</sitemapindex>`,
    });
    expect(await crawl(`${site.url}/`)).toMatchObject({ ok: true, crawlSummary: { succeeded: 2 } });
  });

  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '10.0.0.1'])(
    'when a name leads to %s, which is looked up once and connected to as it was looked at',
    async (address) => {
      let asked = 0;
      const resolve: LookupFunction = (_name, { all }, callback) => {
        asked += 1;
        const family = address.includes(':') ? 6 : 4;
        if (all === true) callback(null, [{ address, family }]);
        else callback(null, address, family);
      };
      const result = await crawl(`http://rebound.example:${port}/`, { recursive: false, resolve });
      expect(result).toMatchObject({ ok: false, reason: 'URL is not allowed' });
      expect(asked).toBe(1);
    },
  );
});
