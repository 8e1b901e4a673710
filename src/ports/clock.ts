export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

export interface Ids {
  /** A UUIDv7: unique, and sorted by when it was made. */
  next(): string;
}
