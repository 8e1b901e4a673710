/** Numbers that many nodes add to and nobody replays: how often a widget key was used, and when last. */
export interface Usage {
  readonly count: number;
  /** Epoch milliseconds. */
  readonly lastAt: number;
}

export interface Counters {
  /** Adds all at once, atomically each. Durable when it answers. */
  add(increments: ReadonlyMap<string, Usage>): Promise<void>;
  read(names: readonly string[]): Promise<ReadonlyMap<string, Usage>>;
  close(): Promise<void>;
}
