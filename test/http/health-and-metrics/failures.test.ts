import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { SubjectErased } from '../../../src/event-log/subject-erased.ts';
import type { Commands, HttpDeps } from '../../../src/http/deps.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import type { Queries } from '../../../src/projections/queries.ts';
import { appOver } from '../../support/http/app.ts';

const credentials = { email: 'ada@example.com', password: 'correct horse' };

/** Signing in comes to this error. */
function signingInFails(error: unknown, more: Partial<HttpDeps> = {}) {
  const accounts = { authenticate: () => Promise.reject(error) } as unknown as Commands['accounts'];
  return appOver({ commands: { accounts } as Commands, ...more });
}

/** The log's lines, as they are written. */
function loggingTo(lines: string[]) {
  return pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
}

describe('A request', () => {
  it('is answered 503, with when to try again, while a store is away', async () => {
    const app = await signingInFails(new StoreUnavailable('event log', 'disk full at /var/lib/secret'));
    const answer = await app.inject({ method: 'POST', url: '/api/auth/login', body: credentials });
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.body).not.toContain('secret');
  });

  it('is answered 503, with when to try again, until the read models have caught up', async () => {
    let caughtUp = false;
    const ready = async () => ({ ready: caughtUp, checks: { service: 'starting' } });
    const lines: string[] = [];
    const health = { caughtUp: () => caughtUp, isShuttingDown: () => false, ready };
    const app = await appOver({ health, logger: loggingTo(lines) });
    for (const url of ['/api/auth/me', '/api/chatbots', '/api/chat/any/config']) {
      const answer = await app.inject(url);
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(answer.headers['retry-after']).toBe('1');
    }
    expect(lines.filter((line) => line.includes('"stack"'))).toEqual([]);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    const notReady = await app.inject('/readyz');
    expect([notReady.statusCode, notReady.json()]).toEqual([
      503,
      { status: 'not ready', checks: { service: 'starting' } },
    ]);
    caughtUp = true;
    expect((await app.inject('/api/auth/me')).statusCode).toBe(401);
    expect((await app.inject('/readyz')).statusCode).toBe(200);
  });

  it('that fails unexpectedly is answered without the cause, which the log has with the request id', async () => {
    const lines: string[] = [];
    const app = await signingInFails(new TypeError('secret of the house'), { logger: loggingTo(lines) });
    const headers = { 'x-request-id': 'trace-1' };
    const answer = await app.inject({ method: 'POST', url: '/api/auth/login', body: credentials, headers });
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      { success: false, message: 'Something went wrong', code: 'INTERNAL_ERROR', requestId: 'trace-1' },
    ]);
    const logged = lines.map((line) => JSON.parse(line)).find(({ level }) => level === 50);
    expect([logged.requestId, logged.err.message]).toEqual(['trace-1', 'secret of the house']);
  });

  it('that throws a value that is no error is answered like any other failure', async () => {
    const app = await signingInFails('nonsense');
    const answer = await app.inject({ method: 'POST', url: '/api/auth/login', body: credentials });
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'INTERNAL_ERROR']);
  });

  it('about a chatbot that is erased meanwhile finds no chatbot', async () => {
    const app = await signingInFails(new SubjectErased('chatbot:1'));
    const answer = await app.inject({ method: 'POST', url: '/api/auth/login', body: credentials });
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Chatbot not found']);
  });
});

describe("A visitor's message", () => {
  it('to a chatbot that no longer exists is 404, as JSON', async () => {
    const key = { id: 'key', chatbotId: 'gone', ownerId: 'ada', allowedDomains: ['*'] };
    const queries = { widgetKeys: { activeBySecretHash: async () => key } } as unknown as Queries;
    const askAsVisitor = async () => ({ ok: false, rejection: 'ChatbotNotFound', position: null }) as const;
    const chat = { askAsVisitor } as unknown as HttpDeps['chat'];
    const app = await appOver({ queries, chat, counters: { add: async () => undefined } as never });
    const answer = await app.inject({
      method: 'POST',
      url: '/api/chat/any/message',
      headers: { 'x-widget-key': 'cwk_x' },
      body: { sessionId: 's', message: 'Hello' },
    });
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Chatbot not found']);
    expect(answer.headers['content-type']).toContain('application/json');
  });
});

describe('The log', () => {
  it('holds no secret, cookie, body, or anything else that a person wrote', async () => {
    const lines: string[] = [];
    const app = await signingInFails(new Error('failed'), { logger: loggingTo(lines) });
    const canary = 'canary';
    const headers = {
      cookie: `access_token=${canary}; refresh_token=${canary}`,
      'x-widget-key': canary,
      authorization: canary,
      'user-agent': canary,
      origin: 'http://localhost:3000',
    };
    const form = { 'content-type': `multipart/form-data; boundary=${canary}` };
    await app.inject({
      method: 'POST',
      url: `/api/auth/login?x=${canary}`,
      headers,
      body: { email: canary, password: canary },
    });
    await app.inject({ method: 'POST', url: '/api/auth/login', headers, body: canary });
    await app.inject({
      method: 'GET',
      url: `/api/chat/${canary}/history?sessionId=${canary}`,
      headers: { origin: canary },
    });
    await app.inject({ method: 'GET', url: `/${canary}/${canary}`, headers });
    await app.inject({ method: 'GET', url: `/api/chatbots/%E0%A4%A${canary}`, headers });
    await app.inject({
      method: 'POST',
      url: `/api/chatbots/${canary}/datasources/file`,
      headers: { ...headers, ...form },
      body: canary,
    });
    expect(lines.length).toBeGreaterThan(6);
    expect(lines.filter((line) => line.includes(canary))).toEqual([]);
  });
});
