import type { LookupFunction } from 'node:net';
import type { Browser, BrowserContext } from 'playwright-core';
import type { PageRenderer, RenderedPage } from '../../../ports/content/page-renderer.ts';
import type { Report } from '../../../ports/report.ts';
import { AddressGuard } from '../address-guard.ts';
import { memoryOfDescendants } from './descendants.ts';
import { GuardedProxy } from './guarded-proxy.ts';
import { type ChromiumProgram, launchChromium } from './launch.ts';
import { PageBudget } from './page-budget.ts';
import { renderIn } from './render-page.ts';

export interface RendererOptions extends ChromiumProgram {
  readonly userAgent: string;
  /** `host:port` of private hosts that are allowed. */
  readonly allowHosts: readonly string[];
  readonly report: Report;
  /** Default: the system's resolver. */
  readonly resolve?: LookupFunction;
  readonly limits?: Partial<RenderLimits>;
}

interface RenderLimits {
  /** Limit of the whole rendering. */
  readonly timeoutMs: number;
  readonly maxRequests: number;
  /** Limit of all responses together, and of the final document. */
  readonly maxBytes: number;
  /** Limit of all browser processes together. */
  readonly maxMemoryBytes: number;
  /** Limit of closing a page or the browser. A page that blocks its process is ended with the browser. */
  readonly closeTimeoutMs: number;
}

const MEGABYTE = 1024 * 1024;
const DEFAULT_LIMITS: RenderLimits = {
  timeoutMs: 20_000,
  maxRequests: 300,
  maxBytes: 30 * MEGABYTE,
  maxMemoryBytes: 2048 * MEGABYTE,
  closeTimeoutMs: 5_000,
};
const CONCURRENCY = 2;
const MAX_PAGES_PER_BROWSER = 200;
const IDLE_MS = 30_000;
const MEMORY_CHECK_INTERVAL_MS = 500;

const NOT_STARTED = 'The browser that renders pages could not be started';
const TOO_LONG = 'The page takes too long to render';
const TOO_MUCH_MEMORY = 'The page needs too much memory to be rendered';
const FAILED = 'The page could not be rendered';

/** Renders in headless Chromium, which starts on demand and ends when idle. */
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
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#guard = new AddressGuard(options.allowHosts, options.resolve);
  }

  async render(url: string, { signal }: { signal: AbortSignal }): Promise<RenderedPage> {
    signal.throwIfAborted();
    await this.#acquireSlot();
    try {
      signal.throwIfAborted();
      return await this.#renderNow(url, signal);
    } finally {
      await this.#releaseSlot();
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
    const access = proxy.admit(new PageBudget(this.#limits));
    let context: BrowserContext | null = null;
    try {
      context = await within(
        this.#limits.timeoutMs,
        browser.newContext({
          proxy: { ...access, bypass: '<-loopback>' },
          ...CONTEXT_OPTIONS,
          userAgent: this.#options.userAgent,
        }),
      );
      return await this.#watched(renderIn(context, url, this.#limits), signal);
    } catch (error) {
      signal.throwIfAborted();
      return { ok: false, reason: error instanceof LimitExceeded ? error.message : FAILED };
    } finally {
      proxy.leave(access);
      if (context !== null) await within(this.#limits.closeTimeoutMs, context.close()).catch(() => this.#endBrowser());
    }
  }

  /** Enforces the timeout and the memory limit, which ends the browser. */
  async #watched(rendering: Promise<RenderedPage>, signal: AbortSignal): Promise<RenderedPage> {
    rendering.catch(() => {});
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const timeout = setTimeout(() => reject(new LimitExceeded(TOO_LONG)), this.#limits.timeoutMs);
    const memoryCheck = setInterval(() => {
      void memoryOfDescendants().then((bytes) => {
        if (bytes <= this.#limits.maxMemoryBytes) return;
        reject(new LimitExceeded(TOO_MUCH_MEMORY));
        void this.#endBrowser();
      });
    }, MEMORY_CHECK_INTERVAL_MS);
    try {
      return await Promise.race([rendering, stopped]);
    } finally {
      signal.removeEventListener('abort', onAbort);
      clearTimeout(timeout);
      clearInterval(memoryCheck);
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
    // Playwright kills a process that does not exit.
    if (browser !== null && browser !== undefined) {
      await within(this.#limits.closeTimeoutMs, browser.close()).catch(() => {});
    }
  }

  async #acquireSlot(): Promise<void> {
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

  async #releaseSlot(): Promise<void> {
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    this.#running -= 1;
    if (this.#running > 0) return;
    if (this.#rendered >= MAX_PAGES_PER_BROWSER) await this.#endBrowser();
    else if (!this.#closed) {
      this.#idle = setTimeout(() => void this.#endBrowser(), IDLE_MS);
      this.#idle.unref();
    }
  }
}

class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded';
}

const CONTEXT_OPTIONS = {
  serviceWorkers: 'block',
  acceptDownloads: false,
  viewport: { width: 1280, height: 2000 },
} as const;

async function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new LimitExceeded(TOO_LONG)), milliseconds);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
