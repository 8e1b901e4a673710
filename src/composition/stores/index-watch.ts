/** Watches an engine, which may lose its index, or come back from an outage with an older one. */
export class IndexWatch {
  readonly #check: () => Promise<void>;
  readonly #everyMs: number;
  readonly #onReplaced: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #wasAway = false;
  /** A check hangs as long as the engine does. */
  #isChecking = false;

  /** @param check rejects while the engine is away */
  constructor(check: () => Promise<void>, everyMs: number) {
    this.#check = check;
    this.#everyMs = everyMs;
  }

  /** The first listener starts the checks. */
  watch(replaced: () => void): void {
    this.#onReplaced.push(replaced);
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => void this.check(), this.#everyMs).unref();
    void this.check();
  }

  /** `check` itself may call it. */
  replaced(): void {
    this.#wasAway = false;
    for (const listener of this.#onReplaced) listener();
  }

  /** An engine may have been restored during an outage, so the index counts as replaced after each. */
  async check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      await this.#check();
      if (this.#wasAway) this.replaced();
    } catch {
      this.#wasAway = true;
    } finally {
      this.#isChecking = false;
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
