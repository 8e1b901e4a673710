/** A chatbot with a scripted model, and pages of a shop that carry its widget. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type HostPage, hostSite, openPage, ROOT, type Watched } from '../browser/browser.ts';
import type { Owner, TestService, Widget } from '../http/service.ts';

export interface Shop {
  readonly owner: Owner;
  readonly chatbotId: string;
  readonly widget: Widget;
  readonly config: { readonly chatbotId: string; readonly apiKey: string; readonly apiUrl: string };
  readonly script: string;
}

export async function newShop(service: TestService, changes: object = {}): Promise<Shop> {
  const owner = await service.owner();
  const { id, publicId } = await owner.chatbot({ name: 'Fern & Fig', ...changes });
  const widget = await owner.widget(id, ['localhost', '127.0.0.1']);
  const { address } = service.running;
  const config = { chatbotId: publicId, apiKey: widget.key, apiUrl: `${address}/api` };
  return { owner, chatbotId: id, widget, config, script: `${address}/widget.js` };
}

interface VisitOptions extends Partial<HostPage> {
  /** Added to the page's configuration. */
  readonly options?: object;
  readonly browser?: BrowserContextOptions;
}

/** A visitor on a page of the shop, whose site has an origin of its own. */
export async function visit(browser: Browser, shop: Shop, how: VisitOptions = {}): Promise<Watched & Visitor> {
  const { options = {}, browser: contextOptions, ...page } = how;
  const site = await hostSite({ script: shop.script, config: { ...shop.config, ...options }, ...page });
  const watched = await openPage(browser, contextOptions);
  await watched.page.goto(site);
  return { ...watched, ...visitorOn(watched.page), site };
}

export interface Visitor {
  readonly site: string;
  readonly open: () => Promise<void>;
  readonly ask: (question: string) => Promise<void>;
  /** Asks, and waits until the answer is done. */
  readonly askAndRead: (question: string) => Promise<string>;
}

export function visitorOn(page: Page): Omit<Visitor, 'site'> {
  const root = page.locator(ROOT);
  const open = async () => {
    await root.locator('.launcher').click();
    await root.locator('.panel .message').first().waitFor();
  };
  const ask = async (question: string) => {
    await root.locator('textarea').fill(question);
    await root.locator('textarea').press('Enter');
  };
  const askAndRead = async (question: string) => {
    const done = root.locator('.message.bot:has(.action[aria-pressed])');
    const before = await done.count();
    await ask(question);
    await done.nth(before).waitFor();
    return done.nth(before).locator('.bubble').innerText();
  };
  return { open, ask, askAndRead };
}

/** The owner's side of the shop's only conversation. */
export async function agentOf({ owner, chatbotId }: Shop) {
  const path = `/chatbots/${chatbotId}`;
  const { data } = await owner.call<{ conversations: { id: string; sessionId: string; handoffRequested: boolean }[] }>(
    'GET',
    `${path}/conversations`,
  );
  const [conversation] = data.conversations;
  const session = `${path}/sessions/${conversation?.sessionId}`;
  return {
    handoffRequested: conversation?.handoffRequested,
    takeOver: () => owner.call('POST', `${session}/takeover`),
    release: () => owner.call('DELETE', `${session}/takeover`),
    deleteConversation: () => owner.call('DELETE', `${path}/conversations/${conversation?.id}`),
    write: (message: string) => owner.call('POST', `${session}/messages`, { body: { message } }),
  };
}
