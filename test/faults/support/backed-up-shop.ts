/** A service with an owner and a chatbot that has read a text, answered a visitor and taken a lead; and the commands for its backups. */
import { afterAll } from 'vitest';
import { ProcessClient } from '../../support/processes/process-client.ts';
import {
  type Exit,
  type RunningProgram,
  runProgram,
  type ServiceProcess,
  startServiceProcess,
} from '../../support/processes/service-process.ts';

export const OWNER = { email: 'owner@example.com', password: 'correct horse battery', name: 'Olivia' };
/** No test is about them. */
const RATES = { MESSAGE_RATE_LIMIT: '10000/60', KEY_RATE_LIMIT: '10000/60', AUTH_RATE_LIMIT: '1000/60' };
const READY_WITHIN_MS = 30_000;

/** Words that stand nowhere else. */
export const WORDS = {
  source: 'xylophagousbeetle',
  question: 'quetzalcoatlus',
  lead: 'zephyrine.vandermolen',
} as const;

/** Programs that a test leaves running end with its file. */
const services: ServiceProcess[] = [];
afterAll(() => {
  for (const service of services) service.signal('SIGKILL');
});

export interface Shop {
  readonly service: ServiceProcess;
  readonly client: ProcessClient;
  readonly cookie: string;
  readonly chatbotId: string;
  readonly key: string;
}

export async function startService(directory: string) {
  const service = await startServiceProcess({ ...RATES, DATA_DIR: directory });
  services.push(service);
  return { service, client: new ProcessClient(service.address) };
}

export async function stop(service: ServiceProcess): Promise<Exit> {
  service.signal('SIGTERM');
  return service.exited;
}

export async function openShop(directory: string): Promise<Shop> {
  const { service, client } = await startService(directory);
  const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body: OWNER });
  const chatbotId = await addChatbot(client, cookie);
  const root = `/api/chatbots/${chatbotId}`;
  const body = { label: 'Shop', allowedDomains: ['*'] };
  const { data } = await client.expect<{ key: string }>(201, 'POST', `${root}/widget-keys`, { body, cookie });
  const shop = { service, client, cookie, chatbotId, key: data.key };
  await ask(
    shop,
    'visitor-1',
    `Where does the ${WORDS.source} live, and the ${WORDS.question}?`,
    `${WORDS.lead}@example.com`,
  );
  return shop;
}

/** Signs in at a service that was started anew. */
export async function reopened({ chatbotId, key }: Shop, directory: string): Promise<Shop> {
  const { service, client } = await startService(directory);
  const { cookie } = await client.expect(200, 'POST', '/api/auth/login', { body: OWNER });
  return { service, client, cookie, chatbotId, key };
}

async function addChatbot(client: ProcessClient, cookie: string): Promise<string> {
  const { data } = await client.expect<{ chatbot: { id: string } }>(201, 'POST', '/api/chatbots', {
    body: { name: 'Helpdesk' },
    cookie,
  });
  const root = `/api/chatbots/${data.chatbot.id}`;
  const leadCaptureFields = { name: true, email: true, phone: true };
  await client.expect(200, 'PATCH', root, { body: { allowLeadCapture: true, leadCaptureFields }, cookie });
  const body = { type: 'text', title: 'Beetles', content: `The ${WORDS.source} lives in the wood of old trees.` };
  await client.expect(201, 'POST', `${root}/datasources`, { body, cookie });
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const { data: now } = await client.expect<{ status: string }>(200, 'GET', `${root}/status`, { cookie });
    if (now.status === 'ready') return data.chatbot.id;
    if (performance.now() > deadline) throw new Error(`The chatbot is still ${now.status}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function ask({ client, key }: Shop, sessionId: string, message: string, email?: string) {
  return client.stream(key, { sessionId, message, ...(email === undefined ? {} : { leadData: { email } }) });
}

interface HistoryPage {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly nextBefore: string | null;
}

/** All that visitors asked: a fast service answers more than a page holds. */
export async function historyOf({ client, cookie, chatbotId }: Shop): Promise<readonly string[]> {
  const asked: string[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const path: string = `/api/chatbots/${chatbotId}/history?limit=500${before === '' ? '' : `&before=${before}`}`;
    const { data }: { data: HistoryPage } = await client.expect<HistoryPage>(200, 'GET', path, { cookie });
    for (const { role, content } of data.messages) if (role === 'user') asked.push(content);
    before = data.nextBefore;
  }
  return asked;
}

export function backup(directory: string, target: string, ...words: readonly string[]): RunningProgram {
  return runProgram('src/cli/backup.ts', { DATA_DIR: directory }, undefined, [target, ...words]);
}

export function restore(directory: string, source: string, ...words: readonly string[]): RunningProgram {
  return runProgram('src/cli/restore.ts', { DATA_DIR: directory }, undefined, [source, ...words]);
}
