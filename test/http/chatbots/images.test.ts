import { connect } from 'node:net';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { imageScope } from '../../../src/domain/blob-scopes.ts';
import type { Chatbot } from '../../../src/projections/chatbots/queries.ts';
import {
  type Bytes,
  gif,
  hugePng,
  joined,
  jpeg,
  MEGABYTE,
  png,
  pngOfSize,
  svg,
  webp,
} from '../../support/files/images.ts';
import type { Owner } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';

const MAX_BYTES = 2 * MEGABYTE;
const service = sharedService();
let owner: Owner;
let chatbotId: string;
let picture: Bytes;
beforeAll(async () => {
  owner = await service().owner();
  chatbotId = (await owner.chatbot()).id;
  picture = await png();
});

function form(content: Bytes | string, name = 'face.png', type = 'image/png', field = 'file'): FormData {
  const made = new FormData();
  made.append(field, new Blob([content], { type }), name);
  return made;
}

const upload = (body: unknown, to = chatbotId, by = owner, headers: Record<string, string> = {}) =>
  by.call<{ url: string }>('POST', `/uploads/${to}/image`, { body, headers });
const uploaded = async (content = picture, to = chatbotId) => (await upload(form(content), to)).data.url;
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  service().fetch(method, path, { headers });
const setAvatar = (avatarUrl: string | null, of = chatbotId, headers: Record<string, string> = {}) =>
  owner.call<{ chatbot: Chatbot }>('PATCH', `/chatbots/${of}`, { body: { avatarUrl }, headers });

describe('An uploaded image', () => {
  it.each([
    ['PNG', png],
    ['JPEG', jpeg],
    ['WebP', webp],
  ])('is taken as %s, whatever it is called, and shown as WebP under a name of our own', async (_, make) => {
    const answer = await upload(form(await make(), '../../<script>.exe', 'application/x-msdownload'));
    expect(answer.status).toBe(201);
    expect(answer.data.url).toMatch(new RegExp(`^/uploads/${chatbotId}/[0-9a-f-]{36}\\.webp$`));
    const response = await get(answer.data.url);
    expect(response.status).toBe(200);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 40, height: 40 });
  });

  it('has another address each time', async () => {
    expect(await uploaded()).not.toBe(await uploaded());
  });

  it.each([
    ['image/gif', () => gif()],
    ['image/svg+xml', async () => svg],
    ['image/svg+xml', async () => new TextEncoder().encode('<svg/>')],
    ['image/svg+xml', async () => joined(new TextEncoder().encode('<?xml version="1.0"?>\n<!-- --><svg:svg '), svg)],
    ['application/pdf', async () => new TextEncoder().encode('%PDF-1.7 image')],
    ['unknown', async () => new TextEncoder().encode('<!doctype html><script>alert(1)</script>')],
    ['unknown', async () => new Uint8Array()],
    ['unreadable image/png', async () => picture.slice(0, picture.length / 2)],
    ['unreadable image/jpeg', async () => joined((await jpeg()).subarray(0, 200), svg)],
    ['unreadable image/webp', async () => (await webp()).slice(0, -20)],
  ])('is refused when it is %s by its bytes', async (type, make) => {
    const answer = await upload(form(await make()));
    expect([answer.status, answer.code, answer.message]).toEqual([
      400,
      'UNSUPPORTED_IMAGE_TYPE',
      `Unsupported image type: ${type}`,
    ]);
  });

  it('leaves nothing but its pixels: no page, script or archive behind them', async () => {
    const hidden = 'PK\u0003\u0004<script>alert(document.domain)</script>';
    const url = await uploaded(joined(picture, new TextEncoder().encode(hidden)));
    const shown = Buffer.from(await (await get(url)).arrayBuffer());
    expect(shown.includes('script')).toBe(false);
    expect(shown).toEqual(Buffer.from(await (await get(await uploaded())).arrayBuffer()));
  });

  it('may have 2 MB, to the byte', async () => {
    expect((await upload(form(pngOfSize(await png(800), MAX_BYTES)))).status).toBe(201);
    for (const size of [MAX_BYTES + 1, 3 * MAX_BYTES]) {
      const refused = await upload(form(pngOfSize(picture, size)));
      expect([refused.status, refused.message]).toEqual([400, 'Image too large. Max limit is 2MB.']);
    }
  });

  it('may have 16 megapixels, and is refused with more before one of them is drawn', async () => {
    expect((await upload(form(hugePng(4000, 4000)))).status).toBe(201);
    const bomb = hugePng(30_000, 30_000);
    const started = performance.now();
    const answer = await upload(form(bomb));
    expect([answer.status, answer.message]).toEqual([400, 'Image has too many pixels. Max limit is 16 megapixels.']);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it.each([
    ['nothing', undefined, 'No file uploaded'],
    ['an empty form', new FormData(), 'No file uploaded'],
    ['another field', form('x', 'face.png', 'image/png', 'image'), 'No file uploaded'],
    ['an input that was left empty', form('', '', 'application/octet-stream'), 'No file uploaded'],
    ['JSON', { file: 'x' }, 'Unsupported content type'],
  ])('is missed when the body holds %s', async (_, body, message) => {
    expect((await upload(body)).message).toBe(message);
  });

  it('is refused for now when too many are being drawn', async () => {
    const slow = hugePng(4000, 4000);
    const answers = await Promise.all(Array.from({ length: 40 }, () => upload(form(slow))));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(40);
    for (const answer of refused) expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect((await upload(form(picture))).status).toBe(201);
  });

  it('needs the session of the chatbot’s owner', async () => {
    const other = await service().owner();
    const stranger = await upload(form(picture), chatbotId, other);
    expect([stranger.status, stranger.message]).toEqual([404, 'Chatbot not found']);
    expect((await upload(form(picture), crypto.randomUUID())).status).toBe(404);
    expect((await upload(form(picture), '..%2f..%2fetc')).status).toBe(404);
    const path = `/api/uploads/${chatbotId}/image`;
    expect((await service().call('POST', path, { body: form(picture) })).status).toBe(401);
    const elsewhere = await upload(form(picture), chatbotId, owner, { origin: 'https://evil.example' });
    expect(elsewhere.message).toBe('Cross-site request refused');
  });
});

describe('An avatar', () => {
  it('is an image of its chatbot, or none, and what the widget shows', async () => {
    const url = await uploaded();
    const set = await setAvatar(url);
    expect([set.status, set.data.chatbot.avatarUrl]).toEqual([200, url]);
    const widget = await owner.widget(chatbotId);
    expect((await widget.call<{ avatarUrl: string }>('GET', '/config')).text).toContain(url);
    expect((await setAvatar(null)).data.chatbot.avatarUrl).toBeNull();
  });

  it('is refused when it belongs to another chatbot, or to none', async () => {
    const url = await uploaded(picture, (await owner.chatbot()).id);
    const own = await uploaded();
    const wrong = [url, `${own}?x`, `${own}/..`, `https://evil.example${own}`, own.replace('.webp', '.svg'), '', '/'];
    for (const avatarUrl of wrong) {
      const answer = await setAvatar(avatarUrl);
      expect([answer.status, answer.details?.[0]?.path]).toEqual([400, '/avatarUrl']);
    }
  });

  it('can be uploaded and set on what was read before', async () => {
    const { id } = await owner.chatbot();
    const read = await owner.call('GET', `/chatbots/${id}`);
    const url = await uploaded(picture, id);
    const tag = read.headers.get('etag') ?? '';
    expect((await setAvatar(url, id, { 'if-match': tag })).status).toBe(200);
    expect((await setAvatar(null, id, { 'if-match': tag })).status).toBe(412);
  });

  it('stays when newer images take the place of the oldest ones', async () => {
    const { id } = await owner.chatbot();
    const { blobs } = service().running.stores;
    const urls = [await uploaded(picture, id), await uploaded(picture, id)];
    const [avatar = '', oldest = ''] = urls;
    await setAvatar(avatar, id);
    const hash = ((await get(oldest)).headers.get('etag') ?? '').replaceAll('"', '');
    const scope = imageScope(id, /[^/]+(?=\.webp)/.exec(oldest)?.[0] ?? '');
    expect(await blobs.has(scope, hash)).toBe(true);
    for (let n = 0; n < 19; n += 1) urls.push(await uploaded(picture, id));
    const statuses = await Promise.all(urls.map(async (url) => (await get(url)).status));
    expect(statuses).toEqual([200, 404, ...Array(19).fill(200)]);
    expect((await setAvatar(oldest, id)).status).toBe(400);
    await vi.waitUntil(async () => !(await blobs.has(scope, hash)), { timeout: 20_000 });
  });
});

describe('The address of an image', () => {
  it('is answered with a safe content type, cached, and readable from any site', async () => {
    const response = await get(await uploaded(), { origin: 'https://shop.example' });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String((await response.arrayBuffer()).byteLength),
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';sandbox",
      'cache-control': 'public, max-age=3600, must-revalidate',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
    expect(response.headers.has('set-cookie')).toBe(false);
  });

  it('answers HEAD alike, and 304 to who has it', async () => {
    const url = await uploaded();
    const whole = await get(url);
    const head = await get(url, {}, 'HEAD');
    expect(head.status).toBe(200);
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
    }
    expect(await head.text()).toBe('');
    const tag = whole.headers.get('etag') ?? '';
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const answer = await get(url, { 'if-none-match': known });
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, tag, '']);
    }
    expect((await get(url, { 'if-none-match': '"x"' })).status).toBe(200);
    expect((await get(url, { 'if-none-match': tag }, 'HEAD')).status).toBe(304);
  });

  it('is 404 where nothing was uploaded, and that is not cached', async () => {
    const url = await uploaded();
    const other = await owner.chatbot();
    const wrong = [
      url.replace(chatbotId, other.id),
      url.replace('.webp', '.png'),
      url.replace('.webp', ''),
      url.toUpperCase().replace('/UPLOADS', '/uploads'),
      `/uploads/${chatbotId}/${crypto.randomUUID()}.webp`,
      `/uploads/${chatbotId}/%00.webp`,
      `/uploads/__proto__/constructor`,
    ];
    for (const path of wrong) {
      const answer = await service().call('GET', path);
      expect([path, answer.status, answer.message]).toEqual([path, 404, 'Image not found']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
    for (const path of ['/uploads', '/uploads/', `/uploads/${chatbotId}`, `${url}/x`]) {
      const answer = await service().call('GET', path);
      expect([path, answer.status, answer.code]).toEqual([path, 404, 'ROUTE_NOT_FOUND']);
    }
  });

  it.each([
    '/uploads/../package.json',
    '/uploads/../../etc/passwd',
    '/uploads/..%2f..%2f/etc%2fpasswd',
    '/uploads/%2e%2e/%2e%2e%2fmaster.key',
    '/uploads/..\\..\\master.key/x.webp',
    '/uploads/./././master.key',
    '/uploads//master.key',
  ])('is no way to other files: %s', async (path) => {
    const answer = await asItIs(path);
    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(answer).toContain('"success":false');
  });

  it('is 404 as soon as the chatbot is deleted, and its bytes are deleted', async () => {
    const { id } = await owner.chatbot();
    const url = await uploaded(picture, id);
    const hash = ((await get(url)).headers.get('etag') ?? '').replaceAll('"', '');
    const scope = imageScope(id, /[^/]+(?=\.webp)/.exec(url)?.[0] ?? '');
    await owner.call('DELETE', `/chatbots/${id}`);
    expect((await get(url)).status).toBe(404);
    expect((await get(url, { 'if-none-match': `"${hash}"` })).status).toBe(404);
    const { blobs } = service().running.stores;
    await vi.waitUntil(async () => !(await blobs.has(scope, hash)), { timeout: 20_000 });
    expect((await upload(form(picture), id)).status).toBe(404);
  });
});

/** The whole answer; the path is sent as it stands, which no client library does. */
async function asItIs(path: string): Promise<string> {
  const { hostname, port } = new URL(service().running.address);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('latin1');
}
