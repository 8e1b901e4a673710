/** Each step is a conditional update of one document by its lease holder. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Collection, Db } from 'mongodb';
import {
  type ClaimResult,
  type Idempotency,
  LEASE_MS,
  MAX_STORED_REQUESTS,
  RETENTION_MS,
  type RequestClaim,
  type RequestLease,
  type StoredResponse,
} from '../../ports/idempotency.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { checkClaim, checkName, checkStoredResponse } from '../shared/idempotency-input.ts';
import { type Call, callsTo, isDuplicateKey } from './failures.ts';

const STORE = 'idempotency';
/** A contested request is claimed again after a linearly growing delay. */
const MAX_ATTEMPTS = 10;
const RETRY_DELAY_MS = 10;
/** New claims at this node between two size checks of a group. */
const CHECK_SIZE_EVERY = 50;

interface StoredRequest {
  _id: string;
  group: string;
  /** `null` until the body has arrived. */
  body: string | null;
  commandId: string;
  holder: string;
  heldUntil: Date;
  claimedOn: Date;
  /** `null` until the request is answered. */
  answer: { subject: string | null; sealed: string } | null;
}

/**
 * @param db confirms writes once they are durable
 * @param options.maxRemembered requests stored per group. Default `MAX_STORED_REQUESTS`
 */
export async function openMongoIdempotency(
  db: Db,
  options: { readonly maxRemembered?: number } = {},
): Promise<Idempotency> {
  const requests = db.collection<StoredRequest>('keyed_requests');
  await callsTo(
    STORE,
    db,
  )(async () => {
    await requests.createIndex({ claimedOn: 1 }, { expireAfterSeconds: RETENTION_MS / 1000 });
    await requests.createIndex({ group: 1, claimedOn: 1 });
  });
  return new MongoIdempotency(requests, options.maxRemembered ?? MAX_STORED_REQUESTS);
}

class MongoIdempotency implements Idempotency {
  readonly #requests: Collection<StoredRequest>;
  readonly #maxRemembered: number;
  readonly #call: Call;
  #claimsUntilCheck = CHECK_SIZE_EVERY;

  constructor(requests: Collection<StoredRequest>, maxRemembered: number) {
    this.#requests = requests;
    this.#call = callsTo(STORE, requests.db);
    this.#maxRemembered = maxRemembered;
  }

  async claim(request: RequestClaim): Promise<ClaimResult> {
    checkClaim(request);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      if (await this.#insert(request)) return { kind: 'acquired', commandId: request.commandId, repeated: false };
      const stored = await this.#call(() => this.#requests.findOne({ _id: request.id }));
      const claimed = stored === null ? null : await this.#claimExisting(request, stored);
      if (claimed !== null) return claimed;
      // Another caller won, or its write is not confirmed by a majority yet.
      await wait(RETRY_DELAY_MS * attempt);
    }
    throw new StoreUnavailable(STORE, 'too many concurrent claims of one request');
  }

  async renew(lease: RequestLease, now: number): Promise<boolean> {
    return this.#update(lease, { heldUntil: new Date(now + LEASE_MS) });
  }

  async recordFingerprint({ id, holder }: RequestLease, body: string): Promise<'recorded' | 'mismatch' | 'lost'> {
    checkName(body);
    const held = { _id: id, holder, answer: null };
    const { matchedCount } = await this.#call(() =>
      this.#requests.updateOne({ ...held, body: { $in: [null, body] } }, { $set: { body } }),
    );
    if (matchedCount > 0) return 'recorded';
    return (await this.#call(() => this.#requests.findOne(held))) === null ? 'lost' : 'mismatch';
  }

  async storeResponse(lease: RequestLease, { subject, sealed }: StoredResponse): Promise<boolean> {
    checkStoredResponse({ subject, sealed });
    return this.#update(lease, { answer: { subject, sealed } }, { body: { $ne: null } });
  }

  async release(lease: RequestLease): Promise<void> {
    await this.#update(lease, { heldUntil: new Date(0) });
  }

  async discard(id: string, { sealed }: StoredResponse): Promise<void> {
    checkName(id);
    await this.#call(() => this.#requests.deleteOne({ _id: id, 'answer.sealed': sealed }));
  }

  /** `openMongo` closes the shared connection. */
  async close(): Promise<void> {}

  /** False when the request exists already. */
  async #insert({ id, group, fingerprint: body, commandId, holder, now }: RequestClaim): Promise<boolean> {
    const heldUntil = new Date(now + LEASE_MS);
    const inserted = { _id: id, group, body, commandId, holder, heldUntil, claimedOn: new Date(now), answer: null };
    const isNew = await this.#call(() => this.#requests.insertOne(inserted).then(() => true, falseIfDuplicate));
    if (isNew) await this.#deleteExcess(group);
    return isNew;
  }

  /** Claims a stored request. Returns null, for a retry, when the request changed concurrently or was past its retention. */
  async #claimExisting(
    { id, fingerprint: body, holder, now }: RequestClaim,
    stored: StoredRequest,
  ): Promise<ClaimResult | null> {
    const unchanged = { _id: id, holder: stored.holder, answer: null };
    if (stored.claimedOn.getTime() + RETENTION_MS <= now) {
      await this.#call(() => this.#requests.deleteOne({ _id: id, holder: stored.holder, claimedOn: stored.claimedOn }));
      return null;
    }
    if (stored.body !== null && body !== null && stored.body !== body) return { kind: 'mismatch' };
    if (stored.answer !== null) return { kind: 'answered', fingerprint: stored.body ?? '', answer: stored.answer };
    // Inserted by this caller in a write whose response was lost.
    if (stored.holder === holder) return { kind: 'acquired', commandId: stored.commandId, repeated: true };
    if (stored.heldUntil.getTime() > now) return { kind: 'in-progress' };
    // Takes over an expired lease. Matching on `heldUntil` fails if it was renewed meanwhile.
    const { modifiedCount } = await this.#call(() =>
      this.#requests.updateOne(
        { ...unchanged, heldUntil: stored.heldUntil, body: stored.body },
        { $set: { holder, heldUntil: new Date(now + LEASE_MS), body: stored.body ?? body } },
      ),
    );
    return modifiedCount > 0 ? { kind: 'acquired', commandId: stored.commandId, repeated: true } : null;
  }

  async #update(
    { id, holder }: RequestLease,
    change: Partial<StoredRequest>,
    condition: object = {},
  ): Promise<boolean> {
    const { matchedCount } = await this.#call(() =>
      this.#requests.updateOne({ _id: id, holder, answer: null, ...condition }, { $set: change }),
    );
    return matchedCount > 0;
  }

  async #deleteExcess(group: string): Promise<void> {
    this.#claimsUntilCheck -= 1;
    if (this.#claimsUntilCheck > 0) return;
    this.#claimsUntilCheck = CHECK_SIZE_EVERY;
    const firstExcess = { sort: { claimedOn: -1 }, skip: this.#maxRemembered, projection: { claimedOn: 1 } } as const;
    const newest = await this.#call(() => this.#requests.findOne({ group }, firstExcess));
    if (newest === null) return;
    await this.#call(() => this.#requests.deleteMany({ group, claimedOn: { $lte: newest.claimedOn } }));
  }
}

function falseIfDuplicate(error: unknown): false {
  if (isDuplicateKey(error)) return false;
  throw error;
}
