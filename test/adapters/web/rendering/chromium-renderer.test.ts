import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ChromiumRenderer, type RendererOptions } from '../../../../src/adapters/web/rendering/chromium-renderer.ts';
import { canSandboxChromium, chromiumPath, chromiumPaths } from '../../../support/browser/chromium.ts';
import { startTestSite, type TestSite } from '../../../support/servers/test-site.ts';

let site: TestSite;
/** A server at a private address that is not allowed: no request may reach it. */
let secret: TestSite;
let renderer: ChromiumRenderer;
const problems: string[] = [];

function open(more: Partial<RendererOptions> = {}): ChromiumRenderer {
  return new ChromiumRenderer({
    executablePath: chromiumPath ?? '',
    sandbox: canSandboxChromium(),
    userAgent: 'ChatledgerBot/1.0 (+https://chat.example)',
    allowHosts: [site.host],
    report: ({ message }) => problems.push(message),
    ...more,
  });
}

const signal = new AbortController().signal;
async function render(path: string, by = renderer): Promise<string> {
  const rendered = await by.render(`${site.url}${path}`, { signal });
  return rendered.ok ? Buffer.from(rendered.bytes).toString() : rendered.reason;
}
const script = (code: string) => `<!doctype html><body><div id="root"></div><script>${code}</script></body>`;
const write = (expression: string) => `document.getElementById('root').textContent = ${expression};`;

/** Other test files may have left a browser in this process. */
let earlierProcesses: ReadonlySet<string>;
async function childProcesses(): Promise<readonly string[]> {
  const threads = await readdir('/proc/self/task');
  const lists = await Promise.all(threads.map((thread) => readFile(`/proc/self/task/${thread}/children`, 'utf8')));
  return lists.flatMap((list) => list.split(' ').filter((id) => id !== ''));
}
const startedProcesses = async () => (await childProcesses()).filter((id) => !earlierProcesses.has(id));

// Several browsers of many processes each need time on a busy machine.
describe.skipIf(chromiumPath === null)('Chromium renders', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    earlierProcesses = new Set(await childProcesses());
    site = await startTestSite();
    secret = await startTestSite({ '/': '<p>secret</p>' });
    renderer = open();
  });
  afterAll(async () => {
    await renderer.close();
    await Promise.all([site.close(), secret.close()]);
  });
  beforeEach(() => {
    (secret.requests as string[]).length = 0;
  });
  afterEach(() => expect(secret.requests).toEqual([]));

  test('what the scripts of a page write, from what they ask their site for', async () => {
    site.set('/api', { headers: { 'content-type': 'application/json' }, body: '{"hours":"nine to five"}' });
    site.set('/app', script(`fetch('/api').then((r) => r.json()).then((d) => { ${write('d.hours')} });`));
    expect(await render('/app')).toContain('<div id="root">nine to five</div>');
    expect(site.headersOf('/app')?.['user-agent']).toBe('ChatledgerBot/1.0 (+https://chat.example)');
    expect(site.headersOf('/api')).not.toHaveProperty('proxy-authorization');
  });

  test('without pictures, films and fonts', async () => {
    site.set('/pictures', `<p>text</p><img src="/a.png"><video src="/b.mp4"></video><link rel="icon" href="/c.ico">`);
    expect(await render('/pictures')).toContain('<p>text</p>');
    expect([site.count('/a.png'), site.count('/b.mp4')]).toEqual([0, 0]);
  });

  test('nothing at addresses that are not public, in whatever way a page asks for them', async () => {
    const port = secret.port;
    const hosts = [
      '127.0.0.1',
      'localhost',
      '0x7f000001',
      '2130706433',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '127.1',
      '0.0.0.0',
    ];
    const at = hosts.map((host) => `http://${host}:${port}/`);
    site.set(
      '/ways',
      `${at.map((url) => `<iframe src="${url}"></iframe><link rel="stylesheet" href="${url}"><script src="${url}"></script><link rel="preconnect" href="${url}"><link rel="dns-prefetch" href="${url}"><form action="${url}" method="post"></form>`).join('')}<div id="root"></div>` +
        script(
          `const all = ${JSON.stringify(at)}; let tried = 0;
          for (const url of all) {
            fetch(url, { mode: 'no-cors' }).catch(() => {}).finally(() => { tried += 1; if (tried === all.length) ${write("'tried ' + tried")} });
            navigator.sendBeacon(url, 'x');
            try { new WebSocket(url.replace('http', 'ws')); } catch {}
            try { new EventSource(url); } catch {}
            const https = url.replace('http:', 'https:');
            fetch(https, { mode: 'no-cors' }).catch(() => {});
            window.open(url);
          }
          try { const peer = new RTCPeerConnection({ iceServers: [{ urls: 'turn:127.0.0.1:${port}?transport=tcp', username: 'a', credential: 'b' }] });
            peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer)); } catch {}`,
        ),
    );
    expect(await render('/ways')).toContain(`tried ${hosts.length}`);
    await pause(200);
    expect(secret.requests).toEqual([]);
    // The page's attempts would succeed if the proxy let them through.
    const lenient = open({ allowHosts: [site.host, secret.host] });
    await render('/ways', lenient);
    expect(secret.requests.length).toBeGreaterThan(4);
    (secret.requests as string[]).length = 0;
    await lenient.close();
  });

  test.each(chromiumPaths)('nothing by UDP, which a call could send around the proxy: %s', async (executablePath) => {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    onTestFinished(() => void socket.close());
    await once(socket, 'listening');
    const received = vi.fn();
    socket.on('message', received);
    site.set('/ringing', { body: '' });
    site.set(
      '/calls',
      script(
        `const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${socket.address().port}' }] });
        peer.createDataChannel('x');
        peer.createOffer().then((offer) => peer.setLocalDescription(offer)).then(async () => {
          for (let times = 0; times < 10; times += 1) {
            await fetch('/ringing');
            await new Promise((resolve) => setTimeout(resolve, 100));
          }
        });`,
      ),
    );
    const browser = open({ executablePath });
    await render('/calls', browser);
    await browser.close();
    expect(site.count('/ringing')).toBeGreaterThanOrEqual(10);
    expect(received).not.toHaveBeenCalled();
  });

  test('no page that is, or goes on, at such an address', async () => {
    expect(await renderer.render(`${secret.url}/`, { signal })).toEqual({ ok: false, reason: 'URL is not allowed' });
    site.set('/redirects', { status: 302, headers: { location: `${secret.url}/` } });
    site.set('/goes', script(`location.href = '${secret.url}/';`));
    expect(await render('/redirects')).not.toContain('secret');
    expect(await render('/goes')).not.toContain('secret');
  });

  test('nothing of a host whose name leads to an address that is not public', async () => {
    let asked = 0;
    const rebinding = open({
      resolve: (_host, _options, callback) => {
        asked += 1;
        callback(null, [{ address: '127.0.0.1', family: 4 }]);
      },
    });
    site.set(
      '/rebound',
      script(
        `fetch('http://rebound.example:${secret.port}/', { mode: 'no-cors' }).catch(() => {}).finally(() => { ${write("'done'")} });`,
      ),
    );
    expect(await render('/rebound', rebinding)).toContain('done');
    expect(asked).toBeGreaterThan(0);
    await rebinding.close();
  });

  test('no page that keeps the browser busy for ever, asks for too much or grows without end', async () => {
    const impatient = open({ limits: { timeoutMs: 2_000, closeTimeoutMs: 500 } });
    onTestFinished(() => impatient.close());
    site.set('/busy', script('for (;;);'));
    expect(await render('/busy', impatient)).toBe('The page takes too long to render');
    const strict = open({ limits: { maxRequests: 20, maxBytes: 200_000 } });
    onTestFinished(() => strict.close());
    site.set('/large', { body: `<p>${'x'.repeat(1_000_000)}` });
    expect(await render('/large', strict)).toBe('The page could not be rendered');
    site.set('/grows', script(`document.getElementById('root').textContent = 'y'.repeat(5e6);`));
    // Either reason may be noticed first.
    expect(await render('/grows', strict)).toMatch(
      /^The page (?:is too large once it is|needs too much memory to be) rendered$/,
    );
    const before = site.requests.length;
    site.set('/asks', script(`for (let n = 0; n < 500; n += 1) fetch('/n' + n).catch(() => {});`));
    await render('/asks', strict);
    expect(site.requests.length - before).toBeLessThanOrEqual(20);
    site.set('/plain', '<p>still here</p>');
    expect(await render('/plain', strict)).toContain('still here');
  });

  test('and says why it cannot: a missing page, a browser that does not start', async () => {
    expect(await render('/missing')).toBe('The page was not found (status 404)');
    const broken = open({ executablePath: '/bin/false' });
    expect(await render('/plain', broken)).toBe('The browser that renders pages could not be started');
    expect(problems).toContain('The browser that renders pages could not be started');
    await broken.close();
  });

  test('until its signal aborts', async () => {
    const controller = new AbortController();
    site.set('/hangs', () => controller.abort(new Error('stopped')));
    await expect(renderer.render(`${site.url}/hangs`, { signal: controller.signal })).rejects.toThrow('stopped');
  });

  test('and leaves no process behind when it is closed', async () => {
    site.set('/plain', '<p>still here</p>');
    expect(await render('/plain')).toContain('still here');
    expect(await startedProcesses()).not.toEqual([]);
    await renderer.close();
    await vi.waitFor(async () => expect(await startedProcesses()).toEqual([]), { timeout: 5_000 });
  });
});
