import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { HttpDeps } from '../../../../src/http/deps.ts';
import { fairReads } from '../../../../src/http/plugins/fair-share/fair-reads.ts';
import { SessionTokens } from '../../../../src/http/plugins/session/session-tokens.ts';
import { appOver } from '../../../support/http/app.ts';

const AT_ONCE = 4;

/** A server whose pages are found when the test says so. */
async function startServer(maxTurnMs = 600_000) {
  const app = Fastify();
  const reads: { readonly name: string; find(): void }[] = [];
  const changes = new EventTarget();
  await app.register(fairReads, { maxTurnMs, callerOf: ({ headers }) => String(headers['x-caller']) });
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

describe('Reads that wait for a store', () => {
  it('keep their turns for a moment, so that a store that is away delays no other', async () => {
    const { ask, began } = await startServer(1);
    for (let page = 0; page < 3 * AT_ONCE; page += 1) ask('ada', `pages/${page}`);
    expect(await began(3 * AT_ONCE)).toHaveLength(3 * AT_ONCE);
  });
});

const ACCOUNT = '01931b7e-6f5c-7c3a-9d5e-2f4b8a1c0d3e';
const REQUESTS = 3 * AT_ONCE;

/** The real app, whose reads never end. @returns how many of a caller's reads have begun */
async function readsBegun(path: string): Promise<number> {
  let begun = 0;
  const read = () => {
    begun += 1;
    return new Promise<never>(() => undefined);
  };
  const key = { id: ACCOUNT, chatbotId: ACCOUNT, ownerId: ACCOUNT, allowedDomains: ['*'] };
  const clock = { now: () => Date.now() };
  const secrets = {
    accessTokens: new Uint8Array(32),
    refreshTokens: new Uint8Array(32),
    passwordResets: new Uint8Array(32),
    idempotency: new Uint8Array(32),
  };
  const app = await appOver({
    clock,
    secrets,
    chat: { warmUp: () => undefined } as unknown as HttpDeps['chat'],
    counters: { increment: async () => undefined, read: async () => new Map(), close: async () => undefined },
    queries: {
      sessions: { accountOf: async () => ACCOUNT },
      widgetKeys: { activeBySecretHash: async () => key },
      chatbots: { list: read, owns: read, widgetConfiguration: read },
    } as unknown as HttpDeps['queries'],
  });
  const access = await new SessionTokens(secrets, clock).accessToken({ accountId: ACCOUNT, sessionId: ACCOUNT });
  const headers = { cookie: `access_token=${access}`, 'x-widget-key': 'secret' };
  // No turn ends by its time.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (let request = 0; request < REQUESTS; request += 1) void app.inject({ method: 'GET', url: path, headers });
  await expect.poll(() => begun).toBeGreaterThanOrEqual(AT_ONCE);
  // As long as further reads would take to begin.
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  return begun;
}

describe('The API', () => {
  it.each(['/api/chatbots', `/api/chatbots/${ACCOUNT}/history`, `/api/chatbots/${ACCOUNT}/audit`])(
    'reads a few pages of one owner at a time: %s',
    async (path) => expect(await readsBegun(path)).toBe(AT_ONCE),
  );

  it('reads a few pages of one visitor at a time', async () => {
    expect(await readsBegun('/api/chat/any/config')).toBe(AT_ONCE);
  });

  it('leaves past states to their own queue', async () => {
    expect(await readsBegun(`/api/chatbots/${ACCOUNT}/audit/state`)).toBe(REQUESTS);
  });
});
