/** How often somebody may do something. Shared by all nodes where the store behind it is. */

export interface RateLimit {
  /** What is limited, as `auth` or `widget-message`: keys of two names never meet. */
  readonly name: string;
  /** So many are allowed... */
  readonly count: number;
  /** ...in a window of so many seconds, which begins with the first one. */
  readonly seconds: number;
}

export interface RateTaken {
  readonly allowed: boolean;
  /** Whole seconds until the window ends, at least 1; 0 when allowed. */
  readonly retryAfterSeconds: number;
}

export interface RateLimits {
  /**
   * Takes one, exactly under concurrency: of those that come in one window `count` are allowed. A refused one does not prolong
   * the wait. `key` is whom it counts against. @throws StoreUnavailable
   */
  take(limit: RateLimit, key: string): Promise<RateTaken>;
}
