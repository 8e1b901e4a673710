/** The console's shell and files, as browsers load them. Its pages are tried in test/console. */
import { describe, expect, it } from 'vitest';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  service().fetch(method, path, { headers });

async function assetsOf(): Promise<readonly string[]> {
  const html = await (await get('/console')).text();
  return [...html.matchAll(/(?:href|src)="(\/console\/[^"]+)"/g)].map(([, path = '']) => path);
}

describe('The console', () => {
  it.each(['/console', '/console/', '/console/chatbots/any/content?add=website', '/console/chatbots/a.b/c'])(
    'is one shell for every page, asked for anew each time: %s',
    async (path) => {
      const shell = await get(path);
      expect([shell.status, shell.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(shell.headers.get('cache-control')).toBe('no-cache');
      expect((await get(path, { 'if-none-match': shell.headers.get('etag') ?? '' })).status).toBe(304);
      expect((await get(path, {}, 'HEAD')).status).toBe(200);
      expect(await shell.text()).not.toMatch(/<script(?![^>]*src=)|<style|style=|onclick/);
    },
  );

  it('runs and loads only files of this server, and cannot be framed', async () => {
    expect((await get('/console')).headers.get('content-security-policy')?.split(';').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "frame-src 'self'",
      "img-src 'self' data:",
      "require-trusted-types-for 'script'",
      "script-src 'self'",
      "style-src 'self'",
      "trusted-types 'none'",
    ]);
  });

  it('loads a script and a style sheet that are compressed and cached for ever', async () => {
    const assets = await assetsOf();
    expect(assets.some((path) => path.endsWith('.css'))).toBe(true);
    expect(assets.some((path) => path.endsWith('.js'))).toBe(true);
    for (const path of assets) {
      const asset = await get(path, { 'accept-encoding': 'br' });
      expect([path, asset.status, asset.headers.get('cache-control')]).toEqual([
        path,
        200,
        'public, max-age=31536000, immutable',
      ]);
      const isLarge = (await asset.arrayBuffer()).byteLength >= 1024;
      if (isLarge) expect(asset.headers.get('content-encoding')).toBe('br');
    }
  });

  it.each(['/console/assets/none-ABCDEFGH.js', '/console/assets/..%2findex.html', '/console/assets/index.html'])(
    'has no file %s',
    async (path) => {
      const answer = await service().call('GET', path);
      expect([answer.status, answer.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
    },
  );
});
