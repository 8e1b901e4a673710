/** The widget's scripts as pages anywhere load them. */
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { StaticFile } from '../../../src/http/pages/static-file.ts';
import { LANGUAGES } from '../../../widget/shared/languages.ts';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  service().fetch(method, path, { headers });

/** The parts that the entry loads: it composes the name of a language's. */
async function partsOf(): Promise<string[]> {
  const entry = await (await get('/widget.js')).text();
  const [panel] = /panel-\w+/.exec(entry) ?? [];
  const [, strings] = /\bstrings:"(\w+)"/.exec(entry) ?? [];
  return [panel, ...LANGUAGES.map((language) => `strings-${language}-${strings}`)].map((name) => `/widget/${name}.js`);
}

describe('The widget’s script', () => {
  it('can be loaded by pages of any site, and is revalidated at each load', async () => {
    const script = await get('/widget.js');
    expect(script.status).toBe(200);
    expect(Object.fromEntries(script.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, no-cache',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Accept-Encoding',
    });
    const again = await get('/widget.js', { 'if-none-match': script.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await get('/widget.js', {}, 'HEAD')).status).toBe(200);
  });

  it('loads a panel and one of its languages, which are cached for ever', async () => {
    const parts = await partsOf();
    expect(parts).toHaveLength(1 + LANGUAGES.length);
    for (const path of parts) {
      const part = await get(path);
      expect([path, part.status, part.headers.get('cache-control')]).toEqual([
        path,
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(part.headers.get('access-control-allow-origin')).toBe('*');
      expect(part.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    }
  });

  it('is sent compressed as the browser accepts, with an ETag for each encoding', async () => {
    const plain = await get('/widget.js', { 'accept-encoding': 'identity' });
    const zipped = await get('/widget.js', { 'accept-encoding': 'gzip;q=0.5, br;q=0' });
    const brotli = await get('/widget.js', { 'accept-encoding': 'gzip, deflate, br' });
    const encodings = [plain, zipped, brotli].map(({ headers }) => headers.get('content-encoding'));
    expect(encodings).toEqual([null, 'gzip', 'br']);
    expect(new Set([plain, zipped, brotli].map(({ headers }) => headers.get('etag'))).size).toBe(3);
    const text = await plain.text();
    expect(await zipped.text()).toBe(text);
    expect(await brotli.text()).toBe(text);
    expect(() => gunzipSync(Buffer.from(text))).toThrow();
  });

  it('serves its parts under the names of an earlier version, for pages open during an upgrade', async () => {
    const [panel = ''] = (await partsOf()).filter((path) => path.includes('panel'));
    const earlier = await get('/widget/panel-OLDOLD12.js');
    expect([earlier.status, earlier.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await earlier.text()).toBe(await (await get(panel)).text());
  });

  it('compresses a part once, whichever earlier names it is asked for by', async () => {
    const send = vi.spyOn(StaticFile.prototype, 'send');
    for (const name of ['OLDOLD12', 'OLDOLD34']) expect((await get(`/widget/panel-${name}.js`)).status).toBe(200);
    expect(send.mock.contexts).toHaveLength(2);
    expect(send.mock.contexts[0]).toBe(send.mock.contexts[1]);
    send.mockRestore();
  });

  it.each(['/widget/none-ABCDEFGH.js', '/widget/widget.js', '/widget/..%2fwidget.js', '/widget/panel.js', '/widget/'])(
    'has nothing at %s',
    async (path) => {
      const answer = await service().call('GET', path);
      expect([answer.status, answer.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
    },
  );
});
