import { setTimeout as delay } from 'node:timers/promises';

const MAX_HOSTS = 10_000;

export interface PacerTime {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** May take longer than asked. @throws the signal's reason when it aborts */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

interface HostTurns {
  /** Earliest start of a request that asks for its turn now. */
  next: number;
  /** Start of the last request. */
  started: number;
}

export class HostPacer {
  readonly #time: PacerTime;
  readonly #hosts = new Map<string, HostTurns>();

  constructor(time: PacerTime = { now: () => performance.now(), sleep }) {
    this.#time = time;
  }

  /** Keeps the delay before each request, also after one that started late. @throws the signal's reason when it aborts */
  async waitForTurn(host: string, delayMs: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const turns = this.#turnsOf(host);
    const turn = Math.max(this.#time.now(), turns.next);
    turns.next = turn + delayMs;
    for (;;) {
      const now = this.#time.now();
      const start = Math.max(turn, turns.started + delayMs);
      if (start <= now) {
        turns.started = now;
        turns.next = Math.max(turns.next, now + delayMs);
        return;
      }
      await this.#time.sleep(start - now, signal);
    }
  }

  /** Delays all further requests to the host, as `Retry-After` asks. */
  pauseHost(host: string, forMs: number): void {
    const turns = this.#turnsOf(host);
    turns.next = Math.max(turns.next, this.#time.now() + forMs);
  }

  #turnsOf(host: string): HostTurns {
    const known = this.#hosts.get(host);
    if (known !== undefined) return known;
    this.#forgetPast();
    const turns = { next: Number.NEGATIVE_INFINITY, started: Number.NEGATIVE_INFINITY };
    this.#hosts.set(host, turns);
    return turns;
  }

  #forgetPast(): void {
    if (this.#hosts.size < MAX_HOSTS) return;
    const now = this.#time.now();
    for (const [host, { next }] of this.#hosts) if (next <= now) this.#hosts.delete(host);
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
