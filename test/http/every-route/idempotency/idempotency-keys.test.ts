/** Idempotency keys: what they cover, for how long, and what is never repeated. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { type ApiResponse, cookiesOf, type Owner } from '../../../support/http/service.ts';
import { trialsOf } from './trials.ts';
import { address, idempotencyWorldOfFile, isReplayed, said, TRUSTED_ORIGIN } from './world.ts';

const world = idempotencyWorldOfFile();

describe('A key', () => {
  const create = (key: string, name = 'Helper', by = world.owner()) =>
    by.call<{ chatbot: { id: string } }>('POST', '/chatbots', { body: { name }, headers: { 'idempotency-key': key } });
  const chatbotsOf = async (by: Owner) => (await by.call<{ chatbots: object[] }>('GET', '/chatbots')).data.chatbots;

  it('makes one of what is asked for ten times at once', async () => {
    const by = await world.service().owner();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(key, 'Helper', by)));
    const created = answers.filter(({ status }) => status === 201);
    expect(created.length).toBeGreaterThan(0);
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    for (const { status, code, headers } of answers.filter((answer) => answer.status !== 201)) {
      expect([status, code, headers.get('retry-after')]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE', '1']);
    }
    expect(await chatbotsOf(by)).toHaveLength(1);
  });

  it('is of one route and its parameters', async () => {
    const key = randomUUID();
    const other = (await world.owner().chatbot()).id;
    const headers = { 'idempotency-key': key };
    const recrawl = (id: string) => world.owner().call('POST', `/chatbots/${id}/recrawl`, { headers });
    const answers = [await recrawl(world.chatbotId()), await recrawl(other), await create(key)];
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 201]);
    expect(answers.some(isReplayed)).toBe(false);
  });

  it('is the account’s, whichever of its sessions asks', async () => {
    const { body } = await world.registered();
    const signIn = () => world.service().call('POST', '/api/auth/login', { body: { ...body, name: undefined } });
    const key = randomUUID();
    const request = (answer: ApiResponse) => ({
      path: '/api/chatbots',
      headers: { cookie: cookiesOf(answer) },
      body: { name: 'Helper' },
    });
    const first = await world.send(request(await signIn()), key);
    expect(said(await world.send(request(await signIn()), key))).toEqual(said(first));
  });

  it('is forgotten after a day', async () => {
    const key = randomUUID();
    const { body } = await world.registered();
    const attempt = { path: '/api/auth/login', headers: address(), body: { ...body, name: undefined } };
    const first = await world.send(attempt, key);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 - 60_000 });
    try {
      expect(said(await world.send(attempt, key))).toEqual(said(first));
      vi.setSystemTime(Date.now() + 61_000);
      const anew = await world.send(attempt, key);
      expect([anew.status, isReplayed(anew)]).toEqual([200, false]);
      expect(anew.headers.getSetCookie()).not.toEqual(first.headers.getSetCookie());
    } finally {
      vi.useRealTimers();
    }
  });

  it('repeats a refusal, also one of a body that is not valid', async () => {
    const key = randomUUID();
    const first = await create(key, '');
    expect([first.status, first.code]).toEqual([400, 'VALIDATION_FAILED']);
    const repeat = await create(key, '');
    expect(isReplayed(repeat)).toBe(true);
    expect(said(repeat)).toEqual(said(first));
    expect((await create(key)).status).toBe(422);
  });

  it('does not repeat a failure', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const ask = () =>
      world.owner().call('POST', `/chatbots/${world.chatbotId()}/chat`, { body: { message: 'When?' }, headers });
    const { script } = world.model;
    // biome-ignore lint/correctness/useYield: it fails before
    world.model.script = async function* () {
      throw new Error('The model is away');
    };
    const failed = await ask().finally(() => {
      world.model.script = script;
    });
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect((await ask()).status).toBe(200);
  });

  it('signs in again by repeating a sign-in', async () => {
    const attempt = await trialsOf(world).login?.prepare();
    if (attempt === undefined) throw new Error('No sign-in is tried');
    const key = randomUUID();
    await world.send(attempt, key);
    const headers = { cookie: cookiesOf(await world.send(attempt, key)) };
    expect((await world.service().call('GET', '/api/auth/me', { headers })).status).toBe(200);
  });

  it('gives nobody the session of another who refreshes with the same key from the same address', async () => {
    const key = randomUUID();
    const [ada, eve] = [await world.registered(), await world.registered()];
    const refresh = (cookies: string) =>
      world.send({ path: '/api/auth/refresh', headers: address({ cookie: cookies }), body: {} }, key);
    const adas = await refresh(ada.cookies);
    for (const cookies of [eve.cookies, '']) {
      const other = await refresh(cookies);
      expect(isReplayed(other)).toBe(false);
      expect(cookiesOf(other)).not.toContain(cookiesOf(adas));
    }
  });

  it('repeats nothing of a chatbot that was deleted, at once', async () => {
    const [creation, chat] = [randomUUID(), randomUUID()];
    const created = await create(creation, 'Canary');
    const { id } = created.data.chatbot;
    const headers = { 'idempotency-key': chat };
    const ask = () => world.owner().call('POST', `/chatbots/${id}/chat`, { body: { message: 'When?' }, headers });
    expect((await ask()).status).toBe(200);
    await world.owner().call('DELETE', `/chatbots/${id}`);
    for (const repeat of [await create(creation, 'Canary'), await ask()]) {
      expect([repeat.status, repeat.code]).toEqual([404, 'CHATBOT_NOT_FOUND']);
      expect(repeat.text).not.toContain('Canary');
    }
  });

  it.each([
    ['/api/chat/any/message', 'https://example.com'],
    ['/api/chatbots', TRUSTED_ORIGIN],
  ])('may be sent by pages of other sites that may ask at all: %s', async (path, origin) => {
    const preflight = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'idempotency-key,content-type',
    };
    const allowed = await world.service().call('OPTIONS', path, { headers: preflight });
    expect(allowed.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('idempotency-key');
    const answer = await world.service().call('POST', path, {
      headers: { cookie: world.owner().cookie, ...world.widget().headers, origin },
      body: {},
    });
    expect(answer.headers.get('access-control-expose-headers')).toContain('Idempotency-Replayed');
  });
});
