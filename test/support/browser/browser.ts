/** One Chromium for a test process, and pages of sites that have the widget on them. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { beforeAll, onTestFinished } from 'vitest';
import { onProcessEnd } from '../vitest/process-end.ts';
import { chromiumPath } from './chromium.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  // Sites of a page share one process: starting one for each costs more than most tests need.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
];
export const ROOT = '#chatledger-widget';

let launching: Promise<Browser> | undefined;

/** The browser that all files of the test process share. */
export function sharedBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    launching ??= chromium
      .launch({ executablePath: chromiumPath ?? '', headless: true, args: FLAGS })
      .then((launched) => {
        onProcessEnd(() => launched.close());
        return launched;
      });
    browser = await launching;
  });
  return () => {
    if (browser === undefined) throw new Error('The browser has not started');
    return browser;
  };
}

/** A site of its own origin for one test. */
export async function siteOf(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

export interface HostPage {
  readonly config?: object | null;
  /** Address of `/widget.js`. */
  readonly script: string;
  readonly html?: string;
  readonly head?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly language?: string;
  /** Empty for a page in quirks mode. */
  readonly doctype?: string;
  /** Replaces the usual two scripts. */
  readonly scripts?: string;
}

export const snippet = (config: object | null, script: string): string =>
  `${config === null ? '' : `<script nonce="n1">window.ChatbotConfig = ${JSON.stringify(config)};</script>`}
   <script nonce="n1" src="${script}"></script>`;

/** @returns the origin of a site with one page */
export function hostSite({ config = {}, script, headers = {}, ...page }: HostPage): Promise<string> {
  const {
    html = '<h1>Shop</h1>',
    head = '',
    language = 'en',
    doctype = '<!doctype html>',
    scripts = snippet(config, script),
  } = page;
  return siteOf((request, response) => {
    if (request.url === '/favicon.ico') return void response.writeHead(204).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(
      `${doctype}<html lang="${new URL(request.url ?? '', 'http://site').searchParams.get('lang') ?? language}"><head><meta name="viewport" content="width=device-width, initial-scale=1"><title>Shop</title>${head}</head><body><main>${html}</main>${scripts}</body></html>`,
    );
  });
}

/** Errors of a page, and its requests. */
export interface Watched {
  readonly page: Page;
  readonly errors: string[];
  readonly requests: string[];
  readonly console: string[];
}

const DEFAULTS: BrowserContextOptions = { locale: 'en-US', reducedMotion: 'reduce' };
const shared = new WeakMap<Browser, Promise<BrowserContext>>();

/**
 * A page of the running test. Pages without options share a context, which is where a new page takes longest: sites have origins of
 * their own, so nothing that one test stores is another's.
 */
export async function openPage(browser: Browser, options?: BrowserContextOptions): Promise<Watched> {
  if (options !== undefined) {
    const context = await newContext(browser, options);
    onTestFinished(() => context.close());
    return watch(await context.newPage());
  }
  const context = await (shared.get(browser) ?? shareContext(browser));
  onTestFinished(async () => {
    const [, ...pages] = context.pages();
    await Promise.all(pages.map((page) => page.close()));
  });
  return watch(await context.newPage());
}

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ ...DEFAULTS, ...options });
  context.setDefaultTimeout(15_000);
  return context;
}

/** The first page stays open, because a context without pages loses what makes the next page fast. */
function shareContext(browser: Browser): Promise<BrowserContext> {
  const opening = newContext(browser, {}).then(async (context) => {
    // It would stay for the pages of later tests, whose timers would swallow errors.
    context.clock.install = () =>
      Promise.reject(new Error('A page with a clock of its own must be opened with options'));
    await context.newPage();
    return context;
  });
  shared.set(browser, opening);
  return opening;
}

function watch(page: Page): Watched {
  const watched: Watched = { page, errors: [], requests: [], console: [] };
  page.on('pageerror', (error) => watched.errors.push(String(error)));
  page.on('console', (message) => watched.console.push(`${message.type()}: ${message.text()}`));
  page.on('request', (request) => watched.requests.push(request.url()));
  return watched;
}
