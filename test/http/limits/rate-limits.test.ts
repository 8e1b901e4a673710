/** The limits as they are unless configured, met by more requests at once than they let through. */
import { hash } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { RATES } from '../../../src/ports/shared-settings/rates.ts';
import type { Chatbot } from '../../../src/projections/chatbots/queries.ts';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { onEngines } from '../../support/engines/engines.ts';
import { type ApiResponse, type Owner, serviceOfFile, TestService, type Widget } from '../../support/http/service.ts';

// An empty variable is one that is not set.
const DEFAULTS = {
  AUTH_RATE_LIMIT: '',
  INGESTION_RATE_LIMIT: '',
  MESSAGE_RATE_LIMIT: '',
  KEY_RATE_LIMIT: '',
  CHAT_RATE_LIMIT: '',
  PLAN_CHATBOTS: '',
  PLAN_MESSAGES: '',
};
const service = serviceOfFile({ ...DEFAULTS, TRUST_PROXY: 'true' });

let owner: Owner;
let chatbotId: string;
let widget: Widget;
/** False on a server that may tell two concurrent updates the same count: then one request fewer is let through. */
let countsExactly = true;
beforeAll(async () => {
  const mongo = onEngines() ? engineUrl('MONGODB_URL') : null;
  if (mongo !== null) countsExactly = await (await import('../../support/engines/mongodb.ts')).answersEachUpdate(mongo);
  owner = await service().owner();
  chatbotId = (await owner.chatbot()).id;
  widget = await owner.widget(chatbotId);
});

const from = (address: string) => ({ 'x-forwarded-for': address });

/** Exactly so many requests passed, and each of the others got `Retry-After`. */
function expectExactly(answers: readonly ApiResponse[], through: number, refusal: string, windowSeconds: number): void {
  const refused = answers.filter(({ status }) => status === 429);
  const passed = answers.length - refused.length;
  expect(passed).toBeLessThanOrEqual(through);
  expect(passed).toBeGreaterThanOrEqual(countsExactly ? through : through - 2);
  for (const { message, headers } of refused) {
    expect(message).toBe(refusal);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(windowSeconds);
  }
}

/** Refused requests do not prolong the wait. */
async function expectNoLongerWait(attempt: () => Promise<ApiResponse>): Promise<void> {
  const waits: number[] = [];
  for (let time = 0; time < 5; time += 1) waits.push(Number((await attempt()).headers.get('retry-after')));
  expect(waits).toEqual(waits.toSorted((a, b) => b - a));
}

const TOO_MANY = 'Too many requests, please try again later';

describe('Rate limits, with concurrent requests', () => {
  it('allow ten registrations, sign-ins and refreshes from one address in 15 minutes, successful or not', async () => {
    const attempt = (number: number, address = '192.0.2.1') => {
      const email = `${crypto.randomUUID()}@example.com`;
      const body = { email, password: 'correct horse', name: 'Ada' };
      const path = `/api/auth/${['register', 'login', 'refresh'][number % 3]}`;
      // One in four is not even valid.
      return service().call('POST', path, { body: number % 4 === 0 ? {} : body, headers: from(address) });
    };
    const answers = await Promise.all(Array.from({ length: 30 }, (_, number) => attempt(number)));
    expectExactly(answers, 10, TOO_MANY, 900);
    await expectNoLongerWait(() => attempt(1));
    expect((await attempt(1, '192.0.2.2')).status).toBe(401);
  });

  it('allow thirty ingestion requests of an account in an hour, and store no byte of an upload beyond them', async () => {
    const busy = await service().owner();
    const { id } = await busy.chatbot();
    const put = vi.spyOn(service().running.stores.blobs, 'put');
    const upload = () => {
      const form = new FormData();
      form.append('file', new Blob(['We are open.'], { type: 'text/plain' }), 'a.txt');
      return busy.call('POST', `/chatbots/${id}/datasources/file`, { body: form });
    };
    const ways = [
      () => busy.call('POST', `/chatbots/${id}/datasources`, { body: { type: 'text', title: '', content: '' } }),
      () => busy.call('POST', `/chatbots/${id}/datasources/${crypto.randomUUID()}/refresh`),
      () => busy.call('POST', `/chatbots/${id}/recrawl`),
      upload,
    ];
    const attempts = Array.from({ length: 48 }, (_, number) => ways[number % ways.length]?.() ?? upload());
    const answers = await Promise.all(attempts);
    expectExactly(answers, 30, TOO_MANY, 3600);
    const uploaded = answers.filter(({ status }, number) => number % ways.length === 3 && status === 201);
    await busy.trained(id);
    const stored = put.mock.calls.length;
    expect(stored).toBeGreaterThanOrEqual(uploaded.length);
    await expectNoLongerWait(upload);
    expect(put.mock.calls.length).toBe(stored);
    put.mockRestore();
    expect((await owner.call('POST', `/chatbots/${chatbotId}/recrawl`)).status).toBe(202);
  });

  const send = (sessionId: string, address: string) =>
    widget.call('POST', '/message', { body: { sessionId, message: 'Hello' }, headers: from(address) });

  it('allow twenty messages of a session in a minute', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => send('busy', '192.0.2.3')));
    expectExactly(answers, 20, 'Rate limited', 60);
    await expectNoLongerWait(() => send('busy', '192.0.2.3'));
    expect((await send('calm', '192.0.2.3')).status).toBe(200);
  });

  it('allow sixty messages of a key and an address in a minute, in any sessions', async () => {
    const attempt = () => send(crypto.randomUUID(), '192.0.2.4');
    expectExactly(await Promise.all(Array.from({ length: 90 }, attempt)), 60, 'Rate limited', 60);
    await expectNoLongerWait(attempt);
    expect((await send(crypto.randomUUID(), '192.0.2.5')).status).toBe(200);
  });

  it('allow thirty test chats of an account in a minute, over all its chatbots', async () => {
    const other = await owner.chatbot();
    const chat = (id: string) => owner.call('POST', `/chatbots/${id}/chat`, { body: { message: 'Hello' } });
    const chats = Array.from({ length: 45 }, (_, number) => chat(number % 2 === 0 ? chatbotId : other.id));
    expectExactly(await Promise.all(chats), 30, TOO_MANY, 60);
    await expectNoLongerWait(() => chat(chatbotId));
  });
});

describe('The writes of an owner in an hour', () => {
  const left = ({ headers }: { readonly headers: Headers }) =>
    Number(/"owner-writes";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

  async function spendWrites(account: Owner, points: number): Promise<void> {
    const { id } = (await account.call<{ user: { id: string } }>('GET', '/auth/me')).data.user;
    const limit = { name: 'owner-writes', ...RATES['owner-writes'].minimum };
    const spent = await service().running.stores.rateLimits.consume(limit, hash('sha256', id, 'base64url'), points);
    expect(spent).toMatchObject({ allowed: true, remaining: 0 });
  }

  it('are 1,800, and count once more for every 4 KB of their bodies: no account fills the log', async () => {
    const flooder = await service().owner();
    const { id } = await flooder.chatbot();
    const write = (body: object) => flooder.call('PATCH', `/chatbots/${id}`, { body });
    // The chatbot was created by the first one.
    expect(left(await write({ tone: 'warm' }))).toBe(1_798);
    const long = { systemPrompt: '\u{1F600}'.repeat(8_000) };
    expect(Math.floor(Buffer.byteLength(JSON.stringify(long)) / 4_096)).toBe(7);
    expect(left(await write(long))).toBe(1_790);
    await spendWrites(flooder, 1_790);
    expectExactly([await write({ tone: 'cool' })], 0, TOO_MANY, 3_600);
    expect((await flooder.call('GET', `/chatbots/${id}`)).status).toBe(200);
  });

  it('count a body of unknown length by what it has, and an image once', async () => {
    const { address } = service().running;
    const painter = await service().owner();
    const { id } = await painter.chatbot();
    const headers = { 'content-type': 'application/json', cookie: painter.cookie };
    const chunked = (text: string) => {
      const body = new Blob([JSON.stringify({ systemPrompt: text })]).stream();
      return fetch(`${address}/api/chatbots/${id}`, { method: 'PATCH', headers, body, duplex: 'half' } as RequestInit);
    };
    expect(left(await chunked('Be brief.'))).toBe(1_798);
    expect(left(await chunked('x'.repeat(8_000)))).toBe(1_796);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(1_000_000)], { type: 'image/png' }), 'a.png');
    expect(left(await painter.call('POST', `/uploads/${id}/image`, { body: form }))).toBe(1_795);
  });
});

describe('Ratings', () => {
  const rating = (sessionId: string, messageId: string, address: string) => {
    const body = { sessionId, messageId, feedback: 'positive' };
    return widget.call('POST', '/feedback', { body, headers: from(address) });
  };

  it('are limited to sixty of a session in a minute', async () => {
    const { messageId } = await widget.ask('rater', 'Hello');
    const answers = await Promise.all(Array.from({ length: 90 }, () => rating('rater', messageId, '192.0.2.6')));
    expectExactly(answers, 60, 'Rate limited', 60);
  });

  it('are limited to 180 of a key and an address in a minute, in any sessions', async () => {
    const attempt = () => rating(crypto.randomUUID(), crypto.randomUUID(), '192.0.2.7');
    expectExactly(await Promise.all(Array.from({ length: 220 }, attempt)), 180, 'Rate limited', 60);
    expect((await rating('calm', crypto.randomUUID(), '192.0.2.8')).status).toBe(404);
  });
});

describe('A plan with three chatbots', () => {
  const create = (by: Owner) => by.call<{ chatbot: Chatbot }>('POST', '/chatbots', { body: { name: 'Support' } });
  const created = (answers: readonly ApiResponse[]) => answers.filter(({ status }) => status === 201);

  it('allows three of ten that are created at once', async () => {
    const poor = await service().owner();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(poor)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(3).fill(201), ...Array(7).fill(403)]);
  });

  it('allows one more for each that is deleted, however often the deletion is repeated', async () => {
    const poor = await service().owner();
    const [first] = await Promise.all([create(poor), create(poor), create(poor)]);
    const remove = () => poor.call('DELETE', `/chatbots/${first.data.chatbot.id}`);
    const deletions = await Promise.all(Array.from({ length: 5 }, remove));
    expect(deletions.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(created(await Promise.all(Array.from({ length: 5 }, () => create(poor))))).toHaveLength(1);
  });
});

it('A plan without chatbots refuses the first', async () => {
  const closed = await TestService.start({ PLAN_CHATBOTS: '0' });
  try {
    const answer = await (await closed.owner()).call('POST', '/chatbots', { body: { name: 'Support' } });
    expect([answer.status, answer.message]).toEqual([403, 'Chatbot limit reached for your plan']);
  } finally {
    await closed.stop();
  }
});
