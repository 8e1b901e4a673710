import type { FetchedPage, FetchFailure, FetchOptions, Web } from '../../../ports/content/web.ts';
import { hostOf } from '../../../reading/html/page-facts/page-urls.ts';
import { type HostPacer, sleep } from './host-pacer.ts';

const MAX_ATTEMPTS = 3;
const FIRST_DELAY_MS = 500;
/** A longer wait is not honoured. */
const MAX_RETRY_AFTER_MS = 30_000;
const TRANSIENT_STATUS = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Fetches at the host's pace and retries transient failures. */
export class PoliteFetch {
  readonly #web: Web;
  readonly #pacer: HostPacer;
  readonly #delayMs: number;
  /** Larger delays that hosts ask for. */
  readonly #delays = new Map<string, number>();
  #requests = 0;

  constructor(web: Web, pacer: HostPacer, delayMs: number) {
    this.#web = web;
    this.#pacer = pacer;
    this.#delayMs = delayMs;
  }

  /** Repeated and redirected requests count too. */
  get requestCount(): number {
    return this.#requests;
  }

  /** Holds for that host alone: the crawls of others may wait for their turns at another, which this one would hold up. */
  raiseDelay(host: string, delayMs: number): void {
    this.#delays.set(host, Math.max(this.#delayOf(host), delayMs));
  }

  waitForTurn(url: string, signal: AbortSignal): Promise<void> {
    const host = hostOf(url);
    return this.#pacer.waitForTurn(host, this.#delayOf(host), signal);
  }

  async get(url: string, options: FetchOptions): Promise<FetchedPage | FetchFailure> {
    const host = hostOf(url);
    for (let attempt = 1; ; attempt += 1) {
      await this.waitForTurn(url, options.signal);
      const result = await this.#fetchOnce(url, options);
      if (result.ok || attempt === MAX_ATTEMPTS || !isTransient(result)) return result;
      const wait = result.retryAfterMs ?? FIRST_DELAY_MS * 2 ** (attempt - 1);
      if (wait > MAX_RETRY_AFTER_MS) return result;
      if (result.retryAfterMs !== null) this.#pacer.pauseHost(host, wait);
      await sleep(wait, options.signal);
    }
  }

  /** Follows redirects at once. Each counts as a request, after which its host is left alone as after any other. */
  async #fetchOnce(url: string, options: FetchOptions): Promise<FetchedPage | FetchFailure> {
    const redirects = new Map<string, number>();
    const refuseRedirect = (target: URL): string | null => {
      const refusal = options.refuseRedirect?.(target) ?? null;
      if (refusal === null) redirects.set(target.host, (redirects.get(target.host) ?? 0) + 1);
      return refusal;
    };
    this.#requests += 1;
    const result = await this.#web.fetchPage(url, { ...options, refuseRedirect });
    for (const [host, count] of redirects) {
      this.#requests += count;
      this.#pacer.pauseHost(host, count * this.#delayOf(host));
    }
    return result;
  }

  #delayOf(host: string): number {
    return Math.max(this.#delayMs, this.#delays.get(host) ?? 0);
  }
}

function isTransient({ kind, status }: FetchFailure): boolean {
  return (
    kind === 'network' || kind === 'timeout' || (kind === 'http' && status !== null && TRANSIENT_STATUS.has(status))
  );
}
