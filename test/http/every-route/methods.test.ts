/** HEAD, conditional requests and Location, on the routes that the document tells. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiResponse, Owner, Widget } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();
let owner: Owner;
let widget: Widget;
let chatbotId: string;
beforeAll(async () => {
  owner = await service().owner();
  ({ id: chatbotId } = await owner.chatbot());
  widget = await owner.widget(chatbotId);
});

const headers = () => ({ cookie: owner.cookie, ...widget.headers });
const fetched = (method: string, path: string) => service().fetch(method, path, { headers: headers() });

describe('HEAD', () => {
  it('gets the headers of GET without a body, on every route', async () => {
    const { paths } = await service().document();
    const gets = Object.entries(paths).filter(([, methods]) => methods.get !== undefined);
    expect(gets.length).toBeGreaterThan(10);
    for (const [pattern] of [...gets, ['/openapi.json'], ['/docs/']] as const) {
      const query = /chatbotPublicId\}\/(?:history|events)$/.test(String(pattern)) ? '?sessionId=a' : '';
      const path = `${String(pattern).replace(/\{\w+\}/g, chatbotId)}${query}`;
      const [get, head] = [await fetched('GET', path), await fetched('HEAD', path)];
      expect([path, head.status, head.headers.get('content-type')]).toEqual([
        path,
        get.status,
        get.headers.get('content-type'),
      ]);
      expect([path, await head.text()]).toEqual([path, '']);
      await get.body?.cancel();
    }
  });

  it('gets the Content-Length of GET', async () => {
    const path = `/api/chatbots/${chatbotId}`;
    const head = await fetched('HEAD', path);
    const { byteLength } = await (await fetched('GET', path)).arrayBuffer();
    expect(head.headers.get('content-length')).toBe(String(byteLength));
    expect(head.headers.get('etag')).toMatch(/^"[\w-]+"$/);
  });

  it('requires the same authentication as GET', async () => {
    const answer = await service().fetch('HEAD', '/api/chatbots');
    expect(answer.status).toBe(401);
  });
});

describe('If-None-Match', () => {
  const read = (method: string, tag: string) =>
    service().fetch(method, `/api/chatbots/${chatbotId}`, { headers: { ...headers(), 'if-none-match': tag } });

  it('with the current ETag of a chatbot gets 304 until the chatbot changes', async () => {
    const tag = String((await fetched('GET', `/api/chatbots/${chatbotId}`)).headers.get('etag'));
    for (const method of ['GET', 'HEAD']) {
      for (const named of [tag, `W/${tag}`, `"0", ${tag}`, '*']) {
        const answer = await read(method, named);
        expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, tag, '']);
      }
    }
    await owner.call('PATCH', `/chatbots/${chatbotId}`, { body: { persona: 'A friend' } });
    const changed = await read('GET', tag);
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false]);
    await changed.body?.cancel();
  });

  it('with the current ETag of the list of chatbots gets 304 until one of them changes, or a visitor waits', async () => {
    const own = await service().owner();
    const { id } = await own.chatbot({ humanHandoffEnabled: true });
    const page = await own.widget(id);
    await page.ask('visitor', 'Hello');
    const list = (tag: string) => own.call('GET', '/chatbots', { headers: { 'if-none-match': tag } });
    const changes = [
      () => own.call('PATCH', `/chatbots/${id}`, { body: { tone: 'warm' } }),
      () => page.call('POST', '/handoff', { body: { sessionId: 'visitor' } }),
      () => own.chatbot(),
    ];
    for (const change of changes) {
      const tag = String((await own.call('GET', '/chatbots')).headers.get('etag'));
      const unchanged = await list(tag);
      expect([unchanged.status, unchanged.headers.get('etag'), unchanged.text]).toEqual([304, tag, '']);
      await change();
      expect((await list(tag)).status).toBe(200);
    }
  });

  it('with another ETag gets the whole chatbot', async () => {
    expect((await (await read('GET', '"0"')).text()).length).toBeGreaterThan(100);
  });
});

describe('Location', () => {
  const location = (answer: ApiResponse) => [answer.status, answer.headers.get('location')];
  const made = async (path: string, body: object) => {
    const answer = await owner.call('POST', path, { body });
    const at = answer.headers.get('location') ?? '';
    return { at, created: answer.data, read: await owner.call('GET', at.replace('/api', '')) };
  };

  it('is the URL of what a POST created, where it can be read', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const body = { email, password: 'correct horse', name: 'Ada' };
    expect(location(await service().call('POST', '/api/auth/register', { body }))).toEqual([201, '/api/auth/me']);

    const chatbot = await made('/chatbots', { name: 'New' });
    expect(chatbot.at).toMatch(/^\/api\/chatbots\/[0-9a-f-]{36}$/);
    expect(chatbot.read).toMatchObject({ status: 200, data: chatbot.created });

    const below = chatbot.at.replace('/api', '');
    const source = await made(`${below}/datasources`, { type: 'text', title: 'Hours', content: 'Open every day.' });
    const { id } = (source.created as { dataSource: { id: string } }).dataSource;
    expect([source.at, source.read.status]).toEqual([`${chatbot.at}/datasources/${id}`, 200]);
    expect(source.read.data).toMatchObject({ dataSource: { id, title: 'Hours', type: 'text' } });

    const key = await made(`${below}/widget-keys`, { label: 'Shop', allowedDomains: [] });
    const { widgetKey } = key.created as { widgetKey: { id: string } };
    expect([key.at, key.read.status]).toEqual([`${chatbot.at}/widget-keys/${widgetKey.id}`, 200]);
    expect(key.read.data).toEqual({ widgetKey: { ...widgetKey, usageCount: 0, lastUsedAt: null } });
  });

  it('is the same in the response to a repeated request', async () => {
    const again = () =>
      owner.call('POST', '/chatbots', { body: { name: 'Once' }, headers: { 'idempotency-key': 'once' } });
    expect(location(await again())).toEqual(location(await again()));
  });
});
