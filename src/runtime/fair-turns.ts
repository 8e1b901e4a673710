/** Turns at something scarce, shared out so that nobody waits behind the backlog of another. */

export interface TurnLimits {
  /** Pieces of work under way together. */
  readonly atOnce: number;
  /** Of them, for one key. */
  readonly perKey: number;
}

interface Key {
  /** Those that begin what waits, in the order it came. */
  readonly waiting: (() => void)[];
  underWay: number;
  /** When it had its last turn, counted in turns; 0 before its first. */
  lastTurn: number;
}

/** Keys take turns, each with as many pieces of work as it may have; the work of one key begins in the order it came. */
export class FairTurns {
  readonly #limits: TurnLimits;
  /** Those with work that waits or is under way. */
  readonly #keys = new Map<string, Key>();
  #underWay = 0;
  #turns = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Does the work when its turn has come. @throws what the work throws; the signal's reason when that aborts before its turn */
  async run<Result>(name: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    const key = this.#keys.get(name) ?? { waiting: [], underWay: 0, lastTurn: 0 };
    this.#keys.set(name, key);
    await this.#turn(key, signal).catch((error: unknown) => {
      this.#forgetIdle(name, key);
      throw error;
    });
    try {
      return await work();
    } finally {
      key.underWay -= 1;
      this.#underWay -= 1;
      this.#beginNext();
      this.#forgetIdle(name, key);
    }
  }

  #turn(key: Key, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      key.waiting.splice(key.waiting.indexOf(begin), 1);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    key.waiting.push(begin);
    this.#beginNext();
    return promise;
  }

  #beginNext(): void {
    while (this.#underWay < this.#limits.atOnce) {
      const key = this.#next();
      const begin = key?.waiting.shift();
      if (key === null || begin === undefined) return;
      key.underWay += 1;
      this.#underWay += 1;
      this.#turns += 1;
      key.lastTurn = this.#turns;
      begin();
    }
  }

  /** The one that may begin something and had its last turn longest ago. */
  #next(): Key | null {
    let next: Key | null = null;
    for (const key of this.#keys.values()) {
      if (key.waiting.length === 0 || key.underWay >= this.#limits.perKey) continue;
      if (next === null || key.lastTurn < next.lastTurn) next = key;
    }
    return next;
  }

  #forgetIdle(name: string, key: Key): void {
    const idle = key.waiting.length === 0 && key.underWay === 0;
    if (idle && this.#keys.get(name) === key) this.#keys.delete(name);
  }
}
