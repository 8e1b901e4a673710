import type { LookupFunction } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SafeWeb } from '../../../src/adapters/web/safe-web.ts';
import type { FetchOptions } from '../../../src/ports/content/web.ts';
import { describeWebContract } from '../../contracts/web.ts';
import { privateHosts } from '../../support/private-addresses.ts';
import { redirectTo, startTestSite, type TestSite } from '../../support/servers/test-site.ts';

describeWebContract('SafeWeb', (options) => new SafeWeb({ ...options, now: () => Date.now() }));

let site: TestSite;
let web: SafeWeb;
const opened: SafeWeb[] = [];

function open(allowHosts: readonly string[], resolve?: LookupFunction): SafeWeb {
  const options = { userAgent: 'ChatledgerBot/1.0 (+https://chat.example)', allowHosts, now: () => Date.now() };
  const one = new SafeWeb(resolve === undefined ? options : { ...options, resolve });
  opened.push(one);
  return one;
}

const options = (more: Partial<FetchOptions> = {}): FetchOptions => ({
  signal: new AbortController().signal,
  maxBytes: 100_000,
  timeoutMs: 5_000,
  ...more,
});

beforeEach(async () => {
  site = await startTestSite({ '/': '<p>hello</p>', '/secret': 'secret' });
  web = open([site.host]);
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
  await site.close();
});

describe('an address that is not public', () => {
  test('is refused in whatever form it is written, and sees no request', async () => {
    const guarded = open([]);
    for (const host of privateHosts(site.port)) {
      const result = await guarded.fetchPage(`http://${host}/secret`, options());
      expect({ host, result }).toMatchObject({ host, result: { kind: 'not-allowed', reason: 'URL is not allowed' } });
    }
    expect(site.requests).toEqual([]);
  });

  test('is refused in every form as the target of a redirect', async () => {
    const other = await startTestSite();
    try {
      for (const [index, host] of privateHosts(other.port).entries()) {
        site.set(`/to${index}`, redirectTo(`http://${host}/secret`));
        const result = await web.fetchPage(`${site.url}/to${index}`, options());
        expect({ host, result }).toMatchObject({ host, result: { kind: 'not-allowed' } });
      }
      expect(other.requests).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test.each(['127.0.0.1', '10.1.2.3', '::1', '::ffff:127.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1', '169.254.169.254'])(
    'is refused when a public name resolves to it: %s',
    async (address) => {
      const family = address.includes(':') ? 6 : 4;
      const guarded = open([], (_name, { all }, callback) => {
        if (all === true) callback(null, [{ address, family }]);
        else callback(null, address, family);
      });
      expect(await guarded.fetchPage(`http://rebind.example:${site.port}/`, options())).toMatchObject({
        ok: false,
        kind: 'not-allowed',
        reason: 'URL is not allowed',
      });
      expect(site.requests).toEqual([]);
    },
  );

  test('is refused when it hides among public ones, and when only a later answer gives it', async () => {
    let asked = 0;
    const guarded = open([], (_name, _options, callback) => {
      asked += 1;
      const later = asked > 1 ? [] : [{ address: '192.0.2.1', family: 4 }];
      callback(null, [...later, { address: '93.184.216.34', family: 4 }, { address: '127.0.0.1', family: 4 }]);
    });
    for (const _ of [1, 2, 3]) {
      expect(await guarded.fetchPage(`http://rebind.example:${site.port}/`, options())).toMatchObject({
        kind: 'not-allowed',
      });
    }
    expect(asked).toBe(3);
    expect(site.requests).toEqual([]);
  });

  test.each([
    'file:///etc/passwd',
    'ftp://example.com/',
    'data:text/html,hello',
    'javascript:alert(1)',
    'gopher://x/',
    'nonsense',
    '',
  ])('or no web address at all is refused: %s', async (url) => {
    expect(await web.fetchPage(url, options())).toMatchObject({ ok: false, kind: 'not-allowed' });
    site.set('/away', redirectTo(url === '' ? 'http://' : url));
    expect((await web.fetchPage(`${site.url}/away`, options())).ok).toBe(false);
  });

  test('that is named as allowed is let through, at that port only', async () => {
    const other = await startTestSite({ '/': 'other' });
    expect(await web.fetchPage(`${site.url}/`, options())).toMatchObject({ ok: true, status: 200 });
    expect(await web.fetchPage(`${other.url}/`, options())).toMatchObject({ ok: false, kind: 'not-allowed' });
    expect(other.requests).toEqual([]);
    await other.close();
  });
});

describe('a host that does not exist', () => {
  test('is a failure that names it', async () => {
    const guarded = open([], (_name, _options, callback) => {
      callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), '', 4);
    });
    expect(await guarded.fetchPage('http://nowhere.example/', options())).toMatchObject({
      kind: 'network',
      reason: 'The host nowhere.example was not found',
    });
  });
});
