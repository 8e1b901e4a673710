/** Data keys in keys.db, wrapped by the master key: written by the file's thread, read on the main thread. */
import type { KeyObject } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { KeySubject, Keys } from '../../../ports/keys.ts';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import { Turns } from '../../../runtime/turns.ts';
import { checkMasterKey, checkSubject, newWrappedKey, rangeBelow, unwrapSecret } from '../../key-wrapping.ts';
import { openReader } from '../thread/connection.ts';
import { fromFailure, toFailure } from '../thread/failure.ts';
import { SqliteThread } from '../thread/sqlite-thread.ts';
import type { KeysHandlers } from './handlers.ts';

const store = 'keys';
/** Unwrapped keys kept in memory: a few hundred bytes each. */
const maxCached = 20_000;

/**
 * Makes the folder and `keys.db` when missing. After `erase` has answered, the wrapped key is in none of the files.
 * @param options.masterKey 32 bytes.
 * @throws WrongMasterKey
 */
export async function openSqliteKeys(options: {
  readonly directory: string;
  readonly masterKey: KeyObject;
}): Promise<Keys> {
  const { directory, masterKey } = options;
  await mkdir(directory, { recursive: true });
  const path = join(directory, 'keys.db');
  const module = new URL('./handlers.ts', import.meta.url);
  const thread = await SqliteThread.open<KeysHandlers>({ store, path, module, synchronous: 'FULL' });
  try {
    await checkMasterKey(masterKey, path, (wrapped) => thread.call('claimCheck', wrapped));
    return new SqliteKeys(thread, openReader(path), masterKey);
  } catch (error) {
    await thread.close();
    throw error;
  }
}

class SqliteKeys implements Keys {
  readonly #thread: SqliteThread<KeysHandlers>;
  readonly #reader: DatabaseSync;
  readonly #bySubject: StatementSync;
  readonly #masterKey: KeyObject;
  readonly #cache = new LRUCache<KeySubject, KeyObject>({ max: maxCached });

  constructor(thread: SqliteThread<KeysHandlers>, reader: DatabaseSync, masterKey: KeyObject) {
    this.#thread = thread;
    this.#reader = reader;
    this.#bySubject = reader.prepare('SELECT wrapped FROM data_keys WHERE subject = ? AND erased = 0');
    this.#masterKey = masterKey;
  }

  async obtain(subject: KeySubject): Promise<KeyObject | null> {
    checkSubject(subject);
    const known = this.#read(subject);
    if (known !== null) return known;
    await this.#thread.call('make', { subject, wrapped: newWrappedKey(this.#masterKey, subject) });
    // What another caller made first, or nothing where it has been erased.
    return this.#read(subject);
  }

  async find(subjects: readonly KeySubject[]): Promise<ReadonlyMap<KeySubject, KeyObject | null>> {
    const turns = new Turns();
    const found = new Map<KeySubject, KeyObject | null>();
    for (const subject of subjects) {
      checkSubject(subject);
      if (found.has(subject)) continue;
      found.set(subject, this.#read(subject));
      await turns.yieldWhenLong();
    }
    return found;
  }

  async erase(subject: KeySubject): Promise<void> {
    checkSubject(subject);
    await this.#thread.call('erase', subject);
    // Reading and caching are one step, so what was read before the erasure is in the cache by now, and leaves it here.
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

  /** @throws UnwrapFailed when what is stored is damaged. */
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
    if (!this.#reader.isOpen) throw new StoreUnavailable(store, 'closed');
    try {
      const wrapped = this.#bySubject.get(subject)?.wrapped;
      return wrapped instanceof Uint8Array ? wrapped : null;
    } catch (error) {
      throw fromFailure(toFailure(error), store);
    }
  }
}
