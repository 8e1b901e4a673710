/** Visitors read what went wrong, and how to continue. */
import { describe, expect, it } from 'vitest';
import { ROOT, sharedBrowser } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { ScriptedModel } from '../support/http/scripted-models.ts';
import { sharedServiceWith } from '../support/http/shared-service.ts';
import { isOnline } from '../support/network.ts';
import { refuse } from '../support/widget/fake-api.ts';
import { newShop, type Shop, visit } from '../support/widget/shop.ts';

describe.skipIf(chromiumPath === null)('A visitor', () => {
  const model = new ScriptedModel();
  const browser = sharedBrowser();
  const service = sharedServiceWith(model);

  it('reads a sentence of its own for each refusal of the service', async () => {
    const { page, open, ask } = await visit(browser(), await newShop(service()));
    const root = page.locator(ROOT);
    let refusal: [number, string] = [0, ''];
    await page.route('**/message', (route) => refuse(route, ...refusal));
    await open();
    const read: string[] = [];
    for (const [status, message, canRetry] of [
      [401, 'Missing widget key', false],
      [401, 'Invalid or revoked API key', false],
      [403, 'Domain not authorized', false],
      [403, 'Origin header missing', false],
      [403, 'Invalid Origin', false],
      [404, 'Chatbot not found', false],
      [429, 'Message limit reached', false],
      [503, 'The service is not available right now, please try again', true],
      [500, 'Something went wrong', true],
    ] as const) {
      refusal = [status, message];
      const count = await root.locator('.failure').count();
      await ask(message);
      const failure = root.locator('.failure').nth(count);
      await failure.waitFor();
      read.push(await failure.locator('span').innerText());
      expect([message, await failure.getByRole('button', { name: 'Try again' }).count()]).toEqual([
        message,
        canRetry ? 1 : 0,
      ]);
    }
    // Both mean that no site could be told.
    expect(new Set(read).size).toBe(read.length - 1);
    for (const sentence of read) expect(sentence).toMatch(/^[A-Z].+\.$/);
  });

  it('whose first words were refused reads why at each call for a human, and gets one once words are accepted', async () => {
    const shop = await newShop(service(), { humanHandoffEnabled: true });
    const { page, open, ask } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    await page.route('**/message', (route) => refuse(route, 429, 'Message limit reached'));
    await open();
    await ask('Do you ship?');
    for (const calls of [1, 2]) {
      await root
        .locator('.failure', { hasText: 'all it can this month' })
        .nth(calls - 1)
        .waitFor();
      await root.getByRole('button', { name: 'Talk to a human' }).click();
    }
    await root.locator('.failure').nth(2).waitFor();
    expect(await root.locator('.failure', { hasText: 'all it can this month' }).count()).toBe(3);
    expect(await root.locator('.notice', { hasText: 'no longer exists' }).count()).toBe(0);
    await page.unroute('**/message');
    await root.getByRole('button', { name: 'Talk to a human' }).click();
    await root.locator('.notice', { hasText: 'We have told our team' }).waitFor();
  });

  it.runIf(isOnline)(
    'whose network fails at the first click gets the chat at the next, from an address that no browser remembers',
    async () => {
      const { page, open } = await visit(browser(), await newShop(service()));
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url().replace(/.*\/widget\//, '')));
      await page.route('**/widget/panel-*', (route) => route.abort(), { times: 1 });
      const warned = page.waitForEvent('console', (message) => message.text().includes('could not be loaded'));
      await page.locator(`${ROOT} .launcher`).click();
      await warned;
      await open();
      const panels = asked.filter((path) => path.startsWith('panel-'));
      expect(panels).toHaveLength(2);
      expect(panels[1]).toMatch(new RegExp(`^${panels[0]}\\?retry=\\d+$`));
    },
  );

  it.runIf(isOnline)(
    'who opens the chat offline sees it loading, and gets it once when the network is back, unless it was closed',
    async () => {
      const { page } = await visit(browser(), await newShop(service()), { browser: {}, html: '<input>' });
      const root = page.locator(ROOT);
      const launcher = root.locator('.launcher');
      const isLoading = () => launcher.getAttribute('aria-busy');
      await launcher.waitFor();
      await page.evaluate("window.opened = 0; Chatledger.on('open', () => opened++)");
      await page.context().setOffline(true);
      const failed = page.waitForEvent('requestfailed');
      await launcher.click();
      await failed;
      await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
      expect(await isLoading()).toBe('true');
      await launcher.click();
      expect(await isLoading()).toBe('false');
      await launcher.click();
      expect(await isLoading()).toBe('true');
      // The visitor writes elsewhere meanwhile, and goes on there.
      await page.locator('input').focus();
      await page.context().setOffline(false);
      await root.locator('.panel .message').first().waitFor();
      expect(await isLoading()).toBe('false');
      expect(await page.evaluate('[opened, document.activeElement.localName]')).toEqual([1, 'input']);
    },
  );

  it('whose key was revoked reads so in the chat, and the page has no error', async () => {
    const shop = await newShop(service());
    await shop.owner.call('DELETE', `/chatbots/${shop.chatbotId}/widget-keys/${shop.widget.record.id}`);
    const { page, errors, console } = await visit(browser(), shop);
    await page.locator(`${ROOT} .launcher`).click();
    await page.locator(ROOT).locator('.failure', { hasText: 'This chat has been switched off.' }).waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
    expect(console.filter((line) => line.startsWith('warning: Chatledger'))).toHaveLength(1);
  });

  it.each(['config', 'history'])(
    'who tries again by keyboard after the %s could not be read stays in the chat',
    async (what) => {
      const { page, open, askAndRead } = await visit(browser(), await newShop(service()));
      const root = page.locator(ROOT);
      await open();
      await askAndRead('Do you ship?');
      await page.route(`**/${what}*`, (route) => route.abort());
      // The channel would read the history too once that can be read.
      await page.route('**/events*', (route) => route.abort());
      await page.reload();
      await root.locator('.launcher').click();
      const again = root.getByRole('button', { name: 'Try again' });
      await again.waitFor();
      await page.unroute(`**/${what}*`);
      await again.press('Enter');
      await root.locator('.message.user').waitFor();
      await page.keyboard.press('Escape');
      await root.locator('.panel').waitFor({ state: 'hidden' });
    },
  );

  it('of a site that the key does not name reads so', async () => {
    const shop = await newShop(service());
    const other = await shop.owner.widget(shop.chatbotId, ['shop.example']);
    const { page } = await visit(browser(), shop, { options: { apiKey: other.key } });
    await page.locator(`${ROOT} .launcher`).click();
    await page.locator(ROOT).locator('.failure', { hasText: 'This chat is not available on this website.' }).waitFor();
  });

  it('who asks too much sees the seconds count down, and goes on with the same request', async () => {
    model.script = async function* () {
      yield 'Here you are.';
    };
    const { page, open, ask } = await visit(browser(), await newShop(service()));
    const root = page.locator(ROOT);
    const keys: string[] = [];
    let isLimited = true;
    await page.route('**/message', async (route) => {
      if (route.request().method() === 'POST') keys.push((await route.request().headerValue('idempotency-key')) ?? '');
      return isLimited ? refuse(route, 429, 'Rate limited', '2') : route.fallback();
    });
    await open();
    await ask('Again?');
    await root.locator('.failure', { hasText: 'Too many messages. You can go on in 2 s.' }).waitFor();
    expect(await root.getByRole('button', { name: 'Try again' }).isDisabled()).toBe(true);
    await root.locator('.failure', { hasText: 'Too many messages. You can go on in 1 s.' }).waitFor();
    await root.locator('.failure', { hasText: 'You can go on now.' }).waitFor();
    isLimited = false;
    await root.getByRole('button', { name: 'Try again' }).click();
    await root.locator('.bubble', { hasText: 'Here you are.' }).waitFor();
    expect(new Set(keys).size).toBe(1);
    expect(await root.locator('.message.user').count()).toBe(1);
  });

  it('whose answer breaks off keeps what came, and tries again without posting twice', async () => {
    let attempts = 0;
    model.script = async function* () {
      attempts++;
      yield attempts === 1 ? 'Half' : 'Whole.';
      if (attempts === 1) throw new Error('The model is away');
    };
    const shop = await newShop(service());
    const { page, open, ask } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    await open();
    await ask('Tell me');
    await root.locator('.failure', { hasText: 'Something went wrong. Please try again.' }).waitFor();
    await root.getByRole('button', { name: 'Try again' }).click();
    await root.locator('.bubble', { hasText: 'Whole.' }).waitFor();
    expect(await root.locator('.failure').count()).toBe(0);
    expect(await questionsOf(shop)).toEqual(['Tell me']);
  });

  it.runIf(isOnline)('whose connection breaks in an answer gets all of it with the next attempt', async () => {
    const answer = 'We ship today.\n\nParcels are tracked.';
    model.script = async function* () {
      yield answer;
    };
    const { page, open, askAndRead } = await visit(browser(), await newShop(service()));
    let attempts = 0;
    await page.route(/\/message$/, async (route) => {
      const isFirst = route.request().method() === 'POST' && attempts++ === 0;
      if (!isFirst) return route.continue();
      const body = `event: token\ndata: ${JSON.stringify({ token: answer })}\n\n`;
      const headers = { 'access-control-allow-origin': '*', 'content-type': 'text/event-stream' };
      await route.fulfill({ headers, body });
    });
    await open();
    expect(await askAndRead('Do you ship?')).toBe(answer);
    expect(attempts).toBe(2);
  });

  it.runIf(isOnline)(
    'who is offline is told so at once, and the message goes by itself when the network is back, once',
    async () => {
      model.script = async function* () {
        yield 'Back again.';
      };
      const shop = await newShop(service());
      // The network is the context's: this one is nobody else's.
      const { page, open, ask } = await visit(browser(), shop, { browser: {} });
      const root = page.locator(ROOT);
      await open();
      await page.context().setOffline(true);
      await ask('Anybody there?');
      const failure = root.locator('.failure');
      await failure.getByText('You are offline. Your message is sent when you are back.').waitFor();
      await page.context().setOffline(false);
      const answered = root.locator('.message.bot:has(.action[aria-pressed])', { hasText: 'Back again.' });
      await answered.waitFor();
      expect([await failure.count(), await root.locator('.message.user').count()]).toEqual([0, 1]);
      expect(await questionsOf(shop)).toEqual(['Anybody there?']);
    },
  );

  it('who begins a new conversation offline sees nothing of the former one in it', async () => {
    const { page, open, ask } = await visit(browser(), await newShop(service()), { browser: {} });
    const root = page.locator(ROOT);
    await open();
    await page.context().setOffline(true);
    await ask('Anybody there?');
    await root.locator('.failure').waitFor();
    await root.getByRole('button', { name: 'New conversation' }).click();
    await root.locator('.failure').waitFor({ state: 'detached' });
    await page.context().setOffline(false);
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    expect(await root.locator('.message').count()).toBe(1);
    await root.getByRole('button', { name: 'Earlier messages' }).click();
    await root.locator('.message.bot:has(.action[aria-pressed])').waitFor();
  });
});

/** The conversations as the owner sees them. */
async function questionsOf({ owner, chatbotId }: Shop): Promise<readonly string[]> {
  const path = `/chatbots/${chatbotId}/history`;
  const { data } = await owner.call<{ messages: { role: string; content: string }[] }>('GET', path);
  return data.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
}
