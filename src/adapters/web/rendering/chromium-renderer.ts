import type { LookupFunction } from 'node:net';
import type { Browser, BrowserContext } from 'playwright-core';
import type { PageRenderer, RenderedPage } from '../../../ports/page-renderer.ts';
import { AddressGuard } from '../address-guard.ts';
import { memoryOfDescendants } from './descendants.ts';
import { GuardedProxy } from './guarded-proxy.ts';
import { type ChromiumProgram, launchChromium } from './launch.ts';
import { PageAllowance } from './page-allowance.ts';
import { renderIn } from './render-page.ts';

export interface RendererOptions extends ChromiumProgram {
  readonly userAgent: string;
  /** `host:port` of those let through although they are not public. */
  readonly allowHosts: readonly string[];
  readonly report: (problem: { message: string; error?: unknown }) => void;
  /** Resolves host names; the system's resolver when left out. */
  readonly resolve?: LookupFunction;
  readonly limits?: Partial<RenderLimits>;
}

interface RenderLimits {
  /** For the whole of a page. */
  readonly timeoutMs: number;
  readonly maxRequests: number;
  /** All that a page asks for, and what it is in the end. */
  readonly maxBytes: number;
  /** Of all processes of the browser together. */
  readonly maxMemoryBytes: number;
}

const MEGABYTE = 1024 * 1024;
const LIMITS: RenderLimits = {
  timeoutMs: 20_000,
  maxRequests: 300,
  maxBytes: 30 * MEGABYTE,
  maxMemoryBytes: 2048 * MEGABYTE,
};
const CONCURRENCY = 2;
/** A browser that has rendered so many pages makes room for a fresh one. */
const PAGES_A_BROWSER = 200;
const IDLE_MS = 30_000;
const LOOK_AT_MEMORY_EVERY_MS = 500;
const CLOSE_WITHIN_MS = 5_000;

const NOT_STARTED = 'The browser that renders pages could not be started';
const TOO_LONG = 'The page takes too long to render';
const TOO_MUCH_MEMORY = 'The page needs too much memory to be rendered';
const FAILED = 'The page could not be rendered';

/** Renders in headless Chromium, started when there is something to render and ended when there is nothing for a while. */
export class ChromiumRenderer implements PageRenderer {
  readonly #options: RendererOptions;
  readonly #limits: RenderLimits;
  readonly #guard: AddressGuard;
  #proxy: Promise<GuardedProxy> | null = null;
  #browser: Promise<Browser> | null = null;
  #rendered = 0;
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #idle: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(options: RendererOptions) {
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
    this.#guard = new AddressGuard(options.allowHosts, options.resolve);
  }

  async render(url: string, { signal }: { signal: AbortSignal }): Promise<RenderedPage> {
    signal.throwIfAborted();
    await this.#turn();
    try {
      signal.throwIfAborted();
      return await this.#renderNow(url, signal);
    } finally {
      await this.#done();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#idle !== null) clearTimeout(this.#idle);
    await this.#endBrowser();
    await this.#proxy?.then((proxy) => proxy.close()).catch(() => {});
    this.#guard.close();
  }

  async #renderNow(url: string, signal: AbortSignal): Promise<RenderedPage> {
    const target = URL.parse(url);
    if (target === null || this.#guard.agentsFor(target) === null) return { ok: false, reason: 'URL is not allowed' };
    let proxy: GuardedProxy;
    let browser: Browser;
    try {
      this.#proxy ??= GuardedProxy.open(this.#guard);
      proxy = await this.#proxy;
      browser = await this.#open(proxy);
    } catch (error) {
      this.#options.report({ message: NOT_STARTED, error });
      await this.#endBrowser();
      return { ok: false, reason: NOT_STARTED };
    }
    this.#rendered += 1;
    const access = proxy.admit(new PageAllowance(this.#limits));
    let context: BrowserContext | null = null;
    try {
      context = await within(
        this.#limits.timeoutMs,
        browser.newContext({
          proxy: { ...access, bypass: '<-loopback>' },
          ...CONTEXT,
          userAgent: this.#options.userAgent,
        }),
      );
      return await this.#watched(renderIn(context, url, this.#limits), signal);
    } catch (error) {
      signal.throwIfAborted();
      return { ok: false, reason: error instanceof TooMuch ? error.message : FAILED };
    } finally {
      proxy.leave(access);
      // A page that holds its process up is ended with the browser.
      if (context !== null) await within(CLOSE_WITHIN_MS, context.close()).catch(() => this.#endBrowser());
    }
  }

  /** Ends the browser when the page takes too long to be stopped otherwise, or too much. */
  async #watched(rendering: Promise<RenderedPage>, signal: AbortSignal): Promise<RenderedPage> {
    rendering.catch(() => {});
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const timeout = setTimeout(() => reject(new TooMuch(TOO_LONG)), this.#limits.timeoutMs);
    const look = setInterval(() => {
      void memoryOfDescendants().then((bytes) => {
        if (bytes <= this.#limits.maxMemoryBytes) return;
        reject(new TooMuch(TOO_MUCH_MEMORY));
        void this.#endBrowser();
      });
    }, LOOK_AT_MEMORY_EVERY_MS);
    try {
      return await Promise.race([rendering, stopped]);
    } finally {
      signal.removeEventListener('abort', onAbort);
      clearTimeout(timeout);
      clearInterval(look);
    }
  }

  async #open(proxy: GuardedProxy): Promise<Browser> {
    if (this.#closed) throw new Error('The renderer is closed');
    const current = await this.#browser?.catch(() => null);
    if (current?.isConnected() === true) return current;
    const launching = launchChromium(this.#options, proxy.address);
    this.#browser = launching;
    this.#rendered = 0;
    return await launching;
  }

  async #endBrowser(): Promise<void> {
    const ending = this.#browser;
    this.#browser = null;
    const browser = await ending?.catch(() => null);
    // Playwright kills the process when it does not end by itself.
    if (browser !== null && browser !== undefined) await within(CLOSE_WITHIN_MS, browser.close()).catch(() => {});
  }

  async #turn(): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    if (this.#running < CONCURRENCY) {
      this.#running += 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    await promise;
  }

  async #done(): Promise<void> {
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    this.#running -= 1;
    if (this.#running > 0) return;
    if (this.#rendered >= PAGES_A_BROWSER) await this.#endBrowser();
    else if (!this.#closed) {
      this.#idle = setTimeout(() => void this.#endBrowser(), IDLE_MS);
      this.#idle.unref();
    }
  }
}

class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

const CONTEXT = { serviceWorkers: 'block', acceptDownloads: false, viewport: { width: 1280, height: 2000 } } as const;

async function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TooMuch(TOO_LONG)), milliseconds);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
