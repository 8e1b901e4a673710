/**
 * Data keys in `keys.db`, wrapped by the master key (envelope encryption): written by the file's thread, read on the
 * main thread.
 */
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import type { KeyStoreState, KeySubject, Keys } from '../../../ports/keys.ts';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import {
  checkMasterKey,
  checkSubject,
  newWrappedKey,
  rangeBelow,
  subjectsAbove,
  unwrapSecret,
} from '../../shared/key-wrapping.ts';
import { createPrivateFolder } from '../../shared/private-files.ts';
import type { UnwrittenStores } from '../../shared/unwritten-stores.ts';
import { openReader } from '../thread/connection.ts';
import { fromFailure, toFailure } from '../thread/failure.ts';
import { SqliteThread } from '../thread/sqlite-thread.ts';
import type { KeysHandlers } from './handlers.ts';

const STORE = 'keys';
/** Unwrapped keys in memory, a few hundred bytes each. */
const MAX_CACHED = 20_000;

/**
 * Creates the folder and `keys.db` when missing. Once `erase` resolves, the wrapped key is in none of the files
 * (crypto-shredding).
 * @param options.masterKey 32 bytes.
 * @throws WrongMasterKey
 */
export async function openSqliteKeys(options: {
  readonly directory: string;
  readonly masterKey: KeyObject;
  readonly unwritten?: UnwrittenStores | undefined;
}): Promise<Keys> {
  const { directory, masterKey, unwritten } = options;
  createPrivateFolder(directory);
  const path = join(directory, 'keys.db');
  const module = new URL('./handlers.ts', import.meta.url);
  const thread = await SqliteThread.open<KeysHandlers>({ store: STORE, path, module, synchronous: 'FULL', unwritten });
  try {
    await checkMasterKey(masterKey, path, (wrapped) => thread.call('claimCheck', wrapped));
    const { revision } = await thread.call('standing', undefined);
    return new SqliteKeys(thread, openReader(path), masterKey, revision);
  } catch (error) {
    await thread.close();
    throw error;
  }
}

class SqliteKeys implements Keys {
  readonly #thread: SqliteThread<KeysHandlers>;
  readonly #reader: DatabaseSync;
  readonly #bySubject: StatementSync;
  readonly #row: StatementSync;
  readonly #masterKey: KeyObject;
  #revision: number;
  readonly #cache = new LRUCache<KeySubject, KeyObject>({ max: MAX_CACHED });

  constructor(thread: SqliteThread<KeysHandlers>, reader: DatabaseSync, masterKey: KeyObject, revision: number) {
    this.#thread = thread;
    this.#reader = reader;
    this.#bySubject = reader.prepare('SELECT wrapped FROM data_keys WHERE subject = ? AND erased = 0');
    this.#row = reader.prepare('SELECT erased FROM data_keys WHERE subject = ?');
    this.#masterKey = masterKey;
    this.#revision = revision;
  }

  get revision(): number {
    return this.#revision;
  }

  state(): Promise<KeyStoreState> {
    return this.#thread.call('standing', undefined);
  }

  async claim(installationId: string): Promise<string> {
    return (await this.#thread.call('claim', installationId)) ?? installationId;
  }

  async raiseRevision(revision: number): Promise<void> {
    this.#note(await this.#thread.call('catchUp', revision));
  }

  async findMissing(subjects: readonly KeySubject[]): Promise<readonly KeySubject[]> {
    const budget = new EventLoopBudget();
    const unknown: KeySubject[] = [];
    for (const subject of subjects) {
      const isErased = (each: KeySubject) => this.#row.get(each)?.erased === 1;
      if (this.#row.get(subject) === undefined && !subjectsAbove(subject).some(isErased)) unknown.push(subject);
      await budget.yieldWhenLong();
    }
    return unknown;
  }

  async getOrCreate(subject: KeySubject): Promise<KeyObject | null> {
    checkSubject(subject);
    const known = this.#read(subject);
    if (known !== null) return known;
    this.#note(await this.#thread.call('make', { subject, wrapped: newWrappedKey(this.#masterKey, subject) }));
    // A concurrent caller's key, or null when the subject was erased.
    return this.#read(subject);
  }

  async find(subjects: readonly KeySubject[]): Promise<ReadonlyMap<KeySubject, KeyObject | null>> {
    const budget = new EventLoopBudget();
    const found = new Map<KeySubject, KeyObject | null>();
    for (const subject of subjects) {
      checkSubject(subject);
      if (found.has(subject)) continue;
      found.set(subject, this.#read(subject));
      await budget.yieldWhenLong();
    }
    return found;
  }

  async erase(subject: KeySubject): Promise<void> {
    checkSubject(subject);
    this.#note(await this.#thread.call('erase', subject));
    // Reads and caching are one synchronous step, so every key read before the erasure is in the cache by now.
    const [from, to] = rangeBelow(subject);
    for (const cached of this.#cache.keys()) {
      if (cached === subject || (cached >= from && cached < to)) this.#cache.delete(cached);
    }
    await this.#thread.call('scrub', undefined);
  }

  async close(): Promise<void> {
    this.#cache.clear();
    if (this.#reader.isOpen) this.#reader.close();
    await this.#thread.close();
  }

  /** Replies may arrive out of order. */
  #note(revision: number): void {
    this.#revision = Math.max(this.#revision, revision);
  }

  /** @throws UnwrapFailed when the stored key is damaged. */
  #read(subject: KeySubject): KeyObject | null {
    const cached = this.#cache.get(subject);
    if (cached !== undefined) return cached;
    const wrapped = this.#readWrapped(subject);
    if (wrapped === null) return null;
    const key = unwrapSecret(this.#masterKey, subject, wrapped);
    this.#cache.set(subject, key);
    return key;
  }

  #readWrapped(subject: KeySubject): Uint8Array | null {
    if (!this.#reader.isOpen) throw new StoreUnavailable(STORE, 'closed');
    try {
      const wrapped = this.#bySubject.get(subject)?.wrapped;
      return wrapped instanceof Uint8Array ? wrapped : null;
    } catch (error) {
      throw fromFailure(toFailure(error), STORE);
    }
  }
}
