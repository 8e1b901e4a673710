/** The proxies of `ops/`, as servers of their own before a running service. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ScriptedModel, untilAborted } from '../support/http/scripted-models.ts';
import { type Owner, type Request, TestService, type Widget } from '../support/http/service.ts';
import { programPath } from '../support/programs.ts';
import { makeCertificates } from '../support/servers/certificates.ts';
import { directoryOfFile } from '../support/temporary-directory.ts';
import { type RunningProxy, type StartProxy, startCaddy, startNginx } from './support/proxies.ts';
import { formOf, ProxyClient, StreamedBody } from './support/proxy-client.ts';

const PROXIES: readonly (readonly [name: string, start: StartProxy])[] = [
  ['nginx', startNginx],
  ['caddy', startCaddy],
];
const AUTH_ATTEMPTS = 3;
const FILE_LIMIT = 25 * 1024 * 1024;

const directory = directoryOfFile();
const model = new ScriptedModel();
let service: TestService;
let owner: Owner;
let chatbotId = '';
let widget: Widget;

beforeAll(async () => {
  // The proxy connects from this machine. One address may try to sign in a few times.
  const environment = {
    TRUST_PROXY: 'loopback',
    AUTH_RATE_LIMIT: `${AUTH_ATTEMPTS}/900`,
    PUBLIC_URL: 'https://localhost',
  };
  service = await TestService.start(environment, { models: model.models });
  owner = await service.owner();
  chatbotId = (await owner.chatbot()).id;
  await owner.text(chatbotId, 'Hours', 'The shop is open every day from nine to six.');
  widget = await owner.widget(chatbotId);
});
afterAll(() => service?.stop());

interface Started {
  readonly proxy: RunningProxy;
  readonly client: ProxyClient;
  /** An event stream that is opened before all tests, since a heartbeat takes longer than they do. */
  readonly idle: StreamedBody;
}

const behind = new Map<string, Started>();
const isMissing = (name: string) => programPath(name) === null || programPath('openssl') === null;
const idleSession = (name: string) => `idle behind ${name}`;

beforeAll(async () => {
  for (const [name, start] of PROXIES) {
    if (isMissing(name)) continue;
    const own = join(directory, name);
    mkdirSync(own);
    const certificates = makeCertificates(own);
    const authority = readFileSync(certificates.authority, 'utf8');
    const proxy = await start({ directory: own, certificates, upstream: new URL(service.running.address).host });
    const client = new ProxyClient(proxy.address, authority);
    await widget.ask(idleSession(name), 'When are you open?');
    const path = `/api/chat/any/events?sessionId=${encodeURIComponent(idleSession(name))}`;
    const idle = new StreamedBody(await client.fetch('GET', path, { headers: widget.headers }));
    behind.set(name, { proxy, client, idle });
  }
});
afterAll(async () => {
  for (const { proxy, client } of behind.values()) {
    await client.close();
    await proxy.stop();
  }
});
beforeEach(() => {
  model.script = new ScriptedModel().script;
});

async function ask(client: ProxyClient, sessionId: string, signal?: AbortSignal): Promise<StreamedBody> {
  const request = { body: { sessionId, message: 'When are you open?' }, headers: widget.headers };
  return new StreamedBody(await client.fetch('POST', '/api/chat/any/message', request, signal));
}

/** An upload of so many bytes by the owner. */
function uploadOf(bytes: number): Request {
  const { body, headers } = formOf(bytes);
  return { body, headers: { ...headers, cookie: owner.cookie } };
}

const WORDS = ['We are open ', 'every single day ', 'from nine to six ', 'in the old town ', 'near the harbour.'];

describe.each(PROXIES)('A service behind %s', (name) => {
  let proxy: RunningProxy;
  let client: ProxyClient;

  beforeAll(() => {
    const started = behind.get(name);
    if (started !== undefined) ({ proxy, client } = started);
  });

  describe.skipIf(isMissing(name))('over TLS', () => {
    it('gives each part of an answer before the model says the next one', async () => {
      const turns = WORDS.map(() => Promise.withResolvers<void>());
      model.script = async function* () {
        for (const [index, word] of WORDS.entries()) {
          await turns[index]?.promise;
          yield word;
        }
      };
      const answer = await ask(client, 'in-parts');
      for (const [index, word] of WORDS.entries()) {
        turns[index]?.resolve();
        // The last words wait for the end of the answer, since they could begin something that is filtered.
        if (index < WORDS.length - 2) await answer.until(JSON.stringify(word.split(' ')[0]).slice(1, -1));
      }
      expect(await answer.toEnd()).toContain(WORDS.join(''));
    });

    it('stops the model when the visitor leaves', async () => {
      const stopped = Promise.withResolvers<void>();
      model.script = async function* (signal) {
        yield WORDS.join('');
        yield 'And more. ';
        await untilAborted(signal).catch(() => stopped.resolve());
      };
      const page = new AbortController();
      await (await ask(client, 'leaving', page.signal)).until('We are open');
      page.abort();
      await stopped.promise;
    });

    it('finishes an answer that streams while the proxy reads its configuration again', async () => {
      const more = Promise.withResolvers<void>();
      model.script = async function* () {
        yield WORDS.join('');
        await more.promise;
        yield ' Come and see.';
      };
      const answer = await ask(client, 'reloaded');
      await answer.until('We are open');
      await proxy.reload();
      more.resolve();
      expect(await answer.toEnd()).toContain(`${WORDS.join('')} Come and see.`);
    });

    it('takes a file of the largest size, and lets the service name the limit above it', async () => {
      const path = `/api/chatbots/${chatbotId}/datasources/file`;
      const largest = await client.fetch('POST', path, uploadOf(FILE_LIMIT));
      expect([largest.status, await largest.text()]).toEqual([201, expect.stringContaining('"success":true')]);
      const larger = await client.fetch('POST', path, uploadOf(FILE_LIMIT + 1));
      expect([larger.status, await larger.json()]).toEqual([
        400,
        expect.objectContaining({ code: 'FILE_TOO_LARGE', message: 'File too large. Max limit is 25MB.' }),
      ]);
    });

    it('refuses much larger bodies itself, as the service would', async () => {
      const response = await client.fetch(
        'POST',
        `/api/chatbots/${chatbotId}/datasources/file`,
        uploadOf(27 * 1024 * 1024),
      );
      expect(response.headers.get('content-type')).toContain('application/json');
      expect([response.status, await response.json()]).toEqual([
        413,
        {
          success: false,
          code: 'BODY_TOO_LARGE',
          message: 'The request body is too large. Max limit is 26MB.',
          requestId: expect.any(String),
        },
      ]);
    });

    it('counts by the address that connects, whatever the visitor claims to be', async () => {
      const one = client.from(name === 'nginx' ? '127.0.0.2' : '127.0.0.3');
      const other = client.from(name === 'nginx' ? '127.0.0.4' : '127.0.0.5');
      const signIn = async (from: ProxyClient, claimed: string) => {
        const body = { email: 'nobody@example.com', password: 'wrong password' };
        const headers = { 'x-forwarded-for': claimed, forwarded: `for=${claimed}`, 'x-real-ip': claimed };
        return (await from.fetch('POST', '/api/auth/login', { body, headers })).status;
      };
      const statuses: number[] = [];
      for (let attempt = 0; attempt <= AUTH_ATTEMPTS; attempt++)
        statuses.push(await signIn(one, `203.0.113.${attempt}`));
      expect(statuses).toEqual([...Array.from({ length: AUTH_ATTEMPTS }, () => 401), 429]);
      expect(await signIn(other, '203.0.113.0')).toBe(401);
      await Promise.all([one.close(), other.close()]);
    });

    it.each([
      '/metrics',
      '/readyz',
      '/metrics?all',
      '//metrics',
      '/%6detrics',
      '/./metrics',
      '/api/../readyz',
      '/readyz/',
      '/READYZ',
      '/metrics/.',
    ])('does not show %s', async (path) => {
      const response = await client.fetch('GET', path);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toMatch(/chatledger_|checks/);
    });

    it('tells whether it lives', async () => {
      expect((await client.fetch('GET', '/healthz')).status).toBe(200);
    });

    it('keeps a well-formed request id of the caller, and gives one to every other request', async () => {
      const idOf = async (given: string) =>
        (await client.fetch('GET', '/api/auth/me', { headers: { 'x-request-id': given } })).headers.get('x-request-id');
      expect(await idOf('order-66.a_b')).toBe('order-66.a_b');
      expect(await idOf('not well-formed')).toMatch(/^[a-f0-9-]{32,36}$/);
    });

    it('lets pages of its own origin act, and no others', async () => {
      const at = (origin: string) =>
        client.fetch('PATCH', `/api/chatbots/${chatbotId}`, {
          body: { name: 'Support' },
          headers: { cookie: owner.cookie, origin },
        });
      expect((await at('https://localhost')).status).toBe(200);
      expect((await at('https://elsewhere.example')).status).toBe(403);
    });

    it('sends the compressed files of the service as they are', async () => {
      const response = await client.fetch('GET', '/widget.js', { headers: { 'accept-encoding': 'br' } });
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'br']);
    });

    it('redirects from plain HTTP', async () => {
      const response = await fetch(`${proxy.plainAddress}/console`, { redirect: 'manual' });
      expect(response.status).toBe(308);
      expect(response.headers.get('location')).toMatch(/^https:\/\/localhost(?::\d+)?\/console$/);
    });

    it('keeps an idle event stream open by heartbeats, and lets the next event through at once', async () => {
      const idle = behind.get(name)?.idle;
      await idle?.until(': heartbeat');
      const session = encodeURIComponent(idleSession(name));
      const takenOver = await owner.call('POST', `/chatbots/${chatbotId}/sessions/${session}/takeover`);
      expect(takenOver.status).toBe(200);
      await idle?.until('event: takeover');
    });

    it('writes no session, no address and no query into its access log', () => {
      expect(proxy.accessLog()).not.toMatch(/sessionId|127\.0\.0\.[2-5]|\?/);
    });
  });
});
