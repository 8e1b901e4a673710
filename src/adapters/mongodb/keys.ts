/**
 * Data keys in MongoDB, wrapped by the master key: `{ _id: subject, wrapped }`. An erased one leaves `{ _id: subject, erasedOn }` for
 * ever, which forbids it and all below it. Nodes share the keys, so what one has erased no other may go on giving for long.
 */
import type { KeyObject } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Binary, type Collection, type Db } from 'mongodb';
import type { KeySubject, Keys } from '../../ports/keys.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { Turns } from '../../runtime/turns.ts';
import {
  checkMasterKey,
  checkSubject,
  newWrappedKey,
  rangeBelow,
  subjectsAbove,
  unwrapSecret,
} from '../key-wrapping.ts';
import { callsTo, isDuplicateKey, LONG_DEADLINE_MS } from './failures.ts';

const store = 'keys';
/** How often a key is looked for that another caller is making, and the growing wait in between, in milliseconds. */
const MAX_READS = 10;
const READ_AGAIN_AFTER_MS = 20;
/**
 * Milliseconds for which a node may still give a key that another has erased. Long enough that a conversation, or a replay that
 * meets the same chatbot in batch after batch, asks once; short enough that an erasure holds everywhere within a breath.
 */
const CACHED_MS = 5_000;
/** A few hundred bytes each. */
const MAX_CACHED = 20_000;
/** Subjects asked for in one message. */
const AT_ONCE = 1_000;
/** No subject is called so: each has a colon. */
const CHECK_ID = 'master key check';

interface StoredKey {
  _id: string;
  wrapped?: Binary;
  erasedOn?: Date;
}

/**
 * @param db answers when a write is durable
 * @throws WrongMasterKey, StoreUnavailable
 */
export async function openMongoKeys(db: Db, masterKey: KeyObject): Promise<Keys> {
  const collection = db.collection<StoredKey>('keys');
  const call = callsTo(store);
  await checkMasterKey(masterKey, `the MongoDB database ${db.databaseName}`, async (wrapped) => {
    await call(() => insertOnce(collection, CHECK_ID, wrapped));
    const kept = await call(() => collection.findOne({ _id: CHECK_ID }));
    return kept?.wrapped?.value();
  });
  return new MongoKeys(collection, masterKey);
}

class MongoKeys implements Keys {
  readonly #collection: Collection<StoredKey>;
  readonly #masterKey: KeyObject;
  readonly #call = callsTo(store);
  readonly #cache = new LRUCache<KeySubject, KeyObject>({ max: MAX_CACHED, ttl: CACHED_MS, ttlAutopurge: true });
  /** Erasures that were begun or ended here: what was read before one may not be kept after it. */
  #erasures = 0;

  constructor(collection: Collection<StoredKey>, masterKey: KeyObject) {
    this.#collection = collection;
    this.#masterKey = masterKey;
  }

  async obtain(subject: KeySubject): Promise<KeyObject | null> {
    checkSubject(subject);
    const found = await this.#findOne(subject);
    if (found !== undefined) return found;
    const wrapped = newWrappedKey(this.#masterKey, subject);
    for (let attempt = 1; attempt <= MAX_READS; attempt += 1) {
      await this.#call(() => insertOnce(this.#collection, subject, wrapped));
      // What another caller made first. Read after it was made, so that no erasure above is missed by both.
      const made = await this.#findOne(subject);
      if (made === null) await this.#removeForbidden(subject, wrapped);
      if (made !== undefined) return made;
      // Another caller's, which a majority has not confirmed yet.
      await wait(READ_AGAIN_AFTER_MS * attempt);
    }
    throw new StoreUnavailable(store, 'a new key was not confirmed in time');
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
    for (let start = 0; start < missing.length; start += AT_ONCE) {
      for (const [subject, key] of await this.#read(missing.slice(start, start + AT_ONCE))) found.set(subject, key);
    }
    return found;
  }

  async erase(subject: KeySubject): Promise<void> {
    checkSubject(subject);
    const [from, to] = rangeBelow(subject);
    this.#erasures += 1;
    try {
      await this.#call(async () => {
        await this.#forbid(subject);
        // After it is forbidden, so that whoever makes one below meanwhile either sees that or has it deleted here.
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

  /** @throws the second time that somebody made the key in between: a server of today tries again by itself */
  async #forbid(subject: KeySubject): Promise<void> {
    const erase = () =>
      this.#collection.updateOne(
        { _id: subject },
        { $set: { erasedOn: new Date() }, $unset: { wrapped: 1 } },
        { upsert: true },
      );
    await erase().catch((error: unknown) => {
      // The key is there now, and stays until it is erased.
      if (isDuplicateKey(error)) return erase();
      throw error;
    });
  }

  /** Made while a subject above was erased: it has sealed nothing, and is not left lying. */
  async #removeForbidden(subject: KeySubject, wrapped: Uint8Array): Promise<void> {
    await this.#call(() => this.#collection.deleteOne({ _id: subject, wrapped: new Binary(wrapped) }));
  }

  /** Undefined when there is none and none was erased; null when it, or one above it, was. */
  async #findOne(subject: KeySubject): Promise<KeyObject | null | undefined> {
    return this.#cache.get(subject) ?? (await this.#read([subject])).get(subject);
  }

  /** Of those that there are or were. @throws UnwrapFailed when what is stored is damaged */
  async #read(subjects: readonly KeySubject[]): Promise<ReadonlyMap<KeySubject, KeyObject | null>> {
    const erasuresBefore = this.#erasures;
    const wanted = [...new Set(subjects.flatMap((subject) => [subject, ...subjectsAbove(subject)]))];
    const rows = await this.#call(() => this.#collection.find({ _id: { $in: wanted } }).toArray());
    const rowsBySubject = new Map(rows.map((row) => [row._id, row]));
    const isErased = (subject: KeySubject) => rowsBySubject.get(subject)?.erasedOn !== undefined;
    const turns = new Turns();
    const keys = new Map<KeySubject, KeyObject | null>();
    for (const subject of subjects) {
      if (turns.isLong) await turns.pass();
      const wrapped = rowsBySubject.get(subject)?.wrapped;
      if ([subject, ...subjectsAbove(subject)].some(isErased)) keys.set(subject, null);
      else if (wrapped !== undefined) keys.set(subject, unwrapSecret(this.#masterKey, subject, wrapped.value()));
    }
    if (this.#erasures === erasuresBefore) {
      for (const [subject, key] of keys) if (key !== null) this.#cache.set(subject, key);
    }
    return keys;
  }
}

/** Keeps the key unless there is one, or was. */
async function insertOnce(collection: Collection<StoredKey>, subject: string, wrapped: Uint8Array): Promise<void> {
  await collection.insertOne({ _id: subject, wrapped: new Binary(wrapped) }).catch(ignoreDuplicate);
}

function ignoreDuplicate(error: unknown): void {
  if (!isDuplicateKey(error)) throw error;
}
