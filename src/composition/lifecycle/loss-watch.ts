/** Looks regularly whether an engine that came back has lost what it held. */
const CHECK_EVERY_MS = 5_000;

export interface LossWatchOptions {
  /** True when something is lost. @throws StoreUnavailable, after which the next check looks again */
  readonly look: () => Promise<boolean>;
  /** Called when the result of `look` changes. */
  readonly onChange: (isLost: boolean) => void;
}

export class LossWatch {
  readonly #options: LossWatchOptions;
  readonly #timer: NodeJS.Timeout;
  #isLost = false;

  constructor(options: LossWatchOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.check().catch(() => undefined), CHECK_EVERY_MS).unref();
  }

  /** As of the last check. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** @throws StoreUnavailable */
  async check(): Promise<void> {
    const wasLost = this.#isLost;
    this.#isLost = await this.#options.look();
    if (this.#isLost !== wasLost) this.#options.onChange(this.#isLost);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
