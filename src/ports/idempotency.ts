/**
 * Idempotency keys and stored responses: a repeated request gets the first response, on any node. The store sees callers, keys
 * and bodies as keyed hashes only.
 */

export interface RequestClaim {
  /** Hash of caller, operation and idempotency key. Lower-case hex SHA-256. */
  readonly id: string;
  /** Bounds the stored requests. Lower-case hex SHA-256. */
  readonly group: string;
  /** Keyed hash of the body; null while it is still arriving. */
  readonly fingerprint: string | null;
  /** Later attempts receive the first one's. */
  readonly commandId: string;
  readonly holder: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface StoredResponse {
  /** Key subject (see `keys.ts`) that seals it together with the caller's secret. */
  readonly subject: string | null;
  /** Base64, at most `MAX_SEALED_RESPONSE` characters. */
  readonly sealed: string;
}

export type ClaimResult =
  /**
   * The caller executes the request and renews its lease. `repeated`: an earlier attempt broke off, perhaps just before its
   * response.
   */
  | { readonly kind: 'acquired'; readonly commandId: string; readonly repeated: boolean }
  | { readonly kind: 'in-progress' }
  | { readonly kind: 'answered'; readonly fingerprint: string; readonly answer: StoredResponse }
  /** The key was used with another body. */
  | { readonly kind: 'mismatch' };

export interface RequestLease {
  readonly id: string;
  readonly holder: string;
}

export const MAX_SEALED_RESPONSE = 2_000_000;
/** From the first attempt; afterwards the same key is a new request. */
export const RETENTION_MS = 24 * 3_600_000;
/** Another attempt may take over a lease that is not renewed. */
export const LEASE_MS = 10_000;
/** Per group; a periodic cleanup deletes the oldest beyond it. */
export const MAX_STORED_REQUESTS = 10_000;

/** Every call is durable once it resolves. @throws StoreUnavailable */
export interface Idempotency {
  /** One of several concurrent claims acquires the request. */
  claim(request: RequestClaim): Promise<ClaimResult>;
  /** `now` in epoch milliseconds. False when the lease is lost. */
  renew(lease: RequestLease, now: number): Promise<boolean>;
  /** `lost`: another attempt holds the lease. */
  recordFingerprint(lease: RequestLease, fingerprint: string): Promise<'recorded' | 'mismatch' | 'lost'>;
  /** Ends the attempt. The fingerprint must be recorded. Stores nothing and returns false when the lease is lost. */
  storeResponse(lease: RequestLease, response: StoredResponse): Promise<boolean>;
  /** Ends the attempt without a response. The next one has the same command id. */
  release(lease: RequestLease): Promise<void>;
  /** Deletes a request that has exactly this response, so that its key may be claimed anew. */
  discard(id: string, response: StoredResponse): Promise<void>;
  close(): Promise<void>;
}
