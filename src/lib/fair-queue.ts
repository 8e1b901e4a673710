/** Round robin over keys: nobody waits behind another's backlog. */

export interface FairQueueLimits {
  readonly concurrency: number;
  readonly perKey: number;
}

interface Key {
  /** In arrival order. */
  readonly waiting: (() => void)[];
  running: number;
  /** 0 before the first. */
  lastTurn: number;
}

/** Tasks of one key start in arrival order. */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #keys = new Map<string, Key>();
  #running = 0;
  #turns = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** @throws what the work throws; the signal's reason when aborted before its turn */
  async run<Result>(name: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const end = await this.take(name, signal);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** The turn lasts until the returned function is called. @throws the signal's reason when aborted before */
  async take(name: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const atOnce = this.takeAtOnce(name);
    if (atOnce !== null) return atOnce;
    const key = this.#keyOf(name);
    await this.#waitForTurn(key, signal).catch((error: unknown) => {
      this.#forgetIdle(name, key);
      throw error;
    });
    return this.#endOf(name, key);
  }

  /** Returns null when another turn has to end first. */
  takeAtOnce(name: string): (() => void) | null {
    const { concurrency, perKey } = this.#limits;
    // Neither limit is reached, so no task of this key can be waiting.
    if (this.#running >= concurrency || (this.#keys.get(name)?.running ?? 0) >= perKey) return null;
    const key = this.#keyOf(name);
    this.#begin(key);
    return this.#endOf(name, key);
  }

  #keyOf(name: string): Key {
    const key = this.#keys.get(name) ?? { waiting: [], running: 0, lastTurn: 0 };
    this.#keys.set(name, key);
    return key;
  }

  #begin(key: Key): void {
    key.running += 1;
    this.#running += 1;
    this.#turns += 1;
    key.lastTurn = this.#turns;
  }

  #endOf(name: string, key: Key): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      key.running -= 1;
      this.#running -= 1;
      this.#startNext();
      this.#forgetIdle(name, key);
    };
  }

  #waitForTurn(key: Key, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const start = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      key.waiting.splice(key.waiting.indexOf(start), 1);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    key.waiting.push(start);
    this.#startNext();
    return promise;
  }

  #startNext(): void {
    while (this.#running < this.#limits.concurrency) {
      const key = this.#next();
      const start = key?.waiting.shift();
      if (key === null || start === undefined) return;
      this.#begin(key);
      start();
    }
  }

  /** The key that may start a task and whose last turn is longest ago. */
  #next(): Key | null {
    let next: Key | null = null;
    for (const key of this.#keys.values()) {
      if (key.waiting.length === 0 || key.running >= this.#limits.perKey) continue;
      if (next === null || key.lastTurn < next.lastTurn) next = key;
    }
    return next;
  }

  #forgetIdle(name: string, key: Key): void {
    const idle = key.waiting.length === 0 && key.running === 0;
    if (idle && this.#keys.get(name) === key) this.#keys.delete(name);
  }
}
