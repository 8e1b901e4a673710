/** Fixed-window rate limits, shared by all nodes that share the store. */

export interface RateLimit {
  /** `auth` or `widget-message`: separates the keys of different limits. */
  readonly name: string;
  /** Points per window. */
  readonly count: number;
  /** Length of the window, which begins with the first point. */
  readonly seconds: number;
}

export interface RateLimitResult {
  readonly allowed: boolean;
  /** Points left in the window. */
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

export interface RateLimits {
  /**
   * Consumes points, exactly even under concurrency. A refusal does not prolong the window.
   * @param key the limited caller
   * @param points default 1
   * @throws StoreUnavailable
   */
  consume(limit: RateLimit, key: string, points?: number): Promise<RateLimitResult>;
}
