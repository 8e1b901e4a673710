import type { FetchedPage, FetchFailure, FetchOptions, Web } from '../../../ports/web.ts';
import { hostOf } from '../html/page-urls.ts';
import { type HostPacer, waitFor } from './host-pacer.ts';

const ATTEMPTS = 3;
const FIRST_DELAY_MS = 500;
/** A server that asks to come back later than this is not waited for. */
const MAX_WAIT_MS = 30_000;
const TRANSIENT_STATUS = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Fetches politely, and again a few times when what went wrong may pass. */
export class PatientFetch {
  readonly #web: Web;
  readonly #pacer: HostPacer;
  #delayMs: number;

  constructor(web: Web, pacer: HostPacer, delayMs: number) {
    this.#web = web;
    this.#pacer = pacer;
    this.#delayMs = delayMs;
  }

  /** At least so long between two requests. */
  slowDown(delayMs: number): void {
    this.#delayMs = Math.max(this.#delayMs, delayMs);
  }

  /** Resolves when the next request to the host may begin. */
  turn(url: string, signal: AbortSignal): Promise<void> {
    return this.#pacer.turn(hostOf(url), this.#delayMs, signal);
  }

  async get(url: string, options: FetchOptions): Promise<FetchedPage | FetchFailure> {
    const host = hostOf(url);
    for (let attempt = 1; ; attempt += 1) {
      await this.turn(url, options.signal);
      const result = await this.#web.fetchPage(url, options);
      if (result.ok || attempt === ATTEMPTS || !isTransient(result)) return result;
      const wait = result.retryAfterMs ?? FIRST_DELAY_MS * 2 ** (attempt - 1);
      if (wait > MAX_WAIT_MS) return result;
      if (result.retryAfterMs !== null) this.#pacer.holdOff(host, wait);
      await waitFor(wait, options.signal);
    }
  }
}

function isTransient({ kind, status }: FetchFailure): boolean {
  return (
    kind === 'network' || kind === 'timeout' || (kind === 'http' && status !== null && TRANSIENT_STATUS.has(status))
  );
}
