/** Usage counters that all nodes increment and no event records: uses of a widget key and the time of the last one. */
export interface UsageCount {
  readonly count: number;
  /** Epoch milliseconds. */
  readonly lastAt: number;
}

export interface Counters {
  /** Increments each counter atomically. Durable once it resolves. */
  increment(increments: ReadonlyMap<string, UsageCount>): Promise<void>;
  read(names: readonly string[]): Promise<ReadonlyMap<string, UsageCount>>;
  close(): Promise<void>;
}
