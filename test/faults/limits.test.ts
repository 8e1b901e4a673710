/** The real program, killed while it counts: plan limits hold exactly, and no place in them is lost. */
import { expect, onTestFinished, test } from 'vitest';
import { NotAnswered, ProcessClient } from '../support/processes/process-client.ts';
import { type Environment, startServiceProcess } from '../support/processes/service-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { eventually } from './support/asking.ts';
import { Random } from './support/random.ts';

const UNLIMITED = '1000000/60';
const MESSAGES = 60;
const CHATBOTS = 3;
const ROUNDS = 4;
/** Requests that are under way at a kill. */
const AT_ONCE = 12;

interface Owner {
  readonly cookie: string;
}

test('A plan holds exactly, whenever the service is killed', async () => {
  const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
  const random = new Random(seed);
  const environment: Environment = {
    DATA_DIR: temporaryDirectory(),
    PLAN_MESSAGES: String(MESSAGES),
    PLAN_CHATBOTS: String(CHATBOTS),
    AUTH_RATE_LIMIT: UNLIMITED,
    MESSAGE_RATE_LIMIT: UNLIMITED,
    KEY_RATE_LIMIT: UNLIMITED,
  };
  const client = new ProcessClient('');
  try {
    let kill = await start(environment, client);
    const asked = await register(client, 'asked@example.com');
    const chatbot = await createChatbot(client, asked);
    const secret = await widgetKeyOf(client, asked, chatbot);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const creating = await register(client, `creating-${round}@example.com`);
      const under = Array.from({ length: AT_ONCE }, (_, number) => [
        unlessKilled(() => ask(client, secret, `round ${round} ${number}`)),
        unlessKilled(() => create(client, creating)),
      ]).flat();
      setTimeout(() => void kill(), random.between(1, 60));
      await Promise.all(under);
      await kill();
      kill = await start(environment, client);
      await expectExactChatbots(client, creating);
      expect(await questionsIn(client, asked, chatbot)).toBeLessThanOrEqual(MESSAGES);
    }
    const last = await Promise.all(Array.from({ length: MESSAGES + 10 }, (_, n) => ask(client, secret, `last ${n}`)));
    expect(last.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
    expect(await questionsIn(client, asked, chatbot)).toBe(MESSAGES);
    await kill();
  } catch (error) {
    throw new Error(`FAULT_SEED=${seed}`, { cause: error });
  }
}, 120_000);

/** Starts the service. Returns a function that kills it. */
async function start(environment: Environment, client: ProcessClient): Promise<() => Promise<unknown>> {
  const service = await startServiceProcess(environment);
  onTestFinished(() => service.signal('SIGKILL'));
  client.address = service.address;
  return () => {
    service.signal('SIGKILL');
    return service.exited;
  };
}

async function register(client: ProcessClient, email: string): Promise<Owner> {
  const body = { email, password: 'correct horse', name: 'Ada' };
  const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body });
  return { cookie };
}

async function createChatbot(client: ProcessClient, { cookie }: Owner): Promise<string> {
  const created = await client.expect<{ chatbot: { id: string } }>(201, 'POST', '/api/chatbots', {
    body: { name: 'Support' },
    cookie,
  });
  return created.data.chatbot.id;
}

async function widgetKeyOf(client: ProcessClient, { cookie }: Owner, chatbot: string): Promise<string> {
  const body = { label: 'Shop', allowedDomains: ['example.com'] };
  const path = `/api/chatbots/${chatbot}/widget-keys`;
  return (await client.expect<{ key: string }>(201, 'POST', path, { body, cookie })).data.key;
}

async function ask(client: ProcessClient, secret: string, sessionId: string): Promise<number> {
  const headers = { 'x-widget-key': secret, origin: 'https://example.com' };
  const body = { sessionId, message: 'Hello' };
  return (await client.expect([200, 429], 'POST', '/api/chat/any/message', { body, headers })).status;
}

async function create(client: ProcessClient, { cookie }: Owner): Promise<number> {
  const body = { name: 'Support' };
  return (await client.expect([201, 403], 'POST', '/api/chatbots', { body, cookie })).status;
}

async function unlessKilled(act: () => Promise<number>): Promise<number | null> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof NotAnswered) return null;
    throw error;
  }
}

/** Slots taken before the kill get their chatbot, and exactly the others are still free. */
async function expectExactChatbots(client: ProcessClient, owner: Owner): Promise<void> {
  const further = await Promise.all(Array.from({ length: CHATBOTS + 1 }, () => create(client, owner)));
  expect(further).toContain(403);
  const list = async () => {
    const { data } = await client.expect<{ chatbots: unknown[] }>(200, 'GET', '/api/chatbots', owner);
    expect(data.chatbots.length).toBeLessThanOrEqual(CHATBOTS);
    return data.chatbots.length === CHATBOTS ? true : null;
  };
  await eventually(`${CHATBOTS} chatbots`, list);
}

async function questionsIn(client: ProcessClient, { cookie }: Owner, chatbot: string): Promise<number> {
  const path = `/api/chatbots/${chatbot}/history?limit=500`;
  const { data } = await client.expect<{ messages: { role: string }[] }>(200, 'GET', path, { cookie });
  return data.messages.filter(({ role }) => role === 'user').length;
}
