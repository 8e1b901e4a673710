export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

export interface Ids {
  /** A UUIDv7. */
  next(): string;
}
