/**
 * Idempotency keys and stored responses: a repeated request gets the first response, on any node. The store sees callers, keys
 * and bodies as keyed hashes only; responses are sealed.
 */

export interface RequestClaim {
  /** Hash of the caller, the operation and the idempotency key. Lower-case hex SHA-256. */
  readonly id: string;
  /** Stored requests are bounded per group. Lower-case hex SHA-256. */
  readonly group: string;
  /** Fingerprint of the body; null while the body is still arriving. */
  readonly fingerprint: string | null;
  /** Command id of the first attempt. Later attempts receive the same one. */
  readonly commandId: string;
  /** Identifies this attempt. */
  readonly holder: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface StoredResponse {
  /** Key subject (see `keys.ts`) that seals it together with the caller's secret; null for none. */
  readonly subject: string | null;
  /** Base64, at most `MAX_SEALED_RESPONSE` characters. */
  readonly sealed: string;
}

export type ClaimResult =
  /** The caller executes the request and renews its lease. `repeated`: an earlier attempt broke off, perhaps just before its response. */
  | { readonly kind: 'acquired'; readonly commandId: string; readonly repeated: boolean }
  /** Another attempt holds the lease. */
  | { readonly kind: 'in-progress' }
  | { readonly kind: 'answered'; readonly fingerprint: string; readonly answer: StoredResponse }
  /** The key was used with another body. */
  | { readonly kind: 'mismatch' };

/** The exclusive hold of one attempt on its request. */
export interface RequestLease {
  readonly id: string;
  readonly holder: string;
}

export const MAX_SEALED_RESPONSE = 2_000_000;
/** Counted from the first attempt; afterwards the same key is a new request. */
export const RETENTION_MS = 24 * 3_600_000;
/** Without renewal the lease expires and another attempt may take over. */
export const LEASE_MS = 10_000;
/** Per group. Beyond it a periodic cleanup deletes the oldest. */
export const MAX_STORED_REQUESTS = 10_000;

/** Every call is durable once it resolves. @throws StoreUnavailable */
export interface Idempotency {
  /** One of several concurrent claims acquires the request. */
  claim(request: RequestClaim): Promise<ClaimResult>;
  /** Extends the lease by `LEASE_MS` from `now` (epoch milliseconds). False when the lease is lost. */
  renew(lease: RequestLease, now: number): Promise<boolean>;
  /** Records the fingerprint once the body has arrived. `lost`: another attempt holds the lease. */
  recordFingerprint(lease: RequestLease, fingerprint: string): Promise<'recorded' | 'mismatch' | 'lost'>;
  /** Ends the attempt. The fingerprint must be recorded. False when the lease is lost; nothing is stored then. */
  storeResponse(lease: RequestLease, response: StoredResponse): Promise<boolean>;
  /** Ends the attempt without a response. The next one may start at once, under the same command id. */
  release(lease: RequestLease): Promise<void>;
  close(): Promise<void>;
}
