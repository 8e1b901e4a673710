import type { Transferable } from 'node:worker_threads';

export interface PendingCall {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
  readonly transfer: readonly Transferable[];
  /** Epoch milliseconds. */
  readonly expiry: number;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * Calls not yet posted to the worker, and posted calls without an answer, in call order. Each leaves exactly once: by its
 * answer, its deadline, or the end of the thread.
 */
export class CallQueue {
  #unposted: PendingCall[] = [];
  readonly #posted = new Map<number, PendingCall>();

  get size(): number {
    return this.#unposted.length + this.#posted.size;
  }

  get unposted(): number {
    return this.#unposted.length;
  }

  add(call: PendingCall): void {
    this.#unposted.push(call);
  }

  take(limit: number): readonly PendingCall[] {
    const taken = this.#unposted.splice(0, limit);
    for (const call of taken) this.#posted.set(call.id, call);
    return taken;
  }

  /** Returns undefined when the call has already timed out. */
  answered(id: number): PendingCall | undefined {
    const call = this.#posted.get(id);
    this.#posted.delete(id);
    return call;
  }

  /** Removes the calls whose deadline has passed. */
  expired(now: number): readonly PendingCall[] {
    const late = [...this.#posted.values(), ...this.#unposted].filter((call) => call.expiry <= now);
    if (late.length > 0) this.#unposted = this.#unposted.filter((call) => call.expiry > now);
    for (const call of late) this.#posted.delete(call.id);
    return late;
  }

  drain(): readonly PendingCall[] {
    const all = [...this.#posted.values(), ...this.#unposted];
    this.#posted.clear();
    this.#unposted = [];
    return all;
  }
}
