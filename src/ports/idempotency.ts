/** A repeated request gets the stored response of the first, on any node. Callers, keys and bodies reach the store as keyed hashes only. */

export interface RequestClaim {
  /** Hash of caller, operation and idempotency key. Lower-case hex SHA-256. */
  readonly id: string;
  /** Bounds the stored requests. Lower-case hex SHA-256. */
  readonly group: string;
  /** Keyed hash of the body, in the same form; null while the body is arriving. */
  readonly fingerprint: string | null;
  /** All attempts get the id of the first. */
  readonly commandId: string;
  readonly holder: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface StoredResponse {
  /** Subject whose data key seals it, together with the caller's secret. */
  readonly subject: string | null;
  /** Base64, at most `MAX_SEALED_RESPONSE` characters. */
  readonly sealed: string;
}

export type ClaimResult =
  /** The caller executes the request and renews its lease. `repeated`: an earlier attempt broke off, perhaps just before responding. */
  | { readonly kind: 'acquired'; readonly commandId: string; readonly repeated: boolean }
  | { readonly kind: 'in-progress' }
  | { readonly kind: 'completed'; readonly fingerprint: string; readonly response: StoredResponse }
  /** The key was used with another body. */
  | { readonly kind: 'mismatch' };

export interface RequestLease {
  readonly id: string;
  readonly holder: string;
}

export const MAX_SEALED_RESPONSE = 2_000_000;
/** From the first attempt. Afterwards the same key is a new request. */
export const RESPONSE_RETENTION_MS = 24 * 3_600_000;
/** Then another attempt may take over, unless the lease was renewed. */
export const REQUEST_LEASE_MS = 10_000;
/** Per group. The oldest beyond it are deleted now and then. */
export const MAX_STORED_REQUESTS = 10_000;

/** Every call is durable once it resolves. @throws StoreUnavailable */
export interface Idempotency {
  /** One of several concurrent claims acquires. */
  claim(request: RequestClaim): Promise<ClaimResult>;
  /** False when the lease is lost. @param now epoch milliseconds */
  renew(lease: RequestLease, now: number): Promise<boolean>;
  /** `lost`: another attempt holds the lease. */
  recordFingerprint(lease: RequestLease, fingerprint: string): Promise<'recorded' | 'mismatch' | 'lost'>;
  /** Ends the attempt, whose fingerprint must be recorded. False when the lease is lost; nothing is stored then. */
  storeResponse(lease: RequestLease, response: StoredResponse): Promise<boolean>;
  /** Ends the attempt without a response. */
  release(lease: RequestLease): Promise<void>;
  /** Deletes the request if it has exactly this response, so that its key counts as unused. */
  discard(id: string, response: StoredResponse): Promise<void>;
  /** Forgets the response if the request has exactly this one. The next attempt runs under the request's first command id. */
  forgetResponse(id: string, response: StoredResponse): Promise<void>;
  /**
   * Forgets all responses. A repeated request runs again under its first command id: what the log still holds is found, what it
   * has lost is recorded anew.
   */
  forgetResponses(): Promise<void>;
  close(): Promise<void>;
}
