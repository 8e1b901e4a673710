import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HttpDeps } from '../../../src/http/deps.ts';
import { fairReads } from '../../../src/http/plugins/fair-reads.ts';
import { SessionTokens } from '../../../src/http/plugins/session/tokens.ts';
import { appOver } from '../../support/http/app.ts';

const AT_ONCE = 4;

/** A server whose pages are found when the test says so. */
async function startServer() {
  const app = Fastify();
  const reads: { readonly name: string; find(): void }[] = [];
  const changes = new EventTarget();
  await app.register(fairReads, { callerOf: ({ headers }) => String(headers['x-caller']) });
  const read = async (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    reads.push({ name, find: resolve });
    changes.dispatchEvent(new Event('change'));
    await promise;
    return name;
  };
  app.get<{ Params: { name: string } }>('/pages/:name', ({ params }) => read(params.name));
  app.get<{ Params: { name: string } }>('/streams/:name', { config: { opensStream: true } }, ({ params }) =>
    read(params.name),
  );
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  const ask = (caller: string, path: string): ClientRequest =>
    get(`${address}/${path}`, { agent: false, headers: { 'x-caller': caller } }).on('error', () => undefined);
  const began = async (count: number): Promise<readonly string[]> => {
    while (reads.length < count) await once(changes, 'change');
    return reads.map(({ name }) => name);
  };
  return { ask, began, find: (at: number) => reads[at]?.find() };
}

const answered = async (request: ClientRequest) => ((await once(request, 'response')) as [IncomingMessage])[0];

describe('Reads of one caller', () => {
  it('take turns, and do not delay those of others', async () => {
    const { ask, began, find } = await startServer();
    for (let page = 0; page < AT_ONCE; page += 1) ask('ada', `pages/${page}`);
    await began(AT_ONCE);
    const waiting = ask('ada', 'pages/waiting');
    ask('bob', 'pages/other');
    expect((await began(AT_ONCE + 1)).at(-1)).toBe('other');
    find(0);
    expect((await began(AT_ONCE + 2)).at(-1)).toBe('waiting');
    find(AT_ONCE + 1);
    expect((await answered(waiting)).statusCode).toBe(200);
  });

  it('do not wait for responses that are not read yet, event streams, or clients that have left', async () => {
    const { ask, began, find } = await startServer();
    const unread = ask('ada', 'pages/unread');
    await began(1);
    find(0);
    await once(unread, 'response');
    for (const name of ['a', 'b', 'c', 'd', 'e']) ask('ada', `streams/${name}`);
    await began(6);
    const leaving = Array.from({ length: AT_ONCE }, (_, page) => ask('ada', `pages/leaving-${page}`));
    await began(6 + AT_ONCE);
    ask('ada', 'pages/later');
    for (const request of leaving) request.destroy();
    expect((await began(7 + AT_ONCE)).at(-1)).toBe('later');
  });
});

const ACCOUNT = '01931b7e-6f5c-7c3a-9d5e-2f4b8a1c0d3e';

/** The real app, whose reads never end. @returns how many of a caller's reads have begun */
async function readsBegun(path: string, headers: (tokens: SessionTokens) => Promise<Record<string, string>>) {
  let begun = 0;
  const read = () => {
    begun += 1;
    return new Promise<never>(() => undefined);
  };
  const key = { id: ACCOUNT, chatbotId: ACCOUNT, ownerId: ACCOUNT, allowedDomains: ['*'] };
  const clock = { now: () => Date.now() };
  const secrets = {
    ...{ accessTokens: new Uint8Array(32), refreshTokens: new Uint8Array(32) },
    ...{ passwordResets: new Uint8Array(32), idempotency: new Uint8Array(32) },
  };
  const app = await appOver({
    ...{ clock, secrets },
    counters: { increment: async () => undefined, read: async () => new Map(), close: async () => undefined },
    queries: {
      sessions: { accountOf: async () => ACCOUNT },
      widgetKeys: { activeBySecretHash: async () => key },
      chatbots: { list: read, widgetConfiguration: read },
    } as unknown as HttpDeps['queries'],
  });
  const given = await headers(new SessionTokens(secrets, clock));
  for (let request = 0; request < 3 * AT_ONCE; request += 1)
    void app.inject({ method: 'GET', url: path, headers: given });
  await expect.poll(() => begun).toBe(AT_ONCE);
  await nextTurn();
  return begun;
}

describe('The API', () => {
  it('reads a few pages of one owner at a time', async () => {
    const begun = await readsBegun('/api/chatbots', async (tokens) => {
      return { cookie: `access_token=${await tokens.accessToken({ accountId: ACCOUNT, sessionId: ACCOUNT })}` };
    });
    expect(begun).toBe(AT_ONCE);
  });

  it('reads a few pages of one visitor at a time', async () => {
    expect(await readsBegun('/api/chat/any/config', async () => ({ 'x-widget-key': 'secret' }))).toBe(AT_ONCE);
  });
});
