/** Keyed requests in MongoDB, shared by all nodes: each step is one update of one document, on condition of who holds it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Collection, Db } from 'mongodb';
import {
  type Claimed,
  HOLD_MS,
  type Hold,
  type Idempotency,
  type KeptAnswer,
  type KeyedRequest,
  MAX_REMEMBERED,
  REMEMBERED_MS,
} from '../../ports/idempotency.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { checkKeptAnswer, checkKeyedRequest, checkName } from '../idempotency-input.ts';
import { callsTo, isDuplicateKey } from './failures.ts';

const store = 'idempotency';
/** How often a claim is tried when others come first, and the growing wait in between, in milliseconds. */
const MAX_ATTEMPTS = 10;
const AGAIN_AFTER_MS = 10;
/** Claims at this node between two looks at how many a group has. */
const BOUND_EVERY = 50;

interface StoredRequest {
  _id: string;
  group: string;
  /** Null until it is known. */
  body: string | null;
  commandId: string;
  holder: string;
  heldUntil: Date;
  claimedOn: Date;
  /** Null until it is answered. */
  answer: { subject: string | null; sealed: string } | null;
}

/**
 * Makes the collection's indexes; by one of them the server takes away what is too old.
 * @param db answers when a write is durable
 * @param options.maxRemembered for each group. Default `MAX_REMEMBERED`
 */
export async function openMongoIdempotency(
  db: Db,
  options: { readonly maxRemembered?: number } = {},
): Promise<Idempotency> {
  const requests = db.collection<StoredRequest>('keyed_requests');
  await callsTo(store)(async () => {
    await requests.createIndex({ claimedOn: 1 }, { expireAfterSeconds: REMEMBERED_MS / 1000 });
    await requests.createIndex({ group: 1, claimedOn: 1 });
  });
  return new MongoIdempotency(requests, options.maxRemembered ?? MAX_REMEMBERED);
}

class MongoIdempotency implements Idempotency {
  readonly #requests: Collection<StoredRequest>;
  readonly #maxRemembered: number;
  readonly #call = callsTo(store);
  #untilBound = BOUND_EVERY;

  constructor(requests: Collection<StoredRequest>, maxRemembered: number) {
    this.#requests = requests;
    this.#maxRemembered = maxRemembered;
  }

  async claim(request: KeyedRequest): Promise<Claimed> {
    checkKeyedRequest(request);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      if (await this.#begin(request)) return { outcome: 'held', commandId: request.commandId, repeated: false };
      const stored = await this.#call(() => this.#requests.findOne({ _id: request.id }));
      const claimed = stored === null ? null : await this.#claimKnown(request, stored);
      if (claimed !== null) return claimed;
      // Another's, which a majority has not confirmed yet, or who was first again.
      await wait(AGAIN_AFTER_MS * attempt);
    }
    throw new StoreUnavailable(store, 'a request is being claimed by too many at once');
  }

  async renew(hold: Hold, now: number): Promise<boolean> {
    return this.#update(hold, { heldUntil: new Date(now + HOLD_MS) });
  }

  async nameBody({ id, holder }: Hold, body: string): Promise<'named' | 'other body' | 'lost'> {
    checkName(body);
    const held = { _id: id, holder, answer: null };
    const { matchedCount } = await this.#call(() =>
      this.#requests.updateOne({ ...held, body: { $in: [null, body] } }, { $set: { body } }),
    );
    if (matchedCount > 0) return 'named';
    return (await this.#call(() => this.#requests.findOne(held))) === null ? 'lost' : 'other body';
  }

  async answer(hold: Hold, { subject, sealed }: KeptAnswer): Promise<boolean> {
    checkKeptAnswer({ subject, sealed });
    return this.#update(hold, { answer: { subject, sealed } }, { body: { $ne: null } });
  }

  async release(hold: Hold): Promise<void> {
    await this.#update(hold, { heldUntil: new Date(0) });
  }

  /** The connection is all stores', and ends with them. */
  async close(): Promise<void> {}

  /** False when the request is known already. */
  async #begin({ id, group, body, commandId, holder, now }: KeyedRequest): Promise<boolean> {
    const heldUntil = new Date(now + HOLD_MS);
    const begun = { _id: id, group, body, commandId, holder, heldUntil, claimedOn: new Date(now), answer: null };
    const isNew = await this.#call(() => this.#requests.insertOne(begun).then(() => true, falseIfDuplicate));
    if (isNew) await this.#forgetExcess(group);
    return isNew;
  }

  /** Null when somebody changed it meanwhile, or it was too old: to be tried again. */
  async #claimKnown({ id, body, holder, now }: KeyedRequest, stored: StoredRequest): Promise<Claimed | null> {
    const asSeen = { _id: id, holder: stored.holder, answer: null };
    if (stored.claimedOn.getTime() + REMEMBERED_MS <= now) {
      await this.#call(() => this.#requests.deleteOne({ _id: id, holder: stored.holder, claimedOn: stored.claimedOn }));
      return null;
    }
    if (stored.body !== null && body !== null && stored.body !== body) return { outcome: 'other body' };
    if (stored.answer !== null) return { outcome: 'answered', body: stored.body ?? '', answer: stored.answer };
    // Its own, begun by a write whose answer was lost.
    if (stored.holder === holder) return { outcome: 'held', commandId: stored.commandId, repeated: true };
    if (stored.heldUntil.getTime() > now) return { outcome: 'running' };
    // Nobody has renewed it since: the time is part of what was seen.
    const { modifiedCount } = await this.#call(() =>
      this.#requests.updateOne(
        { ...asSeen, heldUntil: stored.heldUntil, body: stored.body },
        { $set: { holder, heldUntil: new Date(now + HOLD_MS), body: stored.body ?? body } },
      ),
    );
    return modifiedCount > 0 ? { outcome: 'held', commandId: stored.commandId, repeated: true } : null;
  }

  async #update({ id, holder }: Hold, change: Partial<StoredRequest>, only: object = {}): Promise<boolean> {
    const { matchedCount } = await this.#call(() =>
      this.#requests.updateOne({ _id: id, holder, answer: null, ...only }, { $set: change }),
    );
    return matchedCount > 0;
  }

  async #forgetExcess(group: string): Promise<void> {
    this.#untilBound -= 1;
    if (this.#untilBound > 0) return;
    this.#untilBound = BOUND_EVERY;
    const beyond = { sort: { claimedOn: -1 }, skip: this.#maxRemembered, projection: { claimedOn: 1 } } as const;
    const newest = await this.#call(() => this.#requests.findOne({ group }, beyond));
    if (newest === null) return;
    await this.#call(() => this.#requests.deleteMany({ group, claimedOn: { $lte: newest.claimedOn } }));
  }
}

function falseIfDuplicate(error: unknown): false {
  if (isDuplicateKey(error)) return false;
  throw error;
}
