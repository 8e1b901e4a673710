/** `Idempotency-Key`, tried on every POST that the OpenAPI document names: one that is added later fails here until it is tried too. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/adapters/system/clock.ts';
import type { Idempotency } from '../../../src/ports/idempotency.ts';
import { png } from '../../support/files/images.ts';
import type { OpenApiDocument } from '../../support/http/documented.ts';
import { ScriptedModel } from '../../support/http/scripted-models.ts';
import { type Answer, cookiesOf, type Owner, serviceOfFile, type Widget } from '../../support/http/service.ts';

const model = new ScriptedModel();
// Behind a proxy callers have addresses of their own.
const TRUSTED = 'https://app.example.com';
// Nothing listens at the mail server's port.
const settings = { TRUST_PROXY: 'true', WEB_ORIGINS: TRUSTED, SMTP_URL: 'smtp://127.0.0.1:1' };
const service = serviceOfFile(settings, { models: model.models, clock: systemClock });

interface Attempt {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

/** One way to try an operation. */
interface Trial {
  /** Creates what the request needs. Returns the request, which may be sent any number of times. */
  prepare(): Promise<Attempt>;
  /** The same request with another body. */
  readonly otherBody: (body: unknown) => unknown;
  /** The same request as somebody else sends it. */
  readonly otherCaller: (attempt: Attempt) => Attempt;
  readonly status: number;
}

let [owner, stranger]: Owner[] = [];
let chatbotId = '';
let widget: Widget;
beforeAll(async () => {
  [owner, stranger] = [await service().owner(), await service().owner()];
  chatbotId = (await theOwner().chatbot({ humanHandoffEnabled: true })).id;
  await theOwner().text(chatbotId, 'Hours', 'We are open from nine to five.');
  widget = await theOwner().widget(chatbotId);
});

function theOwner(): Owner {
  if (owner === undefined) throw new Error('Nobody has registered yet');
  return owner;
}

const address = (headers: Record<string, string> = {}) => ({ 'x-forwarded-for': '203.0.113.7', ...headers });
const fromElsewhere = (attempt: Attempt): Attempt => ({
  ...attempt,
  headers: { ...attempt.headers, 'x-forwarded-for': '203.0.113.8' },
});
const asStranger = (attempt: Attempt): Attempt => ({
  ...attempt,
  headers: { ...attempt.headers, cookie: stranger?.cookie ?? '' },
});
const asOtherVisitor = (attempt: Attempt): Attempt => ({
  ...attempt,
  body: { ...(attempt.body as object), sessionId: randomUUID() },
});
const more = (body: unknown) => ({ ...(body as object), unknown: 1 });
const something = () => ({ unknown: 1 });
const cookie = () => ({ cookie: theOwner().cookie });
const below = (path = '') => `/api/chatbots/${chatbotId}${path}`;
const credentials = () => ({ email: `${randomUUID()}@example.com`, password: 'correct horse' });

async function registered() {
  const body = { ...credentials(), name: 'Ada' };
  const answer = await service().call('POST', '/api/auth/register', { body });
  return { body, cookies: cookiesOf(answer) };
}

function formOf(bytes: Uint8Array<ArrayBuffer>, name: string, type: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([bytes], { type }), name);
  return form;
}
const textForm = (text: string) => formOf(new TextEncoder().encode(text), 'a.txt', 'text/plain');
const question = () => ({ sessionId: randomUUID(), message: 'When are you open?' });

/** A session that has asked something. */
async function asked(): Promise<string> {
  const { sessionId, message } = question();
  await widget.ask(sessionId, message);
  return sessionId;
}

const TRIALS: Readonly<Record<string, Trial>> = {
  register: {
    prepare: async () => ({
      path: '/api/auth/register',
      headers: address(),
      body: { ...credentials(), name: 'Ada' },
    }),
    otherBody: more,
    otherCaller: fromElsewhere,
    status: 201,
  },
  login: {
    async prepare() {
      const { email, password } = (await registered()).body;
      return { path: '/api/auth/login', headers: address(), body: { email, password } };
    },
    otherBody: more,
    otherCaller: fromElsewhere,
    status: 200,
  },
  refresh: {
    prepare: async () => ({ path: '/api/auth/refresh', headers: address({ cookie: (await registered()).cookies }) }),
    otherBody: something,
    otherCaller: (attempt) => ({ ...attempt, headers: address() }),
    status: 200,
  },
  logout: {
    prepare: async () => ({ path: '/api/auth/logout', headers: address({ cookie: (await registered()).cookies }) }),
    otherBody: something,
    otherCaller: (attempt) => ({ ...attempt, headers: address() }),
    status: 200,
  },
  requestPasswordReset: {
    prepare: async () => ({
      path: '/api/auth/password-reset',
      headers: address(),
      body: { email: credentials().email },
    }),
    otherBody: more,
    otherCaller: fromElsewhere,
    status: 202,
  },
  resetPassword: {
    async prepare() {
      const token = await service().resetToken((await registered()).body.email);
      return {
        path: '/api/auth/password-reset/confirm',
        headers: address(),
        body: { token, password: 'battery staple' },
      };
    },
    otherBody: more,
    otherCaller: fromElsewhere,
    status: 200,
  },
  createChatbot: {
    prepare: async () => ({ path: '/api/chatbots', headers: cookie(), body: { name: 'Helper' } }),
    otherBody: () => ({ name: 'Another' }),
    otherCaller: asStranger,
    status: 201,
  },
  recrawlChatbot: {
    prepare: async () => ({ path: below('/recrawl'), headers: cookie() }),
    otherBody: something,
    otherCaller: asStranger,
    status: 202,
  },
  testChat: {
    prepare: async () => ({ path: below('/chat'), headers: cookie(), body: { message: 'When are you open?' } }),
    otherBody: more,
    otherCaller: asStranger,
    status: 200,
  },
  addDataSource: {
    prepare: async () => ({
      path: below('/datasources'),
      headers: cookie(),
      body: { type: 'text', title: 'Parking', content: 'Parking is free.' },
    }),
    otherBody: more,
    otherCaller: asStranger,
    status: 201,
  },
  uploadFile: {
    prepare: async () => ({ path: below('/datasources/file'), headers: cookie(), body: textForm('Parking is free.') }),
    otherBody: () => textForm('Parking costs a lot.'),
    otherCaller: asStranger,
    status: 201,
  },
  uploadImage: {
    async prepare() {
      const body = formOf(await png(), 'a.png', 'image/png');
      return { path: `/api/uploads/${chatbotId}/image`, headers: cookie(), body };
    },
    otherBody: () => formOf(new TextEncoder().encode('no image'), 'a.png', 'image/png'),
    otherCaller: asStranger,
    status: 201,
  },
  refreshDataSource: {
    async prepare() {
      const body = { type: 'url', sourceUrl: 'http://127.0.0.1:1/' };
      const path = `/chatbots/${chatbotId}/datasources`;
      const added = await theOwner().call<{ dataSource: { id: string } }>('POST', path, { body });
      return { path: below(`/datasources/${added.data.dataSource.id}/refresh`), headers: cookie() };
    },
    otherBody: something,
    otherCaller: asStranger,
    status: 202,
  },
  createWidgetKey: {
    prepare: async () => ({
      path: below('/widget-keys'),
      headers: cookie(),
      body: { label: 'Shop', allowedDomains: ['example.com'] },
    }),
    otherBody: more,
    otherCaller: asStranger,
    status: 201,
  },
  sendMessage: {
    prepare: async () => ({ path: '/api/chat/any/message', headers: widget.headers, body: question() }),
    otherBody: more,
    otherCaller: asOtherVisitor,
    status: 200,
  },
  takeOverSession: {
    prepare: async () => ({ path: below(`/sessions/${await asked()}/takeover`), headers: cookie() }),
    otherBody: something,
    otherCaller: asStranger,
    status: 200,
  },
  sendAgentMessage: {
    async prepare() {
      const session = below(`/sessions/${await asked()}`);
      await service().call('POST', `${session}/takeover`, { headers: cookie() });
      return { path: `${session}/messages`, headers: cookie(), body: { message: 'Ada here.' } };
    },
    otherBody: more,
    otherCaller: asStranger,
    status: 201,
  },
  requestHandoff: {
    prepare: async () => ({
      path: '/api/chat/any/handoff',
      headers: widget.headers,
      body: { sessionId: await asked() },
    }),
    otherBody: more,
    otherCaller: asOtherVisitor,
    status: 200,
  },
  rateMessage: {
    async prepare() {
      const { sessionId, message } = question();
      const { messageId } = await widget.ask(sessionId, message);
      const body = { sessionId, messageId, feedback: 'positive' };
      return { path: '/api/chat/any/feedback', headers: widget.headers, body };
    },
    otherBody: more,
    otherCaller: asOtherVisitor,
    status: 200,
  },
};

const trials = Object.entries(TRIALS).map(([operationId, trial]) => ({ operationId, ...trial }));

const send = ({ path, headers, body }: Attempt, key: string): Promise<Answer> =>
  service().call('POST', path, { body, headers: { ...headers, 'idempotency-key': key } });

const isReplayed = (answer: Answer) => answer.headers.get('idempotency-replayed') === 'true';

/** The parts that a repeat has in common with the first answer. */
const said = ({ status, text, headers }: Answer) => ({
  status,
  text,
  cookies: headers.getSetCookie(),
  etag: headers.get('etag'),
  contentType: headers.get('content-type'),
});

/** Ids and secrets of the created resource. */
const made = ({ text }: Answer) => [
  ...new Set(text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|cwk_[\w-]+/g) ?? []),
];

/** Simulates a service that was killed before it stored the response. */
function dieBeforeKeeping(): void {
  const { idempotency } = service().running.stores;
  const spy = vi
    .spyOn(idempotency, 'storeResponse')
    .mockImplementationOnce(async (hold: Parameters<Idempotency['storeResponse']>[0]) => {
      spy.mockRestore();
      await idempotency.release(hold);
      return false;
    });
}

describe('The OpenAPI document', () => {
  let operations: OpenApiDocument['paths'][string][string][];
  beforeAll(async () => {
    const { paths } = await service().document();
    operations = Object.values(paths).flatMap(({ post }) => (post === undefined ? [] : [post]));
  });

  it('tells of the key with every POST, and how one may be refused', () => {
    for (const { operationId, parameters, responses } of operations) {
      expect([operationId, parameters]).toEqual([
        operationId,
        expect.arrayContaining([expect.objectContaining({ in: 'header', name: 'Idempotency-Key', required: false })]),
      ]);
      const codes = [400, 409, 422].flatMap((status) =>
        Object.keys(responses[status]?.content?.['application/json']?.examples ?? {}),
      );
      const refusals = ['VALIDATION_FAILED', 'IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED'];
      expect([operationId, codes]).toEqual([operationId, expect.arrayContaining(refusals)]);
    }
  });

  it('names no POST that is not tried here', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(TRIALS).sort());
  });
});

describe.each(trials)('$operationId with a key', ({ prepare, otherBody, otherCaller, status }) => {
  it('is answered once, refused with another body, and nothing to another caller', async () => {
    const attempt = await prepare();
    const key = randomUUID();
    const first = await send(attempt, key);
    expect([first.status, isReplayed(first)]).toEqual([status, false]);
    const repeat = await send(attempt, key);
    expect(isReplayed(repeat)).toBe(true);
    expect(said(repeat)).toEqual(said(first));
    const other = await send({ ...attempt, body: otherBody(attempt.body) }, key);
    expect([other.status, other.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const another = await send(otherCaller(attempt), key);
    expect(isReplayed(another)).toBe(false);
    for (const id of made(first).filter((one) => one.startsWith('cwk_'))) expect(another.text).not.toContain(id);
    expect(said(await send(attempt, key))).toEqual(said(first));
  });

  it('does nothing twice when the service ended before the answer was kept', async () => {
    const attempt = await prepare();
    const key = randomUUID();
    dieBeforeKeeping();
    const first = await send(attempt, key);
    expect(first.status).toBe(status);
    const repeat = await send(attempt, key);
    expect([repeat.status, isReplayed(repeat)]).toEqual([status, false]);
    expect(made(repeat)).toEqual(made(first));
    if (attempt.path.endsWith('/feedback')) expect(repeat.data).toEqual(first.data);
    expect(said(await send(attempt, key))).toEqual(said(repeat));
  });

  it.each(['', 'k'.repeat(129), 'clé'])('refuses the key %j', async (key) => {
    const refused = await send(await prepare(), key);
    expect([refused.status, refused.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(refused.details).toEqual([{ path: 'Idempotency-Key', message: expect.any(String) }]);
  });

  it('takes keys of 1 and of 128 characters', async () => {
    const attempt = await prepare();
    const answers = [await send(attempt, '!'), await send({ ...attempt }, 'k'.repeat(128))];
    for (const answer of answers) expect(answer.code).not.toBe('VALIDATION_FAILED');
  });
});

describe('A key', () => {
  const create = (key: string, name = 'Helper', by = theOwner()) =>
    by.call<{ chatbot: { id: string } }>('POST', '/chatbots', { body: { name }, headers: { 'idempotency-key': key } });
  const chatbotsOf = async (by: Owner) => (await by.call<{ chatbots: object[] }>('GET', '/chatbots')).data.chatbots;

  it('makes one of what is asked for ten times at once', async () => {
    const by = await service().owner();
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
    const other = (await theOwner().chatbot()).id;
    const headers = { 'idempotency-key': key };
    const recrawl = (id: string) => theOwner().call('POST', `/chatbots/${id}/recrawl`, { headers });
    const answers = [await recrawl(chatbotId), await recrawl(other), await create(key)];
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 201]);
    expect(answers.some(isReplayed)).toBe(false);
  });

  it('is the account’s, whichever of its sessions asks', async () => {
    const { body } = await registered();
    const signIn = () => service().call('POST', '/api/auth/login', { body: { ...body, name: undefined } });
    const key = randomUUID();
    const request = (answer: Answer) => ({
      path: '/api/chatbots',
      headers: { cookie: cookiesOf(answer) },
      body: { name: 'Helper' },
    });
    const first = await send(request(await signIn()), key);
    expect(said(await send(request(await signIn()), key))).toEqual(said(first));
  });

  it('is forgotten after a day', async () => {
    const key = randomUUID();
    const { body } = await registered();
    const attempt = { path: '/api/auth/login', headers: address(), body: { ...body, name: undefined } };
    const first = await send(attempt, key);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 - 60_000 });
    try {
      expect(said(await send(attempt, key))).toEqual(said(first));
      vi.setSystemTime(Date.now() + 61_000);
      const anew = await send(attempt, key);
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
    const ask = () => theOwner().call('POST', `/chatbots/${chatbotId}/chat`, { body: { message: 'When?' }, headers });
    const { script } = model;
    // biome-ignore lint/correctness/useYield: it fails before
    model.script = async function* () {
      throw new Error('The model is away');
    };
    const failed = await ask().finally(() => {
      model.script = script;
    });
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect((await ask()).status).toBe(200);
  });

  it('signs in again by repeating a sign-in', async () => {
    const attempt = await TRIALS.login?.prepare();
    if (attempt === undefined) throw new Error('No sign-in is tried');
    const key = randomUUID();
    await send(attempt, key);
    const headers = { cookie: cookiesOf(await send(attempt, key)) };
    expect((await service().call('GET', '/api/auth/me', { headers })).status).toBe(200);
  });

  it('gives nobody the session of another who refreshes with the same key from the same address', async () => {
    const key = randomUUID();
    const [ada, eve] = [await registered(), await registered()];
    const refresh = (cookies: string) =>
      send({ path: '/api/auth/refresh', headers: address({ cookie: cookies }), body: {} }, key);
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
    const ask = () => theOwner().call('POST', `/chatbots/${id}/chat`, { body: { message: 'When?' }, headers });
    expect((await ask()).status).toBe(200);
    await theOwner().call('DELETE', `/chatbots/${id}`);
    for (const repeat of [await create(creation, 'Canary'), await ask()]) {
      expect([repeat.status, repeat.code]).toEqual([404, 'CHATBOT_NOT_FOUND']);
      expect(repeat.text).not.toContain('Canary');
    }
  });

  it.each([
    ['/api/chat/any/message', 'https://example.com'],
    ['/api/chatbots', TRUSTED],
  ])('may be sent by pages of other sites that may ask at all: %s', async (path, origin) => {
    const preflight = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'idempotency-key,content-type',
    };
    const allowed = await service().call('OPTIONS', path, { headers: preflight });
    expect(allowed.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('idempotency-key');
    const answer = await service().call('POST', path, {
      headers: { ...cookie(), ...widget.headers, origin },
      body: {},
    });
    expect(answer.headers.get('access-control-expose-headers')).toContain('Idempotency-Replayed');
  });
});
