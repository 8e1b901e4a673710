/** Callers that wait for the read models to pass a position. */
import type { Position } from '../../ports/event-log.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';

interface Waiter {
  readonly position: Position;
  readonly settle: (error: Error | null) => void;
}

export class Waiters {
  readonly #waiting = new Set<Waiter>();
  #passed: Position | null = null;
  #closed = false;
  #onWait: (() => void) | null = null;

  get hasAny(): boolean {
    return this.#waiting.size > 0;
  }

  /** @param timeoutMs null for no limit @throws StoreUnavailable after the timeout or `close` */
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
      const late = () =>
        settle(new StoreUnavailable('read models', `have not passed position ${position} within ${timeoutMs} ms`));
      const timer = timeoutMs === null ? undefined : setTimeout(late, timeoutMs);
      const waiter: Waiter = { position, settle };
      this.#waiting.add(waiter);
      this.#onWait?.();
    });
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
    this.#passed = position;
    for (const waiter of this.#waiting) if (waiter.position <= position) waiter.settle(null);
  }

  /** Positions of a replaced log mean nothing, so all waiters are rejected. */
  reset(): void {
    this.#passed = null;
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
