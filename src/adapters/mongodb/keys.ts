/**
 * Envelope encryption: data keys in MongoDB, wrapped by the master key, as `{ _id: subject, wrapped }`. Crypto-shredding leaves
 * `{ _id: subject, erasedOn }` for ever, which forbids the subject and all below it. Nodes cache keys briefly, so that an
 * erasure soon holds everywhere.
 */
import type { KeyObject } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Binary, type Collection, type Db } from 'mongodb';
import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import type { KeyStoreState, KeySubject, Keys } from '../../ports/keys.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { RotationUnfinished } from '../shared/key-rotation.ts';
import {
  CHECK_VALUE,
  checkMasterKey,
  checkSubject,
  newWrappedKey,
  rangeBelow,
  subjectsAbove,
  unwrapSecret,
} from '../shared/key-wrapping.ts';
import { type Call, callsTo, ignoreDuplicate, isDuplicateKey, LONG_DEADLINE_MS } from './failures.ts';
import { MongoKeyStoreState, STATE_ID, type StoredKey } from './key-store-state.ts';

const STORE = 'keys';
/** Reads of a key that another caller is creating, with a linearly growing delay in milliseconds. */
const MAX_READS = 10;
const READ_DELAY_MS = 20;
/**
 * A node may still return a key for this long after another node has erased it. Meanwhile, a conversation or a replay reads each
 * key about once.
 */
const CACHE_TTL_MS = 5_000;
/** Keys of a few hundred bytes each. */
const MAX_CACHED = 20_000;
/** Subjects read in one message. */
const BATCH_SIZE = 1_000;

/**
 * @param db confirms writes once they are durable
 * @throws WrongMasterKey, RotationUnfinished, StoreUnavailable
 */
export async function openMongoKeys(db: Db, masterKey: KeyObject): Promise<Keys> {
  const collection = db.collection<StoredKey>('keys');
  const call = callsTo(STORE, db);
  const place = `the MongoDB database ${db.databaseName}`;
  let isRotating = false;
  await checkMasterKey(masterKey, place, async (wrapped) => {
    await call(() => insertOnce(collection, CHECK_VALUE, wrapped));
    const existing = await call(() => collection.findOne({ _id: CHECK_VALUE }));
    isRotating = existing?.isRotating === true;
    return existing?.wrapped?.value();
  });
  if (isRotating) throw new RotationUnfinished(place);
  const keys = new MongoKeys(collection, masterKey);
  await keys.state();
  return keys;
}

class MongoKeys implements Keys {
  readonly #collection: Collection<StoredKey>;
  readonly #masterKey: KeyObject;
  readonly #call: Call;
  readonly #state: MongoKeyStoreState;
  readonly #cache = new LRUCache<KeySubject, KeyObject>({ max: MAX_CACHED, ttl: CACHE_TTL_MS, ttlAutopurge: true });
  /** Counts starts and ends of local erasures. A key read before a change of it must not be cached. */
  #erasures = 0;

  constructor(collection: Collection<StoredKey>, masterKey: KeyObject) {
    this.#collection = collection;
    this.#call = callsTo(STORE, collection.db);
    this.#masterKey = masterKey;
    this.#state = new MongoKeyStoreState(collection, this.#call);
  }

  /** Includes other nodes' changes as of the last read of a key. */
  get revision(): number {
    return this.#state.revision;
  }

  state(): Promise<KeyStoreState> {
    return this.#state.read();
  }

  claim(installationId: string): Promise<string> {
    return this.#state.claim(installationId);
  }

  raiseRevision(revision: number): Promise<void> {
    return this.#state.raiseRevision(revision);
  }

  async findMissing(subjects: readonly KeySubject[]): Promise<readonly KeySubject[]> {
    const subjectsAndAncestors = [...new Set(subjects.flatMap((subject) => [subject, ...subjectsAbove(subject)]))];
    const rows = await this.#call(() => this.#collection.find({ _id: { $in: subjectsAndAncestors } }).toArray());
    const existing = new Set(rows.map(({ _id }) => _id));
    const erased = new Set(rows.filter(({ erasedOn }) => erasedOn !== undefined).map(({ _id }) => _id));
    return subjects.filter(
      (subject) => !existing.has(subject) && !subjectsAbove(subject).some((ancestor) => erased.has(ancestor)),
    );
  }

  async getOrCreate(subject: KeySubject): Promise<KeyObject | null> {
    checkSubject(subject);
    const found = await this.#findOne(subject);
    if (found !== undefined) return found;
    const wrapped = newWrappedKey(this.#masterKey, subject);
    await this.#state.incrementRevision();
    for (let attempt = 1; attempt <= MAX_READS; attempt += 1) {
      await this.#call(() => insertOnce(this.#collection, subject, wrapped));
      // May be another caller's key. Reading after the insert ensures that an erasure above is not missed.
      const key = await this.#findOne(subject);
      if (key === null) await this.#removeForbidden(subject, wrapped);
      if (key !== undefined) return key;
      // Another caller's key is not confirmed by a majority yet.
      await wait(READ_DELAY_MS * attempt);
    }
    throw new StoreUnavailable(STORE, 'a new key was not confirmed in time');
  }

  async find(subjects: readonly KeySubject[]): Promise<ReadonlyMap<KeySubject, KeyObject | null>> {
    for (const subject of subjects) checkSubject(subject);
    const found = new Map<KeySubject, KeyObject | null>();
    const missing: KeySubject[] = [];
    for (const subject of new Set(subjects)) {
      const cached = this.#cache.get(subject);
      if (cached === undefined) missing.push(subject);
      found.set(subject, cached ?? null);
    }
    for (let start = 0; start < missing.length; start += BATCH_SIZE) {
      for (const [subject, key] of await this.#read(missing.slice(start, start + BATCH_SIZE))) found.set(subject, key);
    }
    return found;
  }

  async erase(subject: KeySubject): Promise<void> {
    checkSubject(subject);
    const [from, to] = rangeBelow(subject);
    this.#erasures += 1;
    await this.#state.incrementRevision();
    try {
      await this.#call(async () => {
        await this.#writeTombstone(subject);
        // After the tombstone, so that a key created below meanwhile either sees it or is deleted here.
        await this.#collection.deleteMany({ _id: { $gte: from, $lt: to } });
      }, LONG_DEADLINE_MS);
    } finally {
      this.#erasures += 1;
      for (const cached of this.#cache.keys()) {
        if (cached === subject || (cached >= from && cached < to)) this.#cache.delete(cached);
      }
    }
  }

  async close(): Promise<void> {
    this.#cache.clear();
  }

  /** @throws when a concurrent creation wins twice; current servers retry on their own */
  async #writeTombstone(subject: KeySubject): Promise<void> {
    const erase = () =>
      this.#collection.updateOne(
        { _id: subject },
        { $set: { erasedOn: new Date() }, $unset: { wrapped: 1 } },
        { upsert: true },
      );
    await erase().catch((error: unknown) => {
      // The key exists now, so the retry is a plain update.
      if (isDuplicateKey(error)) return erase();
      throw error;
    });
  }

  /** Deletes a key that was created while a subject above was erased; it has sealed nothing. */
  async #removeForbidden(subject: KeySubject, wrapped: Uint8Array): Promise<void> {
    await this.#call(() => this.#collection.deleteOne({ _id: subject, wrapped: new Binary(wrapped) }));
  }

  /** Returns undefined when the key does not exist, null when it or a subject above it was erased. */
  async #findOne(subject: KeySubject): Promise<KeyObject | null | undefined> {
    return this.#cache.get(subject) ?? (await this.#read([subject])).get(subject);
  }

  /** Omits subjects that never had a key; null for erased ones. @throws UnwrapFailed when a stored key is damaged */
  async #read(subjects: readonly KeySubject[]): Promise<ReadonlyMap<KeySubject, KeyObject | null>> {
    const erasuresBefore = this.#erasures;
    const subjectsAndAncestors = [...new Set(subjects.flatMap((subject) => [subject, ...subjectsAbove(subject)]))];
    const rows = await this.#call(() =>
      this.#collection.find({ _id: { $in: [...subjectsAndAncestors, STATE_ID] } }).toArray(),
    );
    const rowsBySubject = new Map(rows.map((row) => [row._id, row]));
    this.#state.noteRevision(rowsBySubject.get(STATE_ID));
    const keys = await this.#unwrap(subjects, rowsBySubject);
    if (this.#erasures === erasuresBefore) {
      for (const [subject, key] of keys) if (key !== null) this.#cache.set(subject, key);
    }
    return keys;
  }

  async #unwrap(
    subjects: readonly KeySubject[],
    rows: ReadonlyMap<string, StoredKey>,
  ): Promise<ReadonlyMap<KeySubject, KeyObject | null>> {
    const isErased = (subject: KeySubject) => rows.get(subject)?.erasedOn !== undefined;
    const eventLoopBudget = new EventLoopBudget();
    const keys = new Map<KeySubject, KeyObject | null>();
    for (const subject of subjects) {
      if (eventLoopBudget.isUsedUp) await eventLoopBudget.yieldNow();
      const wrapped = rows.get(subject)?.wrapped;
      if ([subject, ...subjectsAbove(subject)].some(isErased)) keys.set(subject, null);
      else if (wrapped !== undefined) keys.set(subject, unwrapSecret(this.#masterKey, subject, wrapped.value()));
    }
    return keys;
  }
}

/** Inserts the key unless one exists or was erased. */
async function insertOnce(collection: Collection<StoredKey>, subject: string, wrapped: Uint8Array): Promise<void> {
  await collection.insertOne({ _id: subject, wrapped: new Binary(wrapped) }).catch(ignoreDuplicate);
}
