/** Real processes, one with a wrong clock: what a user does at one and goes on with at the other is as at one node. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ProcessClient } from '../../support/processes/process-client.ts';
import { clockAhead, type ServiceProcess, startServiceProcess } from '../../support/processes/service-process.ts';
import { type ModelEndpoint, openModelEndpoint } from '../../support/servers/model-endpoint.ts';
import { installationOfFile, sharesStores } from './support.ts';

/** Questions that an owner may ask within a minute. */
const CHATS = 5;
const REFRESH = '/api/auth/refresh';
let accounts = 0;

describe.skipIf(!sharesStores)('Two nodes whose clocks differ by 90 seconds', () => {
  const installation = installationOfFile();
  let model: ModelEndpoint;
  let right: ProcessClient;
  let ahead: ProcessClient;

  beforeAll(async () => {
    model = await openModelEndpoint();
    const folder = mkdtempSync(join(tmpdir(), 'chatledger-clocks-'));
    const start = async (clock: Readonly<Record<string, string>>): Promise<ServiceProcess> => {
      return startServiceProcess({
        ...installation().environment,
        DATA_DIR: folder,
        PLAN_CHATBOTS: '9',
        AUTH_RATE_LIMIT: '1000/60',
        CHAT_RATE_LIMIT: `${CHATS}/60`,
        OPENAI_BASE_URL: model.url,
        EMBEDDING_MODEL: 'tiny',
        EMBEDDING_DIMENSIONS: String(model.dimensions),
        ...clock,
      });
    };
    const nodes = await Promise.all([start({}), start(clockAhead(90))] as const);
    await nodes[1].says(/clock of this machine is 90 seconds ahead of MongoDB/);
    [right, ahead] = nodes.map(({ address }) => new ProcessClient(address)) as [ProcessClient, ProcessClient];
    return async () => {
      for (const node of nodes) node.signal('SIGTERM');
      for (const node of nodes) expect(await node.exited).toMatchObject({ code: 0, stderr: '' });
      await model.close();
      rmSync(folder, { recursive: true, force: true });
    };
  });
  const orders = () =>
    [
      [right, ahead],
      [ahead, right],
    ] as const;

  /** Registered at the node; returns the cookies. */
  async function newOwner(node: ProcessClient): Promise<string> {
    accounts += 1;
    const body = { email: `owner-${accounts}@example.com`, password: 'correct horse', name: 'Ada' };
    return (await node.expect(201, 'POST', '/api/auth/register', { body })).cookie;
  }

  async function newChatbot(node: ProcessClient, cookie: string) {
    const asked = { body: { name: 'Support' }, cookie };
    const { data } = await node.expect<{ chatbot: { id: string; createdAt: string } }>(
      ...([201, 'POST', '/api/chatbots', asked] as const),
    );
    return data.chatbot;
  }

  it('run a request once that is repeated at the other while it runs, and give the repeat its response', async () => {
    for (const [first, second] of orders()) {
      const cookie = await newOwner(first);
      const { id } = await newChatbot(first, cookie);
      const body = { type: 'text', title: 'Bees', content: 'Bees pollinate the flowers of the garden in spring.' };
      await first.expect(201, 'POST', `/api/chatbots/${id}/datasources`, { body, cookie });
      const status = async () =>
        (await first.expect<object>(200, 'GET', `/api/chatbots/${id}/status`, { cookie })).data;
      await vi.waitFor(async () => expect(await status()).toMatchObject({ status: 'ready' }), { timeout: 20_000 });

      const answered = Promise.withResolvers<void>();
      onTestFinished(() => answered.resolve());
      model.chatFaults.push({ kind: 'wait', until: answered.promise });
      const before = chats(model);
      const question = { message: 'What do bees pollinate?' };
      const ask = (node: ProcessClient) =>
        node.call<{ response: string }>('POST', `/api/chatbots/${id}/chat`, {
          body: question,
          cookie,
          headers: { 'idempotency-key': 'bees' },
        });
      const running = ask(first);
      await vi.waitFor(() => expect(chats(model)).toBe(before + 1), { timeout: 10_000 });
      expect((await ask(second)).status).toBe(409);
      answered.resolve();
      const response = await running;
      expect(response).toMatchObject({ status: 200, data: { response: expect.stringContaining('Bees pollinate') } });
      expect((await ask(second)).data).toEqual(response.data);
      expect(chats(model)).toBe(before + 1);
    }
  });

  it('give two tabs that renew a session at once the same successor, and end no session', async () => {
    for (const [first, second] of orders()) {
      const cookie = await newOwner(first);
      const renewed = await first.expect(200, 'POST', REFRESH, { cookie });
      const again = await second.expect(200, 'POST', REFRESH, { cookie });
      expect(refreshToken(again.cookie)).toBe(refreshToken(renewed.cookie));
      for (const node of [first, second]) await node.expect(200, 'GET', '/api/auth/me', { cookie: again.cookie });
      await second.expect(200, 'POST', REFRESH, { cookie: again.cookie });
    }
  });

  it('count one rate together', async () => {
    for (const [first, second] of orders()) {
      const cookie = await newOwner(first);
      const { id } = await newChatbot(first, cookie);
      const ask = (node: ProcessClient, status: number) =>
        node.expect(status, 'POST', `/api/chatbots/${id}/chat`, { body: { message: 'Hello' }, cookie });
      for (let asked = 0; asked < CHATS - 1; asked += 1) await ask(first, 200);
      await ask(second, 200);
      for (const node of [first, second]) await ask(node, 429);
    }
  });

  it('read at once what was written at the other, and record times in the order of the requests', async () => {
    const cookie = await newOwner(right);
    const times: string[] = [];
    for (const [first, second] of [...orders(), ...orders()]) {
      const { id, createdAt } = await newChatbot(first, cookie);
      await second.expect(200, 'GET', `/api/chatbots/${id}`, { cookie });
      times.push(createdAt);
    }
    expect(times).toEqual(times.toSorted());
  });
});

const chats = ({ requests }: ModelEndpoint): number =>
  requests.filter(({ path }) => path === '/v1/chat/completions').length;

const refreshToken = (cookie: string): string | undefined => /refresh_token=([^;]+)/.exec(cookie)?.[1];
