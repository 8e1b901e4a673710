/** A person takes over: what the visitor sees of it, as it happens. */
import { describe, expect, it } from 'vitest';
import { ROOT, sharedBrowser } from '../support/browser/browser.ts';
import { chromiumPath } from '../support/browser/chromium.ts';
import { ScriptedModel } from '../support/http/scripted-models.ts';
import { sharedServiceWith } from '../support/http/shared-service.ts';
import { agentOf, newShop, visit, visitorOn } from '../support/widget/shop.ts';

describe.skipIf(chromiumPath === null)('A person', () => {
  const model = new ScriptedModel();
  const browser = sharedBrowser();
  const service = sharedServiceWith(model);

  it('is asked for, comes, writes, and goes; each is shown at once', async () => {
    const shop = await newShop(service(), { humanHandoffEnabled: true });
    const { page, open, ask, askAndRead, errors } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    await open();
    await askAndRead('Do you ship?');
    await root.getByRole('button', { name: 'Talk to a human' }).click();
    await root.locator('.notice', { hasText: 'We have told our team' }).waitFor();
    await root.locator('.subtitle', { hasText: 'Waiting for a person' }).waitFor();
    expect(await root.getByRole('button', { name: 'Talk to a human' }).count()).toBe(0);
    const agent = await agentOf(shop);
    expect(agent.handoffRequested).toBe(true);

    await agent.takeOver();
    await root.locator('.notice', { hasText: 'A person has joined' }).waitFor();
    await root.locator('.subtitle', { hasText: 'A person is here' }).waitFor();
    await agent.write('Hello, **Grace** here <img src=x onerror=alert(1)>');
    const written = root.locator('.message.agent');
    await written.waitFor();
    expect(await written.locator('strong').innerText()).toBe('Grace');
    expect(await written.locator('.mark').innerText()).toBe('Written by a person');
    expect(await written.locator('img').count()).toBe(0);
    await ask('Is the fern in stock?');
    await root.getByRole('button', { name: 'Send' }).waitFor();
    await expect.poll(() => root.locator('.message.is-waiting').count()).toBe(0);
    // Nobody is announced to be writing.
    expect(await root.locator('.transcript [role=status]').textContent()).toMatch(/^A person is here: Hello/);

    await agent.release();
    await root.locator('.notice', { hasText: 'The assistant answers again' }).waitFor();
    await askAndRead('And now?');
    expect(errors).toEqual([]);
  });

  it('takes the place of the suggested questions, which are for the chatbot, also after a reload', async () => {
    const shop = await newShop(service());
    const { page, open, askAndRead } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    await open();
    await askAndRead('Do you ship?');
    const suggestions = root.locator('.choice');
    await suggestions.first().waitFor();
    const agent = await agentOf(shop);
    await agent.takeOver();
    await suggestions.first().waitFor({ state: 'detached' });
    await page.reload();
    await visitorOn(page).open();
    await root.locator('.message.user').waitFor();
    expect(await suggestions.count()).toBe(0);
  });

  it('is seen by visitors whose browser stores nothing, as with all cookies blocked', async () => {
    const shop = await newShop(service(), { humanHandoffEnabled: true });
    const head = `<script nonce="n1">
      const denied = () => { throw new DOMException('Access is denied for this document.', 'SecurityError'); };
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: denied });
      navigator.locks.request = async () => denied();
      window.BroadcastChannel = function () { denied(); };
    </script>`;
    const { page, open, askAndRead, errors } = await visit(browser(), shop, { head });
    const root = page.locator(ROOT);
    await open();
    await askAndRead('Do you ship?');
    const agent = await agentOf(shop);
    await agent.takeOver();
    await root.locator('.notice', { hasText: 'A person has joined' }).waitFor();
    await agent.write('Hello');
    await root.locator('.message.agent').waitFor();
    expect(errors).toEqual([]);
  });

  it('goes with the conversation that the owner deletes; the next question begins another one', async () => {
    const shop = await newShop(service());
    const { page, open, askAndRead, errors } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    await open();
    await askAndRead('Do you ship?');
    const agent = await agentOf(shop);
    await agent.takeOver();
    await root.locator('.notice', { hasText: 'A person has joined' }).waitFor();
    await agent.deleteConversation();
    await root.locator('.notice', { hasText: 'The assistant answers again' }).waitFor();
    await askAndRead('And now?');
    await page.reload();
    await open();
    await root.locator('.message.user', { hasText: 'And now?' }).waitFor();
    expect(await root.locator('.message.user').count()).toBe(1);
    expect(errors).toEqual([]);
  });

  it('is waited for no longer when the owner deletes the conversation, whether the page hears of it or is opened later', async () => {
    const shop = await newShop(service(), { humanHandoffEnabled: true });
    const { page, open, askAndRead, site, errors } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    const waitForHuman = async () => {
      await askAndRead('Do you ship?');
      await root.getByRole('button', { name: 'Talk to a human' }).click();
      await root.locator('.subtitle', { hasText: 'Waiting for a person' }).waitFor();
    };
    await open();
    await waitForHuman();
    await (await agentOf(shop)).deleteConversation();
    await root.locator('.notice', { hasText: 'The assistant answers again' }).waitFor();
    await root.locator('.subtitle', { hasText: 'Assistant' }).waitFor();
    await waitForHuman();
    await page.goto('about:blank');
    await (await agentOf(shop)).deleteConversation();
    // Its channel would tell it too.
    await page.route(/\/events\?/, (route) => route.abort());
    await page.goto(site);
    await open();
    await root.locator('.subtitle', { hasText: 'Assistant' }).waitFor();
    await root.getByRole('button', { name: 'Talk to a human' }).waitFor();
    expect(errors).toEqual([]);
  });

  it('who writes while the chat is closed is counted on the bubble, also on the next page', async () => {
    const shop = await newShop(service(), { humanHandoffEnabled: true });
    const { page, open, askAndRead } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    await open();
    await askAndRead('Do you ship?');
    const agent = await agentOf(shop);
    await agent.takeOver();
    await root.locator('.notice', { hasText: 'A person has joined' }).waitFor();
    await page.keyboard.press('Escape');
    await agent.write('One');
    await root.getByRole('button', { name: 'Open chat, New messages: 1' }).waitFor();
    expect(await root.getByRole('status').allInnerTexts()).toEqual(['New messages: 1']);
    // The channel goes on from the last event that came.
    await page.goto('about:blank');
    await agent.write('Two');
    await page.goBack();
    await root.getByRole('button', { name: /New messages: 1/ }).waitFor();
    await visitorOn(page).open();
    await root.getByText('New messages').waitFor({ state: 'detached' });
    await root.locator('.message.agent').nth(1).waitFor();
    expect(await root.locator('.message.agent .bubble').allInnerTexts()).toEqual(['One', 'Two']);
  });

  it('on a page that the back/forward cache keeps there is no channel, nor anything of other tabs, until it is shown again', async () => {
    const shop = await newShop(service());
    const { page, open, askAndRead, requests } = await visit(browser(), shop);
    const root = page.locator(ROOT);
    const channels = () => requests.filter((url) => url.includes('/events?')).length;
    await open();
    await askAndRead('Do you ship?');
    const agent = await agentOf(shop);
    await agent.takeOver();
    await root.locator('.notice', { hasText: 'A person has joined' }).waitFor();
    const opened = channels();
    const closed = page.waitForEvent('requestfailed', (request) => request.url().includes('/events?'));
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
    await closed;
    // The browser hides the page as it goes, which asks for the channel again.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    const told = page.evaluate(`new Promise((resolve) => {
      const name = 'chatledger:${shop.config.chatbotId}';
      const { sessionId } = JSON.parse(localStorage.getItem(name));
      const data = { messageId: 'm1', content: 'Told by another tab', createdAt: '2026-01-01' };
      new BroadcastChannel(name).postMessage({ sessionId, event: 'agent_message', data });
      setTimeout(resolve, 500);
    })`);
    await agent.write('Yes, we do');
    await told;
    expect([channels(), await root.locator('.message.agent').count()]).toEqual([opened, 0]);
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await root.locator('.message.agent', { hasText: 'Yes, we do' }).waitFor();
    await expect.poll(channels, { timeout: 20_000 }).toBe(opened + 1);
    await agent.write('From Monday');
    await root.locator('.message.agent', { hasText: 'From Monday' }).waitFor();
  });

  it('is heard in the tab that is looked at when another one, with the channel, was put to sleep', async () => {
    const shop = await newShop(service());
    const { page, open, askAndRead, site } = await visit(browser(), shop);
    await open();
    await askAndRead('Do you ship?');
    const agent = await agentOf(shop);
    await agent.takeOver();
    await page.locator(ROOT).locator('.notice', { hasText: 'A person has joined' }).waitFor();
    /** Has the channel as a tab does that sleeps: it keeps the lock, and tells the others nothing. */
    const fallAsleep = async () => {
      const sleeper = await page.context().newPage();
      await sleeper.route('**/widget.js', (route) => route.abort());
      await sleeper.goto(site);
      await sleeper.evaluate(`new Promise((resolve) => {
        const { sessionId } = JSON.parse(localStorage.getItem('chatledger:${shop.config.chatbotId}'));
        const sleep = () => { resolve(); return new Promise(() => {}); };
        void navigator.locks.request('chatledger:${shop.config.chatbotId}:' + sessionId, { steal: true }, sleep);
      })`);
    };
    await page.goto('about:blank');
    await fallAsleep();
    await page.goto(site);
    await open();
    const heard = page.locator(ROOT).locator('.message.agent .bubble');
    await agent.write('To the page that was opened');
    await expect.poll(() => heard.allInnerTexts()).toEqual(['To the page that was opened']);

    await fallAsleep();
    await agent.write('Meanwhile');
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await expect.poll(() => heard.count()).toBe(2);
    await agent.write('To the tab that came into sight');
    await expect.poll(() => heard.count()).toBe(3);
  });

  it('is heard at once by a tab that comes into sight after a while, whose connection may have ended unseen', async () => {
    const shop = await newShop(service());
    const { page, open, askAndRead, requests } = await visit(browser(), shop);
    const channels = () => requests.filter((url) => url.includes('/events?')).length;
    await open();
    await askAndRead('Do you ship?');
    const agent = await agentOf(shop);
    await agent.takeOver();
    await page.locator(ROOT).locator('.notice', { hasText: 'A person has joined' }).waitFor();
    const opened = channels();
    const hideFor = (seconds: number) =>
      page.evaluate(`
        for (const [state, at] of [['hidden', 0], ['visible', ${seconds}]]) {
          Object.defineProperty(Document.prototype, 'visibilityState', { configurable: true, get: () => state });
          const now = Date.now;
          Date.now = () => now() + at * 1000;
          document.dispatchEvent(new Event('visibilitychange'));
          Date.now = now;
        }`);
    await hideFor(5);
    await agent.write('While the page was seen');
    const heard = page.locator(ROOT).locator('.message.agent .bubble');
    await expect.poll(() => heard.count()).toBe(1);
    expect(channels()).toBe(opened);
    const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/events?'));
    await hideFor(60);
    await ended;
    await expect.poll(channels).toBe(opened + 1);
    await agent.write('After a while');
    await expect.poll(() => heard.count()).toBe(2);
  });

  it('who came or went while the visitor was away is told by history, at once', async () => {
    const shop = await newShop(service());
    const { page, open, askAndRead, site } = await visit(browser(), shop);
    const subtitle = page.locator(ROOT).locator('.subtitle');
    await open();
    await askAndRead('Do you ship?');
    // The channel is not available.
    await page.route(/\/events\?/, (route) => route.abort());
    const agent = await agentOf(shop);
    for (const [act, told] of [
      [agent.takeOver, 'A person is here'],
      [agent.release, 'Assistant'],
    ] as const) {
      await page.goto('about:blank');
      await act();
      await page.goto(site);
      await open();
      await subtitle.getByText(told).waitFor();
    }
  });

  it('who came, wrote and went while the visitor was away is counted on the bubble days later, and waited for no longer', async () => {
    const shop = await newShop(service(), { humanHandoffEnabled: true });
    const { page, open, askAndRead, site } = await visit(browser(), shop, { browser: {} });
    const root = page.locator(ROOT);
    await open();
    await askAndRead('Do you ship?');
    await root.getByRole('button', { name: 'Talk to a human' }).click();
    await root.locator('.subtitle', { hasText: 'Waiting for a person' }).waitFor();
    await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toMatch(/"lastEventId":"\d+"/);
    await page.goto('about:blank');
    const agent = await agentOf(shop);
    await agent.takeOver();
    await agent.write('We ship on Mondays.');
    await agent.release();
    await page.clock.install({ time: Date.now() + 3 * 86_400_000 });
    await page.goto(site);
    await root.getByRole('button', { name: /New messages: 1/ }).click();
    await root.locator('.message.agent').getByText('We ship on Mondays.').waitFor();
    await root.locator('.subtitle', { hasText: 'Assistant' }).waitFor();
    await root.getByRole('button', { name: 'Talk to a human' }).waitFor();
  });

  it('is heard also after the service was away for a quarter of an hour', async () => {
    const shop = await newShop(service());
    const { page, open, askAndRead } = await visit(browser(), shop, { browser: { locale: 'en-US' } });
    const root = page.locator(ROOT);
    await page.clock.install();
    await open();
    await askAndRead('Do you ship?');
    let attempts = 0;
    await page.route(/\/events\?/, (route) => {
      attempts++;
      return route.abort();
    });
    await page.reload();
    await open();
    await root.locator('.message.user').waitFor();
    // The pause before the next attempt may begin only after time was moved on.
    await expect
      .poll(async () => {
        await page.clock.fastForward(40_000);
        return attempts;
      })
      .toBeGreaterThanOrEqual(25);
    await page.unroute(/\/events\?/);
    const agent = await agentOf(shop);
    await agent.takeOver();
    // Time that moves on while an attempt connects would let it give up as silent.
    let isConnecting = false;
    page.on('request', (request) => {
      if (/\/events\?/.test(request.url())) isConnecting = true;
    });
    page.on('requestfailed', (request) => {
      if (/\/events\?/.test(request.url())) isConnecting = false;
    });
    await expect
      .poll(async () => {
        if (!isConnecting) await page.clock.fastForward(40_000);
        return root.locator('.notice', { hasText: 'A person has joined' }).count();
      })
      .toBe(1);
  }, 30_000);

  it('can be asked for before anything else was said', async () => {
    const shop = await newShop(service(), { humanHandoffEnabled: true });
    const { page, open } = await visit(browser(), shop);
    await open();
    await page.locator(ROOT).getByRole('button', { name: 'Talk to a human' }).click();
    await page.locator(ROOT).locator('.notice', { hasText: 'We have told our team' }).waitFor();
    expect((await agentOf(shop)).handoffRequested).toBe(true);
  });
});
