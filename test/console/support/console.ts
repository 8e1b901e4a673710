/** The console in a real Chromium, over a whole service: one of each for a file of tests. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect, onTestFinished } from 'vitest';
import { type Owner, serviceOfFile, type TestService } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';
import { sharedBrowser } from '../../support/widget/browser.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

export interface OpenOptions extends BrowserContextOptions {
  /** Signed in; null opens the page as a stranger. Default: a new account. */
  readonly owner?: Owner | null;
  /** Below `/console`, such as `/chatbots/…/content`. */
  readonly path?: string;
}

export interface ConsolePage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Signed in; fails for a stranger. */
  readonly owner: Owner;
  readonly goto: (path: string) => Promise<void>;
}

export interface ConsoleOfFile {
  readonly service: () => TestService;
  readonly browser: () => Browser;
  readonly open: (options?: OpenOptions) => Promise<ConsolePage>;
  /** Another tab of the same browser. */
  readonly openTab: (context: BrowserContext, path?: string) => Promise<Page>;
}

/** A request that is refused, or that a test aborts, is reported by the browser as an error too. */
const REFUSAL = /Failed to load resource: (?:the server responded with a status of|net::ERR_FAILED)/;

/**
 * Every test fails that leaves an error in a page's console: a violation of the Content Security Policy is one.
 * @param how as for `serviceOfFile`; without any, the service is shared
 */
export function consoleOfFile(...how: Parameters<typeof serviceOfFile>): ConsoleOfFile {
  const browser = sharedBrowser();
  const service = how.length === 0 ? sharedService() : serviceOfFile(...how);
  const faults: string[] = [];
  afterEach(() => expect(faults.splice(0)).toEqual([]));

  const watch = (page: Page): Page => {
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !REFUSAL.test(message.text())) faults.push(message.text());
    });
    return page;
  };
  const openTab = async (context: BrowserContext, path = '') => {
    const page = watch(await context.newPage());
    await page.goto(`${service().running.address}/console${path}`);
    return page;
  };
  const open = async ({ owner: given, path, ...options }: OpenOptions = {}): Promise<ConsolePage> => {
    const owner = given === undefined ? await service().owner() : given;
    const context = await browser().newContext({
      ...{ locale: 'en-US', reducedMotion: 'reduce', viewport: DESKTOP },
      ...options,
    });
    onTestFinished(() => context.close());
    context.setDefaultTimeout(15_000);
    if (owner !== null) await signInAs(context, owner, service().running.address);
    const page = await openTab(context, path);
    return {
      ...{ page, context },
      get owner() {
        if (owner === null) throw new Error('Nobody is signed in');
        return owner;
      },
      goto: async (to) => {
        await page.goto(`${service().running.address}/console${to}`);
      },
    };
  };
  return { service, browser, open, openTab };
}

async function signInAs(context: BrowserContext, owner: Owner, address: string): Promise<void> {
  const cookies = owner.cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return { name, value, httpOnly: true, url: name === 'refresh_token' ? `${address}/api/auth` : address };
  });
  await context.addCookies(cookies);
}

/** Pixels by which the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
