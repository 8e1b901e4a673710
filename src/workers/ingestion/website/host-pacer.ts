import { setTimeout as delay } from 'node:timers/promises';

const MAX_HOSTS = 10_000;

/** Keeps requests to one host apart. */
export class HostPacer {
  /** When the next request to a host may start, in milliseconds of `performance.now()`. */
  readonly #next = new Map<string, number>();

  /** Resolves when it is this caller's turn. Rejects with the signal's reason when that aborts. */
  async turn(host: string, delayMs: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const now = performance.now();
    const at = Math.max(now, this.#next.get(host) ?? 0);
    this.#forgetPast(now);
    this.#next.set(host, at + delayMs);
    if (at > now) await waitFor(at - now, signal);
  }

  /** Nobody asks the host for that long: it said so. */
  holdOff(host: string, forMs: number): void {
    this.#next.set(host, Math.max(this.#next.get(host) ?? 0, performance.now() + forMs));
  }

  #forgetPast(now: number): void {
    if (this.#next.size < MAX_HOSTS) return;
    for (const [host, at] of this.#next) if (at <= now) this.#next.delete(host);
  }
}

/** Rejects with the signal's reason, not with a timer's. */
export async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(milliseconds, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
