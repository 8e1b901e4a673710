/** An engine that is watched: it may lose its index, or come back from an outage with an older one. */
export class IndexWatch {
  readonly #check: () => Promise<void>;
  readonly #everyMs: number;
  readonly #onReplaced: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #wasAway = false;

  /** @param check rejects while the engine is away */
  constructor(check: () => Promise<void>, everyMs: number) {
    this.#check = check;
    this.#everyMs = everyMs;
  }

  /** Begins with the first listener. */
  watch(replaced: () => void): void {
    this.#onReplaced.push(replaced);
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => void this.check(), this.#everyMs).unref();
    void this.check();
  }

  replaced(): void {
    for (const listener of this.#onReplaced) listener();
  }

  /** An engine may have been restored during an outage, so the index counts as replaced after each. */
  async check(): Promise<void> {
    const wasAway = this.#wasAway;
    try {
      await this.#check();
      this.#wasAway = false;
    } catch {
      this.#wasAway = true;
      return;
    }
    if (wasAway) this.replaced();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
