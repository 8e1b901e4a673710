/** Prepares the demo through the API: an account, a chatbot, its sources and a widget key. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { readHtml } from '../../reading/html/read-html.ts';
import { type Block, documentText } from '../../text/document.ts';
import type { DemoAccess } from './demo-page.ts';

const root = new URL('../../../', import.meta.url);
const POLL_MS = 100;
const READY_TIMEOUT_MS = 120_000;

export interface PreparedDemo extends DemoAccess {
  readonly email: string;
  readonly password: string;
  readonly pages: number;
  readonly chunks: number;
}

/** @param address where the service listens @throws Error with the response of the API */
export async function prepareDemo(address: string): Promise<PreparedDemo> {
  const api = new Api(`${address}/api`);
  const account = { email: 'demo@example.com', password: randomBytes(9).toString('base64url'), name: 'Demo' };
  await api.post('/auth/register', account);
  const { chatbot } = await api.post<{ chatbot: { id: string; publicId: string } }>('/chatbots', {
    name: 'Fern & Fig',
  });
  await api.patch(`/chatbots/${chatbot.id}`, {
    primaryColor: '#2f6f4f',
    welcomeMessage: 'Hello! Ask me about **our plants**, or how **Chatledger** works.',
    quickPrompts: [
      'What are your opening hours?',
      'How do I send something back?',
      'Was kostet der Versand nach Österreich?',
      'How do I start the service?',
    ],
    humanHandoffEnabled: true,
  });
  for (const document of [...(await shopPages()), ...(await ownDocuments())]) {
    await api.post(`/chatbots/${chatbot.id}/datasources`, { type: 'text', ...document });
  }
  const { key } = await api.post<{ key: string }>(`/chatbots/${chatbot.id}/widget-keys`, {
    label: 'Demo page',
    // Browsers send no Origin with a GET to the page's own origin, and only a key for `*` lets such requests in.
    allowedDomains: ['*'],
  });
  const { pageCount, chunkCount } = await untilReady(api, chatbot.id);
  return { ...account, chatbotId: chatbot.publicId, apiKey: key, pages: pageCount, chunks: chunkCount };
}

/** The pages of the shop's site, English and German. */
async function shopPages(): Promise<{ title: string; content: string }[]> {
  const names = (await readdir(new URL('demo/shop/', root))).filter((name) => name.endsWith('.html'));
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(new URL(`demo/shop/${name}`, root));
      const { document } = readHtml({
        url: `https://fernandfig.example/${name}`,
        contentType: 'text/html; charset=utf-8',
        bytes,
      });
      return { title: document.title, content: markdownOf(document.blocks) };
    }),
  );
}

/** The demo adds its pages as texts, which keep the structure that Markdown marks. */
const markdownOf = (blocks: readonly Block[]): string =>
  documentText({
    blocks: blocks.map((block) => (block.kind === 'table' ? { kind: 'paragraph', text: tableOf(block) } : block)),
  });

function tableOf({ header, rows }: Extract<Block, { kind: 'table' }>): string {
  const rule =
    header === null
      ? []
      : [
          `| ${header} |`,
          `| ${header
            .split(' | ')
            .map(() => '---')
            .join(' | ')} |`,
        ];
  return [...rule, ...rows.map((row) => `| ${row} |`)].join('\n');
}

/** Pages for developers, which answer no question of a visitor. */
const REFERENCE_PAGES = ['docs/architecture.md', 'docs/conformance.md', 'docs/glossary.md', 'docs/performance.md'];

async function ownDocuments(): Promise<{ title: string; content: string }[]> {
  const guides = (await pagesIn('docs')).filter((name) => !REFERENCE_PAGES.includes(name));
  const names = ['README.md', ...guides, ...(await pagesIn('docs/operations'))];
  return Promise.all(
    names.map(async (name) => {
      const content = await readFile(new URL(name, root), 'utf8');
      return { title: /^# (.+)$/m.exec(content)?.[1] ?? name, content };
    }),
  );
}

async function pagesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(new URL(`${folder}/`, root));
  return names.filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`);
}

interface Status {
  readonly status: string;
  readonly pageCount: number;
  readonly chunkCount: number;
}

async function untilReady(api: Api, chatbotId: string): Promise<Status> {
  for (const deadline = Date.now() + READY_TIMEOUT_MS; Date.now() < deadline; await wait(POLL_MS)) {
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
