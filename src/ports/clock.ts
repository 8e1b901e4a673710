export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

export interface Ids {
  /** Returns a UUIDv7: unique, and sorted by creation time. */
  next(): string;
}
