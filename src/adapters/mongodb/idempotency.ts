/** Each step is a conditional update of one document. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Collection, Db } from 'mongodb';
import {
  type ClaimResult,
  type Idempotency,
  MAX_STORED_REQUESTS,
  REQUEST_LEASE_MS,
  RESPONSE_RETENTION_MS,
  type RequestClaim,
  type RequestLease,
  type StoredResponse,
} from '../../ports/idempotency.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { checkClaim, checkHash, checkStoredResponse } from '../shared/idempotency-input.ts';
import { type Call, callsTo, isDuplicateKey, LONG_DEADLINE_MS } from './failures.ts';

const STORE = 'idempotency';
const COLLECTION = 'keyed_requests';
const MAX_ATTEMPTS = 10;
/** Times the number of attempts so far. */
const RETRY_DELAY_MS = 10;
/** New claims at this node between two deletions of a group's excess. */
const CLAIMS_PER_TRIM = 50;
const WITHOUT_RESPONSE = { $set: { answer: null, heldUntil: new Date(0) } };

interface StoredRequest {
  _id: string;
  group: string;
  /** Fingerprint of the body, under the name that nodes of earlier releases know; null until the body has arrived. */
  body: string | null;
  commandId: string;
  holder: string;
  heldUntil: Date;
  claimedOn: Date;
  answer: { subject: string | null; sealed: string } | null;
}

/** @param db confirms writes once they are durable */
export async function openMongoIdempotency(
  db: Db,
  maxStoredPerGroup: number = MAX_STORED_REQUESTS,
): Promise<Idempotency> {
  await createIdempotencyIndexes(db);
  return new MongoIdempotency(db.collection<StoredRequest>(COLLECTION), maxStoredPerGroup);
}

export async function createIdempotencyIndexes(db: Db): Promise<void> {
  const requests = db.collection(COLLECTION);
  await callsTo(
    STORE,
    db,
  )(async () => {
    await requests.createIndex({ claimedOn: 1 }, { expireAfterSeconds: RESPONSE_RETENTION_MS / 1000 });
    await requests.createIndex({ group: 1, claimedOn: 1 });
  });
}

class MongoIdempotency implements Idempotency {
  readonly #requests: Collection<StoredRequest>;
  readonly #maxStoredPerGroup: number;
  readonly #call: Call;
  #claimsUntilTrim = CLAIMS_PER_TRIM;

  constructor(requests: Collection<StoredRequest>, maxStoredPerGroup: number) {
    this.#requests = requests;
    this.#call = callsTo(STORE, requests.db);
    this.#maxStoredPerGroup = maxStoredPerGroup;
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
    return this.#update(lease, { heldUntil: new Date(now + REQUEST_LEASE_MS) });
  }

  async recordFingerprint(
    { id, holder }: RequestLease,
    fingerprint: string,
  ): Promise<'recorded' | 'mismatch' | 'lost'> {
    checkHash(fingerprint);
    const held = { _id: id, holder, answer: null };
    const { matchedCount } = await this.#call(() =>
      this.#requests.updateOne({ ...held, body: { $in: [null, fingerprint] } }, { $set: { body: fingerprint } }),
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
    checkHash(id);
    await this.#call(() => this.#requests.deleteOne({ _id: id, 'answer.sealed': sealed }));
  }

  async forgetResponse(id: string, { sealed }: StoredResponse): Promise<void> {
    checkHash(id);
    await this.#call(() => this.#requests.updateOne({ _id: id, 'answer.sealed': sealed }, WITHOUT_RESPONSE));
  }

  async forgetResponses(): Promise<void> {
    await this.#call(() => this.#requests.updateMany({ answer: { $ne: null } }, WITHOUT_RESPONSE), LONG_DEADLINE_MS);
  }

  /** `openMongo` closes the shared connection. */
  async close(): Promise<void> {}

  /** False when the request exists. */
  async #insert({ id, group, fingerprint, commandId, holder, now }: RequestClaim): Promise<boolean> {
    const heldUntil = new Date(now + REQUEST_LEASE_MS);
    const inserted = {
      _id: id,
      group,
      body: fingerprint,
      commandId,
      holder,
      heldUntil,
      claimedOn: new Date(now),
      answer: null,
    };
    const isNew = await this.#call(() => this.#requests.insertOne(inserted).then(() => true, falseIfDuplicate));
    if (isNew) await this.#deleteExcess(group);
    return isNew;
  }

  /** Returns null, for another attempt, when the request changed concurrently or is past its retention. */
  async #claimExisting(
    { id, fingerprint, holder, now }: RequestClaim,
    stored: StoredRequest,
  ): Promise<ClaimResult | null> {
    const unchanged = { _id: id, holder: stored.holder, answer: null };
    if (stored.claimedOn.getTime() + RESPONSE_RETENTION_MS <= now) {
      await this.#call(() => this.#requests.deleteOne({ _id: id, holder: stored.holder, claimedOn: stored.claimedOn }));
      return null;
    }
    if (stored.body !== null && fingerprint !== null && stored.body !== fingerprint) return { kind: 'mismatch' };
    if (stored.answer !== null) return { kind: 'completed', fingerprint: stored.body ?? '', response: stored.answer };
    // This caller inserted it, in a write whose response was lost.
    if (stored.holder === holder) return { kind: 'acquired', commandId: stored.commandId, repeated: true };
    if (stored.heldUntil.getTime() > now) return { kind: 'in-progress' };
    // Fails if the lease was renewed meanwhile.
    const { modifiedCount } = await this.#call(() =>
      this.#requests.updateOne(
        { ...unchanged, heldUntil: stored.heldUntil, body: stored.body },
        { $set: { holder, heldUntil: new Date(now + REQUEST_LEASE_MS), body: stored.body ?? fingerprint } },
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
    this.#claimsUntilTrim -= 1;
    if (this.#claimsUntilTrim > 0) return;
    this.#claimsUntilTrim = CLAIMS_PER_TRIM;
    const firstExcess = {
      sort: { claimedOn: -1 },
      skip: this.#maxStoredPerGroup,
      projection: { claimedOn: 1 },
    } as const;
    const newest = await this.#call(() => this.#requests.findOne({ group }, firstExcess));
    if (newest === null) return;
    await this.#call(() => this.#requests.deleteMany({ group, claimedOn: { $lte: newest.claimedOn } }));
  }
}

function falseIfDuplicate(error: unknown): false {
  if (isDuplicateKey(error)) return false;
  throw error;
}
