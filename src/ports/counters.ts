/** Usage counters of widget keys, which no event records. */
export interface UsageCount {
  readonly count: number;
  /** Epoch milliseconds. */
  readonly lastAt: number;
}

export interface Counters {
  /** Atomic per counter. Durable once it resolves. */
  increment(increments: ReadonlyMap<string, UsageCount>): Promise<void>;
  read(names: readonly string[]): Promise<ReadonlyMap<string, UsageCount>>;
  close(): Promise<void>;
}
