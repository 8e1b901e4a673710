/** Tells those who found nothing left to do that it is worth looking again. */
export class WakeSignal {
  #version = 0;
  readonly #waiting = new Set<() => void>();

  /** Ask before looking, give it to `wait` afterwards: what happened in between is not missed. */
  get version(): number {
    return this.#version;
  }

  notify(): void {
    this.#version += 1;
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves on the first `notify` after `seen` was asked for, on abort, or after `timeoutMs` (null: never by itself). */
  wait(seen: number, signal: AbortSignal, timeoutMs: number | null = null): Promise<void> {
    if (this.#version !== seen || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = timeoutMs === null ? undefined : setTimeout(() => wake(), timeoutMs);
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}
