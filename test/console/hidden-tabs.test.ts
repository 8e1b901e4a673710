/** Event streams of tabs that nobody looks at: browsers open six connections to a server over HTTP/1.1. */
import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/browser/chromium.ts';
import { consoleOfFile } from './support/console.ts';

/** Opened behind another tab; counts the locks that it did not get. */
const BEHIND_ANOTHER = `
  refused = 0;
  Object.defineProperty(document, 'hidden', { value: true });
  const request = navigator.locks.request.bind(navigator.locks);
  navigator.locks.request = (name, options, act) =>
    request(name, options, (lock) => {
      if (lock === null) refused++;
      return act(lock);
    });`;

const EVENTS = /\/events$/;
const STREAMS = 3;
const MINUTE_MS = 60_000;

describe.skipIf(chromiumPath === null)('Hidden tabs', () => {
  const { open, openTab, service } = consoleOfFile();

  it('keep a few streams among them, whatever the number of their chatbots, and take over that of a tab that is closed', async () => {
    const owner = await service().owner();
    const ids: string[] = [];
    for (let shops = 0; shops <= STREAMS; shops += 1) ids.push((await owner.chatbot({ name: `Shop ${shops}` })).id);
    // In a context of its own, since an init script stays.
    const { context } = await open({ owner, locale: 'en-GB' });
    await context.addInitScript(BEHIND_ANOTHER);
    await context.clock.install();
    const streams = new Set<Request>();
    context.on('request', (request) => request.url().endsWith('/events') && streams.add(request));
    context.on('requestfailed', (request) => streams.delete(request));
    context.on('requestfinished', (request) => streams.delete(request));
    const tabs: Page[] = [];
    for (const id of ids.slice(1)) {
      tabs.push(await openTab(context, `/chatbots/${id}/try`));
      await expect.poll(() => streams.size).toBe(tabs.length);
    }
    const [last = ''] = ids;
    const refused = await openTab(context, `/chatbots/${last}/try`);
    await expect.poll(() => refused.evaluate('refused')).toBe(STREAMS);
    expect(streams.size).toBe(STREAMS);
    await tabs[0]?.close();
    await refused.clock.fastForward(MINUTE_MS);
    await expect.poll(() => [...streams].some((request) => request.url().includes(last))).toBe(true);
  });

  it('that the back/forward cache keeps have no stream until they are shown again', async () => {
    const owner = await service().owner();
    const { id } = await owner.chatbot();
    const { page, goto } = await open({ owner });
    const opened = page.waitForResponse(EVENTS);
    await goto(`/chatbots/${id}/leads`);
    await opened;
    const closed = page.waitForEvent('requestfailed', (request) => EVENTS.test(request.url()));
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
    await closed;
    const openedAgain = page.waitForResponse(EVENTS);
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    expect((await openedAgain).status()).toBe(200);
  });
});
