/** Fixed-window rate limits, shared by all nodes that share the store. */

export interface RateLimit {
  /** Separates the keys of different limits. */
  readonly name: string;
  /** Points per window. */
  readonly count: number;
  /** The window begins with the first point. */
  readonly seconds: number;
}

export interface RateLimitResult {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

export interface RateLimits {
  /** Exact under concurrency. A refusal does not prolong the window. @param points default 1; 0 looks without counting @throws StoreUnavailable */
  consume(limit: RateLimit, key: string, points?: number): Promise<RateLimitResult>;
}
