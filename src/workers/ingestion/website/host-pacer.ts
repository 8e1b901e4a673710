import { setTimeout as delay } from 'node:timers/promises';

const MAX_HOSTS = 10_000;

export class HostPacer {
  /** Earliest start of the next request by host, in milliseconds of `performance.now()`. */
  readonly #next = new Map<string, number>();

  /** @throws the signal's reason when it aborts */
  async waitForTurn(host: string, delayMs: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const now = performance.now();
    const at = Math.max(now, this.#next.get(host) ?? 0);
    this.#forgetPast(now);
    this.#next.set(host, at + delayMs);
    if (at > now) await sleep(at - now, signal);
  }

  /** As `Retry-After` asks. */
  pauseHost(host: string, forMs: number): void {
    this.#next.set(host, Math.max(this.#next.get(host) ?? 0, performance.now() + forMs));
  }

  #forgetPast(now: number): void {
    if (this.#next.size < MAX_HOSTS) return;
    for (const [host, at] of this.#next) if (at <= now) this.#next.delete(host);
  }
}

/** Rejects with the signal's reason instead of the timer's AbortError. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(milliseconds, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
