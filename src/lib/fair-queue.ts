/** A semaphore whose keys take turns (round robin): nobody waits behind another's backlog. */

export interface FairQueueLimits {
  readonly concurrency: number;
  readonly perKey: number;
}

interface KeyState {
  readonly waiting: (() => void)[];
  running: number;
  /** 0 before the first. */
  lastTurn: number;
}

/** Tasks of one key start in arrival order. */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #keys = new Map<string, KeyState>();
  #running = 0;
  #turns = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** @throws what the work throws; the signal's reason when aborted before its turn */
  async run<Result>(key: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const release = await this.acquire(key, signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** @returns releases the turn @throws the signal's reason when aborted before the turn */
  async acquire(key: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const acquired = this.tryAcquire(key);
    if (acquired !== null) return acquired;
    const state = this.#stateOf(key);
    await this.#waitForTurn(state, signal).catch((error: unknown) => {
      this.#forgetIdle(key, state);
      throw error;
    });
    return this.#releaseOf(key, state);
  }

  tryAcquire(key: string): (() => void) | null {
    const { concurrency, perKey } = this.#limits;
    // Neither limit is reached, so no task of this key can be waiting.
    if (this.#running >= concurrency || (this.#keys.get(key)?.running ?? 0) >= perKey) return null;
    const state = this.#stateOf(key);
    this.#begin(state);
    return this.#releaseOf(key, state);
  }

  /** True when work of another key would start if this key released a turn. */
  othersWait(key: string): boolean {
    const { perKey } = this.#limits;
    for (const [other, { waiting, running }] of this.#keys) {
      if (other !== key && waiting.length > 0 && running < perKey) return true;
    }
    return false;
  }

  #stateOf(key: string): KeyState {
    const state = this.#keys.get(key) ?? { waiting: [], running: 0, lastTurn: 0 };
    this.#keys.set(key, state);
    return state;
  }

  #begin(state: KeyState): void {
    state.running += 1;
    this.#running += 1;
    this.#turns += 1;
    state.lastTurn = this.#turns;
  }

  #releaseOf(key: string, state: KeyState): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      state.running -= 1;
      this.#running -= 1;
      this.#startNext();
      this.#forgetIdle(key, state);
    };
  }

  #waitForTurn(state: KeyState, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const start = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      state.waiting.splice(state.waiting.indexOf(start), 1);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    state.waiting.push(start);
    this.#startNext();
    return promise;
  }

  #startNext(): void {
    while (this.#running < this.#limits.concurrency) {
      const state = this.#next();
      const start = state?.waiting.shift();
      if (state === null || start === undefined) return;
      this.#begin(state);
      start();
    }
  }

  /** The key whose last turn is longest ago, among those that may start a task. */
  #next(): KeyState | null {
    let next: KeyState | null = null;
    for (const state of this.#keys.values()) {
      if (state.waiting.length === 0 || state.running >= this.#limits.perKey) continue;
      if (next === null || state.lastTurn < next.lastTurn) next = state;
    }
    return next;
  }

  #forgetIdle(key: string, state: KeyState): void {
    const idle = state.waiting.length === 0 && state.running === 0;
    if (idle && this.#keys.get(key) === state) this.#keys.delete(key);
  }
}
