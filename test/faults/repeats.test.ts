/** The real program, killed while it answers requests that carry an `Idempotency-Key`: repeated, each of them is done once. */
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { newInstallation } from '../support/engines/engines.ts';
import { type Ask, NotAnswered, ProcessClient } from '../support/processes/process-client.ts';
import { startServiceProcess } from '../support/processes/service-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { Random } from './support/random.ts';

const ROUNDS = 3;
const OF_EACH_KIND = 6;
/** Milliseconds after some answers within which the kill comes. */
const SOMEWHAT_LATER_MS = 60;
const UNLIMITED = '1000000/60';
const ORIGIN = 'https://shop.example.com';

interface Repeatable {
  readonly path: string;
  readonly ask: Ask;
  /** Answer before the kill; null when there was none. */
  before: string | null;
}

interface Installed {
  readonly client: ProcessClient;
  readonly cookie: string;
  readonly chatbotId: string;
  readonly secret: string;
}

test(`Killed ${ROUNDS} times while it answers, the service does repeated requests with the same keys exactly once`, async () => {
  const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
  const random = new Random(seed);
  const installation = await newInstallation();
  onTestFinished(() => installation.remove());
  const environment = {
    DATA_DIR: temporaryDirectory(),
    PLAN_CHATBOTS: '1000',
    AUTH_RATE_LIMIT: UNLIMITED,
    INGESTION_RATE_LIMIT: UNLIMITED,
    MESSAGE_RATE_LIMIT: UNLIMITED,
    KEY_RATE_LIMIT: UNLIMITED,
    ...installation.environment,
  };
  const start = async () => {
    const service = await startServiceProcess(environment);
    onTestFinished(() => service.signal('SIGKILL'));
    return service;
  };
  let service = await start();
  const installed = await install(new ProcessClient(service.address));
  const { client } = installed;
  const all: Repeatable[] = [];
  let unanswered = 0;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const requests = newRequests(installed);
      all.push(...requests);
      const killed = service;
      void client.moreAnswers(random.between(2, 10)).then(() => {
        setTimeout(() => killed.signal('SIGKILL'), random.next() * SOMEWHAT_LATER_MS);
      });
      await Promise.all(requests.map((request) => firstAnswer(client, request)));
      killed.signal('SIGKILL');
      await killed.exited;
      unanswered += requests.filter(({ before }) => before === null).length;
      service = await start();
      client.address = service.address;
      await Promise.all(requests.map((request) => repeat(client, request)));
    }
    await check(installed, all);
  } catch (error) {
    throw new Error(`FAULT_SEED=${seed}`, { cause: error });
  }
  // Without requests that were cut off nothing would have been shown.
  expect(unanswered).toBeGreaterThan(0);
  expect(unanswered).toBeLessThan(all.length);
  console.log(`${unanswered} of ${all.length} requests were cut off`);
}, 240_000);

async function install(client: ProcessClient): Promise<Installed> {
  const body = { email: 'ada@example.com', password: 'correct horse', name: 'Ada' };
  const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body });
  const created = await client.expect<{ chatbot: { id: string } }>(201, 'POST', '/api/chatbots', {
    cookie,
    body: { name: 'Helper' },
  });
  const chatbotId = created.data.chatbot.id;
  const wanted = { label: 'Shop', allowedDomains: ['*'] };
  const path = `/api/chatbots/${chatbotId}/widget-keys`;
  const { data } = await client.expect<{ key: string }>(201, 'POST', path, { cookie, body: wanted });
  return { client, cookie, chatbotId, secret: data.key };
}

function newRequests({ cookie, chatbotId, secret }: Installed): Repeatable[] {
  return Array.from({ length: OF_EACH_KIND }, (): Repeatable[] => {
    const keyed = () => ({ 'idempotency-key': randomUUID() });
    const widget = { 'x-widget-key': secret, origin: ORIGIN };
    const question = { sessionId: randomUUID(), message: 'When do you open?' };
    const file = new FormData();
    file.append('file', new Blob(['Parking is free.'], { type: 'text/plain' }), `${randomUUID()}.txt`);
    const key = { label: randomUUID(), allowedDomains: ['*'] };
    const below = `/api/chatbots/${chatbotId}`;
    return [
      { path: '/api/chatbots', ask: { cookie, headers: keyed(), body: { name: 'Once' } }, before: null },
      { path: `${below}/widget-keys`, ask: { cookie, headers: keyed(), body: key }, before: null },
      { path: `${below}/datasources/file`, ask: { cookie, headers: keyed(), body: file }, before: null },
      { path: '/api/chat/any/message', ask: { headers: { ...widget, ...keyed() }, body: question }, before: null },
    ];
  }).flat();
}

async function firstAnswer(client: ProcessClient, request: Repeatable): Promise<void> {
  try {
    const { text, status } = await client.call('POST', request.path, request.ask);
    if (status < 300 && isWhole(request, text)) request.before = text;
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error;
  }
}

/** A stream that was cut off may end without a word; one that ended in an error is for a repeat to complete. */
const isWhole = ({ path }: Repeatable, text: string): boolean =>
  !path.endsWith('/message') || text.includes('event: done');

/** Repeats until the lease of the killed attempt has expired and a response comes. */
async function repeat(client: ProcessClient, request: Repeatable): Promise<void> {
  for (;;) {
    const { status, text } = await client.call('POST', request.path, request.ask);
    if (status === 409 || (status < 300 && !isWhole(request, text))) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      continue;
    }
    expect([request.path, status < 300, text]).toEqual([request.path, true, text]);
    if (request.before === null) request.before = text;
    else expect(text).toBe(request.before);
    return;
  }
}

async function check({ client, cookie, chatbotId, secret }: Installed, all: readonly Repeatable[]): Promise<void> {
  const below = `/api/chatbots/${chatbotId}`;
  const get = async <Data>(path: string, ask: Ask = { cookie }) =>
    (await client.expect<Data>(200, 'GET', path, ask)).data;
  const to = (end: string) => all.filter(({ path }) => path.endsWith(end));
  const each = all.length / 4;

  const { chatbots } = await get<{ chatbots: { name: string }[] }>('/api/chatbots');
  expect(chatbots.filter(({ name }) => name === 'Once')).toHaveLength(each);

  const { keys } = await get<{ keys: object[] }>(`${below}/widget-keys`);
  expect(keys).toHaveLength(each + 1);
  for (const { before } of to('/widget-keys')) {
    const { data } = JSON.parse(before ?? '') as { data: { key: string } };
    await get('/api/chat/any/config', { headers: { 'x-widget-key': data.key, origin: ORIGIN } });
  }

  const { dataSources } = await get<{ dataSources: { fileName: string }[] }>(`${below}/datasources`);
  expect(dataSources).toHaveLength(each);
  expect(new Set(dataSources.map(({ fileName }) => fileName)).size).toBe(each);

  for (const { ask, before } of to('/message')) {
    const { sessionId } = ask.body as { sessionId: string };
    const headers = { 'x-widget-key': secret, origin: ORIGIN };
    const path = `/api/chat/any/history?sessionId=${sessionId}`;
    const { messages } = await get<{ messages: { role: string; messageId: string }[] }>(path, { headers });
    expect(messages.filter(({ role }) => role === 'user')).toHaveLength(1);
    const answered = /"messageId":"([^"]+)"/.exec(before ?? '')?.[1];
    expect(messages.filter(({ messageId }) => messageId === answered)).toHaveLength(1);
  }
}
