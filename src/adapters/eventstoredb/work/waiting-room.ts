interface Guest {
  onDue: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Events that wait for their next attempt, by id. */
export class WaitingRoom {
  readonly #guests = new Map<string, Guest>();

  get size(): number {
    return this.#guests.size;
  }

  /** Calls `onDue` when the time is over, and `onLeft` after it. */
  admit(id: string, delayMs: number, onDue: () => void, onLeft: () => void): void {
    const guest: Guest = {
      onDue,
      timer: setTimeout(() => {
        this.#guests.delete(id);
        guest.onDue();
        onLeft();
      }, delayMs),
    };
    this.#guests.set(id, guest);
  }

  /** Something else is to happen when the time is over. False when nothing waits under this id. */
  replace(id: string, onDue: () => void): boolean {
    const guest = this.#guests.get(id);
    if (guest !== undefined) guest.onDue = onDue;
    return guest !== undefined;
  }

  clear(): void {
    for (const { timer } of this.#guests.values()) clearTimeout(timer);
    this.#guests.clear();
  }
}
