/** Callers that wait for the read models to pass a position. */
import { laterPosition, type Position } from '../../ports/event-log.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';

/** Read models that get no further for this long are not slow: their store, or the log, is unavailable. */
const MAX_STALL_MS = 10_000;
/** Least wait of a caller that comes during a stall. */
const MIN_WAIT_MS = 1_000;

interface Waiter {
  readonly position: Position;
  readonly settle: (error: Error | null) => void;
}

export class Waiters {
  readonly #waiting = new Set<Waiter>();
  #passed: Position | null = null;
  /** Latest position that a caller waited for with a limit. */
  #awaited: Position | null = null;
  /**
   * Start of the time without progress in which `#awaited` was not passed; null when it was. Milliseconds of
   * `performance.now()`.
   */
  #stalledSince: number | null = null;
  #closed = false;
  #onWait: (() => void) | null = null;

  get hasAny(): boolean {
    return this.#waiting.size > 0;
  }

  /**
   * @param timeoutMs null for no limit
   * @throws StoreUnavailable after the timeout, after 10 seconds without progress, or after `close`
   */
  wait(position: Position, timeoutMs: number | null): Promise<void> {
    if (this.#passed !== null && this.#passed >= position) return Promise.resolve();
    if (this.#closed) return Promise.reject(shuttingDown());
    return new Promise((resolve, reject) => {
      const settle = (error: Error | null) => {
        clearTimeout(timer);
        this.#waiting.delete(waiter);
        if (error === null) resolve();
        else reject(error);
      };
      const startedAt = performance.now();
      const look = () => {
        const waitedMs = Math.round(performance.now() - startedAt);
        const remainingMs = this.#remainingMs(startedAt, timeoutMs ?? 0);
        if (remainingMs > 0) timer = setTimeout(look, remainingMs);
        else settle(new StoreUnavailable('read models', `have not passed position ${position} within ${waitedMs} ms`));
      };
      if (timeoutMs !== null) this.#await(position);
      let timer = timeoutMs === null ? undefined : setTimeout(look, this.#remainingMs(startedAt, timeoutMs));
      const waiter: Waiter = { position, settle };
      this.#waiting.add(waiter);
      this.#onWait?.();
    });
  }

  #await(position: Position): void {
    this.#awaited = laterPosition(this.#awaited, position);
    this.#stalledSince ??= performance.now();
  }

  #remainingMs(startedAt: number, timeoutMs: number): number {
    const stallEndsAt = Math.max((this.#stalledSince ?? startedAt) + MAX_STALL_MS, startedAt + MIN_WAIT_MS);
    return Math.min(startedAt + timeoutMs, stallEndsAt) - performance.now();
  }

  /** Resolves as soon as anybody waits, after `timeoutMs`, or on `close`. For one caller at a time. */
  firstWait(timeoutMs: number): Promise<void> {
    if (this.hasAny || this.#closed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#onWait?.(), timeoutMs);
      this.#onWait = () => {
        clearTimeout(timer);
        this.#onWait = null;
        resolve();
      };
    });
  }

  passed(position: Position): void {
    if (this.#passed === null || position > this.#passed) {
      const isBehind = this.#awaited !== null && this.#awaited > position;
      this.#stalledSince = isBehind ? performance.now() : null;
    }
    this.#passed = position;
    for (const waiter of this.#waiting) if (waiter.position <= position) waiter.settle(null);
  }

  /** Positions of a replaced log mean nothing, so all waiters are rejected. */
  reset(): void {
    this.#passed = null;
    this.#awaited = null;
    this.#stalledSince = null;
    for (const waiter of this.#waiting) waiter.settle(new StoreUnavailable('read models', 'are being rebuilt'));
  }

  /** Rejects all waiters, now and later. */
  close(): void {
    this.#closed = true;
    this.#onWait?.();
    for (const waiter of this.#waiting) waiter.settle(shuttingDown());
  }
}

const shuttingDown = () => new StoreUnavailable('read models', 'are shutting down');
