/** Prepares the demo through the API itself, as any owner would: an account, a chatbot, its sources and a widget key. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { DemoAccess } from './demo-page.ts';

const root = new URL('../../../', import.meta.url);
const POLL_MS = 100;
const READY_WITHIN_MS = 120_000;

export interface PreparedDemo extends DemoAccess {
  readonly email: string;
  readonly password: string;
  readonly pages: number;
  readonly chunks: number;
}

/** @param address where the service listens @throws Error that tells what the API answered */
export async function prepareDemo(address: string): Promise<PreparedDemo> {
  const api = new Api(`${address}/api`);
  const account = { email: 'demo@example.com', password: randomBytes(9).toString('base64url'), name: 'Demo' };
  await api.post('/auth/register', account);
  const { chatbot } = await api.post<{ chatbot: { id: string; publicId: string } }>('/chatbots', {
    name: 'Chatledger',
  });
  await api.patch(`/chatbots/${chatbot.id}`, {
    welcomeMessage: 'Hello! Ask me how Chatledger works or how to run it.',
    quickPrompts: ['How do I start the service?', 'What happens on kill -9?', 'How is personal data erased?'],
  });
  for (const document of await ownDocuments()) {
    await api.post(`/chatbots/${chatbot.id}/datasources`, { type: 'text', ...document });
  }
  const { key } = await api.post<{ key: string }>(`/chatbots/${chatbot.id}/widget-keys`, {
    label: 'Demo page',
    // The page is served from the same origin as the API: browsers then send no Origin with a GET, and any other key asks for one.
    allowedDomains: ['*'],
  });
  const { pageCount, chunkCount } = await untilReady(api, chatbot.id);
  return { ...account, chatbotId: chatbot.publicId, apiKey: key, pages: pageCount, chunks: chunkCount };
}

async function ownDocuments(): Promise<{ title: string; content: string }[]> {
  const docs = await readdir(new URL('docs/', root));
  const names = ['README.md', ...docs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)];
  return Promise.all(
    names.map(async (name) => {
      const content = await readFile(new URL(name, root), 'utf8');
      return { title: /^# (.+)$/m.exec(content)?.[1] ?? name, content };
    }),
  );
}

interface Status {
  readonly status: string;
  readonly pageCount: number;
  readonly chunkCount: number;
}

async function untilReady(api: Api, chatbotId: string): Promise<Status> {
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await wait(POLL_MS)) {
    const status = await api.get<Status>(`/chatbots/${chatbotId}/status`);
    if (status.status === 'ready') return status;
    if (status.status === 'error') throw new Error("The demo's documents could not be read");
  }
  throw new Error("The demo's documents are still being read");
}

class Api {
  readonly #base: string;
  #cookie = '';

  constructor(base: string) {
    this.#base = base;
  }

  get<Data>(path: string): Promise<Data> {
    return this.#call('GET', path);
  }

  post<Data>(path: string, body: unknown): Promise<Data> {
    return this.#call('POST', path, body);
  }

  patch<Data>(path: string, body: unknown): Promise<Data> {
    return this.#call('PATCH', path, body);
  }

  async #call<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    const response = await fetch(`${this.#base}${path}`, {
      method,
      headers: { cookie: this.#cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
    if (cookies.length > 0) this.#cookie = cookies.join('; ');
    const answer = (await response.json()) as { success: boolean; data: Data; message?: string };
    if (!answer.success) throw new Error(`${method} ${path} answered ${response.status}: ${answer.message}`);
    return answer.data;
  }
}
