import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FetchOptions, Web } from '../../src/ports/content/web.ts';
import { redirectTo, silence, startTestSite, type TestSite } from '../support/servers/test-site.ts';

/**
 * Contract of the port `Web`. `open` returns one that may reach the named hosts, and is closed at the end.
 */
export function describeWebContract(
  name: string,
  openWeb: (options: { userAgent: string; allowHosts: readonly string[] }) => Web,
): void {
  describe(`${name} as the web`, () => {
    let site: TestSite;
    let web: Web;
    const opened: Web[] = [];

    function open(allowHosts: readonly string[]): Web {
      const one = openWeb({ userAgent: 'ChatledgerBot/1.0 (+https://chat.example)', allowHosts });
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
      site = await startTestSite({ '/': '<p>hello</p>' });
      web = open([site.host]);
    });

    afterEach(async () => {
      await Promise.all(opened.splice(0).map((one) => one.close()));
      await site.close();
    });

    describe('a page', () => {
      test('has its bytes, media type, validators and final URL', async () => {
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

      test('can be asked for by sending something, which no redirect takes elsewhere', async () => {
        const post = { contentType: 'application/json', body: '{"a":"ö"}' };
        site.set('/echo', (request, response) => {
          response.writeHead(200, { 'content-type': request.headers['content-type'] ?? '' });
          if (request.method === 'POST') request.pipe(response);
          else response.end('asked');
        });
        const result = await web.fetchPage(`${site.url}/echo`, options({ post }));
        expect(result).toMatchObject({ ok: true, contentType: 'application/json' });
        expect(result.ok && Buffer.from(result.bytes).toString()).toBe(post.body);
        site.set('/moved', redirectTo('/echo', 307));
        const moved = await web.fetchPage(`${site.url}/moved`, options({ post }));
        expect(moved).toMatchObject({ ok: false, kind: 'redirect-refused' });
        expect(site.count('/echo')).toBe(1);
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
        ['zstd', (text: string) => zstdCompressSync(Buffer.from(text))],
        ['gzip, gzip', (text: string) => gzipSync(gzipSync(text))],
        ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
        ['none', (text: string) => Buffer.from(text)],
        ['UTF-8', (text: string) => Buffer.from(text)],
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

      test.each([
        ['8 MB', 13, { ok: true }],
        ['16 MB', 14, { ok: false, kind: 'encoding' }],
      ])('packed with zstd may ask for 8 MB to unpack it: %s', async (_size, exponent, expected) => {
        const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, exponent << 3, 0b1001, 0, 0, 'x'.charCodeAt(0)]);
        site.set('/window', { headers: { 'content-encoding': 'zstd' }, body: frame });
        expect(await web.fetchPage(`${site.url}/window`, options())).toMatchObject(expected);
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

      test('in tiny chunks, each a buffer of its own, is given up before they fill the memory', async () => {
        site.set('/tiny', (request) => {
          const chunks = '1\r\nx\r\n'.repeat(5_000);
          request.socket.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
        });
        expect(await web.fetchPage(`${site.url}/tiny`, options())).toMatchObject({ kind: 'too-large' });
      });

      test('packed as nothing, again and again, is given up at the limit', async () => {
        const nothing = Buffer.concat(Array.from({ length: 10_000 }, () => gzipSync('')));
        site.set('/nothing', { headers: { 'content-encoding': 'gzip' }, body: nothing });
        expect(await web.fetchPage(`${site.url}/nothing`, options())).toMatchObject({ kind: 'too-large' });
      });

      test('with a declared length above the limit is not read', async () => {
        site.set('/long', (_request, response) => {
          response.writeHead(200, { 'content-length': '900000000' });
          response.write('x');
        });
        expect(await web.fetchPage(`${site.url}/long`, options())).toMatchObject({ kind: 'too-large' });
      });

      test('packed in an unknown way, or damaged, is a failure', async () => {
        site.set('/odd', { headers: { 'content-encoding': 'compress' }, body: 'x' });
        site.set('/often', { headers: { 'content-encoding': 'br,br,br,br' }, body: 'x' });
        site.set('/bad', { headers: { 'content-encoding': 'gzip' }, body: deflateRawSync('no gzip at all') });
        expect(await web.fetchPage(`${site.url}/odd`, options())).toMatchObject({ ok: false, kind: 'encoding' });
        expect(await web.fetchPage(`${site.url}/often`, options())).toMatchObject({ ok: false, kind: 'encoding' });
        expect(await web.fetchPage(`${site.url}/bad`, options())).toMatchObject({
          ok: false,
          kind: 'encoding',
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
        expect(await web.fetchPage(`${site.url}/none`, options())).toMatchObject({
          ok: false,
          kind: 'http',
          status: 404,
        });
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

      test('whose server announces it without end is a failure before its time is over', async () => {
        const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n'.repeat(1_000);
        site.set('/hints', (request) => void request.socket.write(hints));
        expect(await web.fetchPage(`${site.url}/hints`, options())).toMatchObject({ ok: false, kind: 'network' });
      });

      test('whose server changes the protocol instead is a failure', async () => {
        const head = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
        site.set('/upgrade', (request) => void request.socket.write(head));
        expect(await web.fetchPage(`${site.url}/upgrade`, options())).toMatchObject({ ok: false, kind: 'network' });
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
    });

    describe('redirects', () => {
      test('are followed ten times and not more often', async () => {
        for (let step = 0; step < 12; step += 1) site.set(`/${step}`, redirectTo(`/${step + 1}`));
        site.set('/12', 'arrived');
        expect(await web.fetchPage(`${site.url}/2`, options())).toMatchObject({ ok: true, url: `${site.url}/12` });
        expect(await web.fetchPage(`${site.url}/1`, options())).toMatchObject({ ok: false, kind: 'http' });
      });

      test('in a circle are given up as soon as they repeat', async () => {
        site.set('/one', redirectTo('/two'));
        site.set('/two', redirectTo('/one'));
        const result = await web.fetchPage(`${site.url}/one`, options());
        expect(result).toMatchObject({ ok: false, kind: 'http', reason: 'The page redirects in a circle' });
        expect(site.requests).toEqual(['/one', '/two', '/one']);
      });

      test('to the same address are followed when the page is there at the second request', async () => {
        site.set('/', { inTurn: [{ status: 302, headers: { location: '/' } }, { body: 'here' }] });
        expect(await web.fetchPage(`${site.url}/`, options())).toMatchObject({ ok: true });
      });

      test('can be refused by the caller before they are followed', async () => {
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
        await expect(web.fetchPage(`${site.url}/slow`, options({ signal: controller.signal }))).rejects.toThrow(
          'stopped',
        );
        await expect(web.fetchPage(`${site.url}/`, options({ signal: controller.signal }))).rejects.toThrow('stopped');
      });
    });
  });
}
