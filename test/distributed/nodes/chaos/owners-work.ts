/** What an owner does while visitors ask: answers as an agent, has a website read, and deletes chatbots. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { saysOf } from '../../../faults/support/world.ts';
import { page, startTestSite, type TestSite } from '../../../support/servers/test-site.ts';
import type { HistoryRow, Owner } from './people.ts';

const PAGES = 12;
const READ_WITHIN_MS = 180_000;
const AGAIN_AFTER_MS = 300;

const withKey = () => ({ 'idempotency-key': randomUUID() });

export async function startSite(): Promise<TestSite> {
  const site = await startTestSite();
  const links = Array.from({ length: PAGES - 1 }, (_, n) => `/p${n + 1}`);
  site.set('/', { body: page('Home', 'All pages of this site.', links) });
  for (const path of links)
    site.set(path, { body: page(`Page ${path}`, `Everything about ${path} is written on this page of ours.`) });
  return site;
}

/** Takes sessions over, writes to their visitors and gives them back. */
export class Agent {
  readonly #owner: Owner;
  /** Sent and answered, by session. */
  readonly #sent: { readonly sessionId: string; readonly content: string }[] = [];

  constructor(owner: Owner) {
    this.#owner = owner;
  }

  get sent(): number {
    return this.#sent.length;
  }

  async helpOnce(sessionId: string): Promise<void> {
    const session = `/chatbots/${this.#owner.chatbot}/sessions/${sessionId}`;
    // Its visitor may not have asked anything yet.
    const { status } = await this.#owner.call('POST', `${session}/takeover`, { headers: withKey() }, [404]);
    if (status === 404) return;
    const content = `An agent helps ${sessionId}, time ${this.#sent.length}`;
    await this.#owner.call('POST', `${session}/messages`, { body: { message: content }, headers: withKey() });
    this.#sent.push({ sessionId, content });
    await this.#owner.call('DELETE', `${session}/takeover`);
  }

  /** @throws Error that names a message which is not there once */
  compare(rows: readonly HistoryRow[]): void {
    const there = rows.filter(({ role }) => role === 'agent');
    for (const { sessionId, content } of this.#sent) {
      const found = there.filter((row) => row.sessionId === sessionId && row.content === content).length;
      if (found !== 1) throw new Error(`There ${found} times: ${content}`);
    }
    if (there.length !== this.#sent.length) throw new Error(`${there.length} messages of ${this.#sent.length}`);
  }
}

interface WebsiteRow {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly pageCount: number;
  readonly errorMessage: string | null;
}

/** A website that is read again and again. */
export class Website {
  readonly #owner: Owner;
  readonly #path: string;

  private constructor(owner: Owner) {
    this.#owner = owner;
    this.#path = `/chatbots/${owner.chatbot}/datasources`;
  }

  static async add(owner: Owner, site: TestSite): Promise<Website> {
    const website = new Website(owner);
    const body = { type: 'url', sourceUrl: `${site.url}/`, isRecursive: true };
    await owner.call('POST', website.#path, { body, headers: withKey() });
    return website;
  }

  async refresh(): Promise<void> {
    const { id } = await this.#row();
    await this.#owner.call('POST', `${this.#path}/${id}/refresh`, { headers: withKey() });
  }

  /** @throws Error when the website is not whole in time */
  async compare(): Promise<void> {
    await this.refresh();
    for (const endsAt = Date.now() + READ_WITHIN_MS; ; await pause(AGAIN_AFTER_MS)) {
      const row = await this.#row();
      if (row.status === 'done' && row.pageCount === PAGES) return;
      if (Date.now() > endsAt) throw new Error(`The website is not whole: ${JSON.stringify(row)}`);
    }
  }

  async #row(): Promise<WebsiteRow> {
    const { data } = await this.#owner.call<{ dataSources: WebsiteRow[] }>('GET', this.#path);
    const rows = data.dataSources.filter(({ type }) => type === 'url');
    const [row] = rows;
    if (row === undefined || rows.length > 1) throw new Error(`Added once, and there ${rows.length} times`);
    return row;
  }
}

/** Creates a chatbot with content and a key, and deletes it. Returns the secret of the key, which nobody may use any more. */
export async function createAndDelete(owner: Owner, n: number): Promise<{ id: string; secret: string }> {
  const body = { name: `Short-lived ${n}` };
  const made = await owner.call<{ chatbot: { id: string } }>('POST', '/chatbots', { body, headers: withKey() });
  const { id } = made.data.chatbot;
  const text = { type: 'text', title: `Secret ${n}`, content: saysOf(`vanish${n}`, `gone${n}`) };
  await owner.call('POST', `/chatbots/${id}/datasources`, { body: text, headers: withKey() });
  const key = { label: 'Shop', allowedDomains: ['*'] };
  const { data } = await owner.call<{ key: string }>('POST', `/chatbots/${id}/widget-keys`, {
    body: key,
    headers: withKey(),
  });
  // A repetition of a deletion whose answer was lost finds nothing any more.
  await owner.call('DELETE', `/chatbots/${id}`, {}, [404]);
  return { id, secret: data.key };
}
