import type { FetchedPage, FetchFailure, FetchOptions, Web } from '../../../ports/content/web.ts';
import { hostOf } from '../../../reading/html/page-facts/page-urls.ts';
import { type HostPacer, sleep } from './host-pacer.ts';

const MAX_ATTEMPTS = 3;
const FIRST_DELAY_MS = 500;
/** A longer `Retry-After` is not honoured. */
const MAX_RETRY_AFTER_MS = 30_000;
const TRANSIENT_STATUS = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Fetches at the host's pace and retries transient failures. */
export class PoliteFetch {
  readonly #web: Web;
  readonly #pacer: HostPacer;
  #delayMs: number;
  #requests = 0;

  constructor(web: Web, pacer: HostPacer, delayMs: number) {
    this.#web = web;
    this.#pacer = pacer;
    this.#delayMs = delayMs;
  }

  /** Requests sent so far, repeated ones too. */
  get requestCount(): number {
    return this.#requests;
  }

  raiseDelay(delayMs: number): void {
    this.#delayMs = Math.max(this.#delayMs, delayMs);
  }

  waitForTurn(url: string, signal: AbortSignal): Promise<void> {
    return this.#pacer.waitForTurn(hostOf(url), this.#delayMs, signal);
  }

  async get(url: string, options: FetchOptions): Promise<FetchedPage | FetchFailure> {
    const host = hostOf(url);
    for (let attempt = 1; ; attempt += 1) {
      await this.waitForTurn(url, options.signal);
      this.#requests += 1;
      const result = await this.#web.fetchPage(url, options);
      if (result.ok || attempt === MAX_ATTEMPTS || !isTransient(result)) return result;
      const wait = result.retryAfterMs ?? FIRST_DELAY_MS * 2 ** (attempt - 1);
      if (wait > MAX_RETRY_AFTER_MS) return result;
      if (result.retryAfterMs !== null) this.#pacer.pauseHost(host, wait);
      await sleep(wait, options.signal);
    }
  }
}

function isTransient({ kind, status }: FetchFailure): boolean {
  return (
    kind === 'network' || kind === 'timeout' || (kind === 'http' && status !== null && TRANSIENT_STATUS.has(status))
  );
}
