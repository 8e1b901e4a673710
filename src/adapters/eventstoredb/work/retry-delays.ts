interface PendingRetry {
  onDue: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Events that wait out a retry delay, by id. */
export class RetryDelays {
  readonly #pending = new Map<string, PendingRetry>();

  get size(): number {
    return this.#pending.size;
  }

  schedule(id: string, delayMs: number, onDue: () => void, afterDue: () => void): void {
    const pending: PendingRetry = {
      onDue,
      timer: setTimeout(() => {
        this.#pending.delete(id);
        pending.onDue();
        afterDue();
      }, delayMs),
    };
    this.#pending.set(id, pending);
  }

  /** Replaces the callback of a pending retry. @returns false when none is pending under this id */
  replace(id: string, onDue: () => void): boolean {
    const pending = this.#pending.get(id);
    if (pending !== undefined) pending.onDue = onDue;
    return pending !== undefined;
  }

  clear(): void {
    for (const { timer } of this.#pending.values()) clearTimeout(timer);
    this.#pending.clear();
  }
}
