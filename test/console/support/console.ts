/** The console in a real Chromium, over a whole service: one of each for a file of tests. */
import type { Browser, BrowserContext, BrowserContextOptions, Page, ViewportSize } from 'playwright-core';
import { afterEach, expect, onTestFinished } from 'vitest';
import { sharedBrowser } from '../../support/browser/browser.ts';
import { type Owner, serviceOfFile, type TestService } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

export interface OpenOptions extends BrowserContextOptions {
  readonly viewport?: ViewportSize;
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
  const open = async (all: OpenOptions = {}): Promise<ConsolePage> => {
    const { owner: given, path = '', viewport = DESKTOP, colorScheme, ...options } = all;
    const owner = given === undefined ? await service().owner() : given;
    const context = await contextWith(browser(), service().running.address, options);
    if (owner !== null) await signInAs(context, owner, service().running.address);
    const page = watch(await context.newPage());
    if (viewport !== DESKTOP) await page.setViewportSize(viewport);
    if (colorScheme !== undefined) await page.emulateMedia({ colorScheme });
    await page.goto(`${service().running.address}/console${path}`);
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

const SETTINGS: BrowserContextOptions = { locale: 'en-US', reducedMotion: 'reduce', viewport: DESKTOP };
const shared = new WeakMap<Browser, Promise<BrowserContext>>();

/** A context takes Chromium longer than a test does: the usual one is shared, and emptied after each test. */
async function contextWith(browser: Browser, address: string, options: BrowserContextOptions): Promise<BrowserContext> {
  if (Object.keys(options).length > 0) {
    const context = await newContext(browser, options);
    onTestFinished(() => context.close());
    return context;
  }
  const opening = shared.get(browser) ?? newContext(browser, {}).then(withFirstPage);
  shared.set(browser, opening);
  const context = await opening;
  onTestFinished(() => empty(context, address));
  return context;
}

/** Takes away what the oldest browsers lack that the console is built for (`BROWSERS` of its bundle). */
const OLDEST_BROWSERS = `
  delete URL.parse;
  delete Promise.try;
  delete RegExp.escape;
  delete Error.isError;
  delete Math.sumPrecise;
  delete Uint8Array.fromBase64;
  delete Uint8Array.prototype.toBase64;
  delete Element.prototype.moveBefore;
  delete HTMLDialogElement.prototype.requestClose;
  for (const helper of Object.getOwnPropertyNames(Iterator.prototype)) delete Iterator.prototype[helper];`;

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ ...SETTINGS, ...options });
  await context.addInitScript(OLDEST_BROWSERS);
  context.setDefaultTimeout(15_000);
  return context;
}

/** A context without pages gives up its window, which is what takes long. */
async function withFirstPage(context: BrowserContext): Promise<BrowserContext> {
  await context.newPage();
  return context;
}

/** Empties the context of cookies, storage and pages. */
async function empty(context: BrowserContext, origin: string): Promise<void> {
  const [first, ...pages] = context.pages();
  await Promise.all(pages.map((page) => page.close()));
  context.removeAllListeners('request');
  await Promise.all([context.clearCookies(), context.clearPermissions()]);
  if (first === undefined) throw new Error('The first page of the context is gone');
  const devtools = await context.newCDPSession(first);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devtools.detach();
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
