export class WakeSignal {
  #version = 0;
  readonly #waiting = new Set<() => void>();

  /** Read before looking for work and pass to `wait`: a `notify` in between is not missed. */
  get version(): number {
    return this.#version;
  }

  notify(): void {
    this.#version += 1;
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves on the first `notify` after `seen` was read, on abort, or after `timeoutMs` (null: no timeout). */
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
