/** Actions of an owner and two visitors before a data folder was recorded, and all responses of the interface then. */
import type { ProcessClient } from '../support/processes/process-client.ts';

/** Same in every recording; the test signs in with it. */
const OWNER = { email: 'olivia@example.com', password: 'correct horse battery', name: 'Olivia Owner' } as const;
const RETURNS = 'Jackets can be returned within 30 days. Bring the receipt. The refund arrives within five days.';
const HOURS = 'We are open from nine to five on weekdays. On Saturdays we close at two. On Sundays we are closed.';

/** Answer of a GET route, by its path. */
export type RecordedAnswers = Readonly<Record<string, unknown>>;

export async function signIn(client: ProcessClient): Promise<string> {
  const { email, password } = OWNER;
  return (await client.expect(200, 'POST', '/api/auth/login', { body: { email, password } })).cookie;
}

/** Uses most of what the service offers, erasure and revocation included. @returns paths of the routes to read afterwards */
export async function useService(client: ProcessClient): Promise<readonly string[]> {
  const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body: OWNER });
  const post = async <Data>(path: string, body?: unknown) =>
    (await client.expect<Data>([200, 201], 'POST', path, { body, cookie })).data;
  const { chatbot } = await post<{ chatbot: { id: string } }>('/api/chatbots', { name: 'Helpdesk' });
  const root = `/api/chatbots/${chatbot.id}`;
  await client.expect(200, 'PATCH', root, {
    cookie,
    body: {
      description: 'Internal',
      primaryColor: '#aa3300',
      theme: { bg: '#ffffff', border: '#cccccc' },
      welcomeMessage: 'Hello **you**',
      quickPrompts: ['When are you open?'],
      chatbotModel: 'gpt-4o',
      persona: 'Friendly',
      tone: 'Short',
      systemPrompt: 'Be kind',
      allowLeadCapture: true,
      leadCaptureFields: { name: true, email: true, phone: false },
      humanHandoffEnabled: true,
      humanHandoffEmail: 'desk@example.com',
      autoRefreshSchedule: 'weekly',
      embedDomains: ['shop.example.com'],
    },
  });
  for (const [title, content] of [
    ['Returns', RETURNS],
    ['Hours', HOURS],
    ['Old', 'This text is deleted.'],
  ]) {
    await post(`${root}/datasources`, { type: 'text', title, content });
  }
  const form = new FormData();
  form.set('file', new Blob(['Parcels are sent on the day of the order.'], { type: 'text/plain' }), 'parcels.txt');
  await post(`${root}/datasources/file`, form);
  await until(async () => {
    const { data } = await client.expect<{ status: string }>(200, 'GET', `${root}/status`, { cookie });
    return data.status === 'ready';
  });
  const get = async <Data>(path: string) => (await client.expect<Data>(200, 'GET', path, { cookie })).data;
  const { dataSources } = await get<{ dataSources: { id: string; title: string }[] }>(`${root}/datasources`);
  const old = dataSources.find(({ title }) => title === 'Old');
  await client.expect(200, 'DELETE', `${root}/datasources/${old?.id}`, { cookie });

  const revoked = await post<{ widgetKey: { id: string } }>(`${root}/widget-keys`, {
    label: 'Old',
    allowedDomains: [],
  });
  await client.expect(200, 'DELETE', `${root}/widget-keys/${revoked.widgetKey.id}`, { cookie });
  const key = (await post<{ key: string }>(`${root}/widget-keys`, { label: 'Shop', allowedDomains: ['*'] })).key;
  const ask = (sessionId: string, message: string, leadData: object = {}) =>
    client.stream(key, { sessionId, message, leadData });
  const first = await ask('visitor-1', 'How long can I return a jacket?', { name: 'Vera', email: 'vera@example.com' });
  await ask('visitor-1', 'And when are you open?');
  const second = await ask('visitor-2', 'Where is the moon?', { name: 'Erased Name', email: 'erased@example.com' });
  const headers = { 'x-widget-key': key, origin: 'https://shop.example.com' };
  const rate = (sessionId: string, messageId: string, feedback: string) =>
    client.expect(200, 'POST', `/api/chat/${chatbot.id}/feedback`, {
      headers,
      body: { sessionId, messageId, feedback },
    });
  await rate('visitor-1', first.messageId, 'positive');
  await rate('visitor-2', second.messageId, 'negative');
  const { leads } = await get<{ leads: { conversationId: string; name: string }[] }>(`${root}/leads`);
  const erased = leads.find(({ name }) => name === 'Erased Name');
  await client.expect(200, 'DELETE', `${root}/leads/${erased?.conversationId}`, { cookie });

  const { chatbot: gone } = await post<{ chatbot: { id: string } }>('/api/chatbots', { name: 'Deleted' });
  await post(`/api/chatbots/${gone.id}/datasources`, {
    type: 'text',
    title: 'Gone',
    content: 'Erased with its chatbot.',
  });
  await client.expect(200, 'DELETE', `/api/chatbots/${gone.id}`, { cookie });
  const below = ['', '/status', '/history', '/leads', '/satisfaction', '/datasources', '/widget-keys'];
  return ['/api/auth/me', '/api/chatbots', ...below.map((path) => `${root}${path}`)];
}

export async function readAll(
  client: ProcessClient,
  cookie: string,
  paths: readonly string[],
): Promise<RecordedAnswers> {
  const answers: Record<string, unknown> = {};
  for (const path of paths) answers[path] = (await client.expect(200, 'GET', path, { cookie })).data;
  return answers;
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + 30_000;
  while (!(await isTrue())) {
    if (performance.now() > endsAt) throw new Error('It did not happen within 30 seconds');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
