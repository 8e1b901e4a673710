import type { LookupFunction } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SafeWeb } from '../../../src/adapters/web/safe-web.ts';
import type { FetchOptions } from '../../../src/ports/web.ts';
import { redirectTo, silence, startTestSite, type TestSite } from '../../support/test-site.ts';

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
  const hosts = (port: number) => [
    `127.0.0.1:${port}`,
    `127.1:${port}`,
    `127.0.1:${port}`,
    `127.255.255.254:${port}`,
    `2130706433:${port}`,
    `017700000001:${port}`,
    `0177.0.0.1:${port}`,
    `0x7f.0.0.1:${port}`,
    `0x7f000001:${port}`,
    `0x7f.1:${port}`,
    `127.0.0.1.:${port}`,
    `0:${port}`,
    `0.0.0.0:${port}`,
    `localhost:${port}`,
    `LOCALHOST:${port}`,
    `localhost.:${port}`,
    `app.localhost:${port}`,
    `%6cocalhost:${port}`,
    `①②⑦.⓪.⓪.①:${port}`,
    `127。0。0。1:${port}`,
    `[::1]:${port}`,
    `[0:0:0:0:0:0:0:1]:${port}`,
    `[::]:${port}`,
    `[::127.0.0.1]:${port}`,
    `[::7f00:1]:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
    `[::ffff:7f00:1]:${port}`,
    `[0:0:0:0:0:ffff:127.0.0.1]:${port}`,
    `[::ffff:0:127.0.0.1]:${port}`,
    `[64:ff9b::127.0.0.1]:${port}`,
    `[64:ff9b:1::7f00:1]:${port}`,
    `[2002:7f00:1::]:${port}`,
    `[fe80::1]:${port}`,
    `[fc00::1]:${port}`,
    `10.0.0.1:${port}`,
    `172.16.0.1:${port}`,
    `192.168.0.1:${port}`,
    `169.254.169.254`,
    `100.64.0.1:${port}`,
    `user:password@127.0.0.1:${port}`,
    `example.com@127.0.0.1:${port}`,
  ];

  test('is refused in whatever form it is written, and sees no request', async () => {
    const guarded = open([]);
    for (const host of hosts(site.port)) {
      const result = await guarded.fetchPage(`http://${host}/secret`, options());
      expect({ host, result }).toMatchObject({ host, result: { kind: 'not-allowed', reason: 'URL is not allowed' } });
    }
    expect(site.requests).toEqual([]);
  });

  test('is refused in every form as the target of a redirect', async () => {
    const other = await startTestSite();
    try {
      for (const [index, host] of hosts(other.port).entries()) {
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

describe('a page', () => {
  test('comes with its bytes, type, validators and the address it was found at', async () => {
    site.set('/old', redirectTo('/new#part', 301));
    site.set('/new', { headers: { etag: '"1"', 'last-modified': 'Sat, 01 Jan 2022 00:00:00 GMT' }, body: 'Größe' });
    const result = await web.fetchPage(`${site.url}/old#x`, options());
    expect(result).toMatchObject({
      ok: true,
      status: 200,
      url: `${site.url}/new`,
      contentType: 'text/html; charset=utf-8',
      etag: '"1"',
      lastModified: 'Sat, 01 Jan 2022 00:00:00 GMT',
      notModified: false,
    });
    expect(result.ok && Buffer.from(result.bytes).toString()).toBe('Größe');
    expect(result.ok && result.redirects).toHaveLength(1);
    expect(site.headersOf('/new')?.['user-agent']).toBe('ChatledgerBot/1.0 (+https://chat.example)');
  });

  test('that did not change since says so', async () => {
    site.set('/page', (request, response) => {
      response.writeHead(request.headers['if-none-match'] === '"1"' ? 304 : 200);
      response.end();
    });
    const result = await web.fetchPage(`${site.url}/page`, options({ conditional: { etag: '"1"' } }));
    expect(result).toMatchObject({ ok: true, notModified: true });
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ] as const)('packed with %s is unpacked', async (encoding, pack) => {
    site.set('/packed', { headers: { 'content-encoding': encoding }, body: pack('packed text '.repeat(100)) });
    const result = await web.fetchPage(`${site.url}/packed`, options());
    expect(result.ok && Buffer.from(result.bytes).toString()).toBe('packed text '.repeat(100));
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('that unpacks from %s to more than the limit is given up at the limit', async (encoding, pack) => {
    site.set('/bomb', { headers: { 'content-encoding': encoding }, body: pack(Buffer.alloc(12_000_000)) });
    expect(await web.fetchPage(`${site.url}/bomb`, options({ maxBytes: 1024 * 1024 }))).toMatchObject({
      ok: false,
      kind: 'too-large',
      reason: 'The page is larger than 1 MB',
    });
  });

  test('that never ends is given up at the limit', async () => {
    site.set('/endless', (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, 'x')));
      };
      response.on('drain', more);
      more();
    });
    expect(await web.fetchPage(`${site.url}/endless`, options())).toMatchObject({ kind: 'too-large' });
  });

  test('that says it is too long is not begun', async () => {
    site.set('/long', (_request, response) => {
      response.writeHead(200, { 'content-length': '900000000' });
      response.write('x');
    });
    expect(await web.fetchPage(`${site.url}/long`, options())).toMatchObject({ kind: 'too-large' });
  });

  test('packed in an unknown way, or damaged, is a failure', async () => {
    site.set('/odd', { headers: { 'content-encoding': 'snappy' }, body: 'x' });
    site.set('/bad', { headers: { 'content-encoding': 'gzip' }, body: deflateRawSync('no gzip at all') });
    expect(await web.fetchPage(`${site.url}/odd`, options())).toMatchObject({ ok: false, kind: 'network' });
    expect(await web.fetchPage(`${site.url}/bad`, options())).toMatchObject({
      ok: false,
      kind: 'network',
      reason: 'The page arrived damaged',
    });
  });

  test('of a type that is not wanted is not downloaded', async () => {
    site.set('/picture', { headers: { 'content-type': 'image/png' }, body: 'png' });
    expect(await web.fetchPage(`${site.url}/picture`, options({ accept: ['text/'] }))).toMatchObject({
      ok: false,
      kind: 'content-type',
      reason: 'Content of type image/png is not read',
    });
  });

  test('that is not there is a failure with its status', async () => {
    site.set('/busy', { status: 503, headers: { 'retry-after': '7' } });
    expect(await web.fetchPage(`${site.url}/none`, options())).toMatchObject({ ok: false, kind: 'http', status: 404 });
    expect(await web.fetchPage(`${site.url}/busy`, options())).toMatchObject({ status: 503, retryAfterMs: 7_000 });
  });

  test.each(['headers', 'body'])('whose %s never come is given up after its time', async (what) => {
    site.set('/slow', what === 'headers' ? silence : (_request, response) => void response.write('begun'));
    expect(await web.fetchPage(`${site.url}/slow`, options({ timeoutMs: 200 }))).toMatchObject({
      ok: false,
      kind: 'timeout',
      reason: 'The page did not answer within 1 seconds',
    });
  });

  test('with headers without end is a failure', async () => {
    site.set('/headers', { headers: { 'x-long': 'x'.repeat(200_000) } });
    expect(await web.fetchPage(`${site.url}/headers`, options())).toMatchObject({ ok: false, kind: 'network' });
  });

  test('whose server breaks the connection is a failure', async () => {
    site.set('/broken', (request) => void request.socket.destroy());
    expect(await web.fetchPage(`${site.url}/broken`, options())).toMatchObject({ ok: false, kind: 'network' });
    const { port, close } = await startTestSite();
    await close();
    const gone = open([`127.0.0.1:${port}`]);
    expect(await gone.fetchPage(`http://127.0.0.1:${port}/`, options())).toMatchObject({
      kind: 'network',
      reason: `127.0.0.1:${port} refused the connection`,
    });
  });

  test('of a host that does not exist is a failure', async () => {
    const guarded = open([], (_name, _options, callback) => {
      callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), '', 4);
    });
    expect(await guarded.fetchPage('http://nowhere.example/', options())).toMatchObject({
      kind: 'network',
      reason: 'The host nowhere.example was not found',
    });
  });
});

describe('redirects', () => {
  test('are followed ten times and not more often', async () => {
    for (let step = 0; step < 12; step += 1) site.set(`/${step}`, redirectTo(`/${step + 1}`));
    site.set('/12', 'arrived');
    expect(await web.fetchPage(`${site.url}/2`, options())).toMatchObject({ ok: true, url: `${site.url}/12` });
    expect(await web.fetchPage(`${site.url}/1`, options())).toMatchObject({ ok: false, kind: 'http' });
    site.set('/loop', redirectTo('/loop'));
    expect(await web.fetchPage(`${site.url}/loop`, options())).toMatchObject({ ok: false, kind: 'http' });
  });

  test('can be refused by who asks, before they are followed', async () => {
    site.set('/away', redirectTo('/elsewhere'));
    const result = await web.fetchPage(
      `${site.url}/away`,
      options({ refuseRedirect: (target) => (target.pathname === '/elsewhere' ? 'Not there' : null) }),
    );
    expect(result).toMatchObject({ ok: false, kind: 'redirect-refused', reason: 'Not there' });
    expect(site.requests).toEqual(['/away']);
  });
});

describe('fetching', () => {
  test('stops at once when its signal aborts, with the reason of that', async () => {
    const controller = new AbortController();
    site.set('/slow', () => controller.abort(new Error('stopped')));
    await expect(web.fetchPage(`${site.url}/slow`, options({ signal: controller.signal }))).rejects.toThrow('stopped');
    await expect(web.fetchPage(`${site.url}/`, options({ signal: controller.signal }))).rejects.toThrow('stopped');
  });
});
