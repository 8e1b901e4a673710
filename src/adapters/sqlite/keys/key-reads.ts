/** Reads `keys.db` on the calling thread, and unwraps what it reads. */
import type { KeyObject } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { entryBound } from '../../../lib/entry-bound.ts';
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import type { KeyStoreState, KeySubject, ReadableKeys } from '../../../ports/keys.ts';
import { StoreDamaged, StoreUnavailable } from '../../../ports/store-unavailable.ts';
import { checkSubject, rangeBelow, subjectsAbove, UnwrapFailed, unwrapSecret } from '../../shared/key-wrapping.ts';
import { fromFailure, toFailure } from '../thread/failure.ts';

export const STORE = 'keys';
/** Unwrapped keys in memory, 1.2 KB each outside the heap. One that is not cached costs a read and some microseconds. */
const MAX_CACHED = 2_000;

export class SqliteKeyReads implements ReadableKeys {
  protected readonly masterKey: KeyObject;
  readonly #reader: DatabaseSync;
  readonly #bySubject: StatementSync;
  readonly #row: StatementSync;
  readonly #state: StatementSync;
  readonly #cache: LRUCache<KeySubject, KeyObject>;

  /** @param cacheTtlMs bounds how long a key that another process erased can still be used; absent for the only writer */
  constructor(reader: DatabaseSync, masterKey: KeyObject, cacheTtlMs?: number) {
    this.masterKey = masterKey;
    this.#reader = reader;
    this.#bySubject = reader.prepare('SELECT wrapped FROM data_keys WHERE subject = ? AND erased = 0');
    this.#row = reader.prepare('SELECT erased FROM data_keys WHERE subject = ?');
    this.#state = reader.prepare('SELECT installation, revision FROM standing');
    this.#cache = new LRUCache({
      ...entryBound(MAX_CACHED),
      ...(cacheTtlMs === undefined ? {} : { ttl: cacheTtlMs }),
    });
  }

  async state(): Promise<KeyStoreState> {
    const row = this.#translateErrors(() => this.#state.get());
    return { installationId: (row?.installation ?? null) as string | null, revision: Number(row?.revision) };
  }

  async find(subjects: readonly KeySubject[]): Promise<ReadonlyMap<KeySubject, KeyObject | null>> {
    const budget = new EventLoopBudget();
    const found = new Map<KeySubject, KeyObject | null>();
    for (const subject of subjects) {
      checkSubject(subject);
      if (found.has(subject)) continue;
      found.set(subject, this.read(subject));
      await budget.yieldIfUsedUp();
    }
    return found;
  }

  async findMissing(subjects: readonly KeySubject[]): Promise<readonly KeySubject[]> {
    const budget = new EventLoopBudget();
    const unknown: KeySubject[] = [];
    for (const subject of subjects) {
      const isErased = (each: KeySubject) => this.#row.get(each)?.erased === 1;
      if (this.#row.get(subject) === undefined && !subjectsAbove(subject).some(isErased)) unknown.push(subject);
      await budget.yieldIfUsedUp();
    }
    return unknown;
  }

  async close(): Promise<void> {
    this.#cache.clear();
    if (this.#reader.isOpen) this.#reader.close();
  }

  /** @throws StoreDamaged when the stored key is damaged: the master key was compared when the store was opened */
  protected read(subject: KeySubject): KeyObject | null {
    const cached = this.#cache.get(subject);
    if (cached !== undefined) return cached;
    const wrapped = this.#translateErrors(() => this.#bySubject.get(subject)?.wrapped);
    if (!(wrapped instanceof Uint8Array)) return null;
    const key = this.#unwrap(subject, wrapped);
    this.#cache.set(subject, key);
    return key;
  }

  /** Forgets the keys of the subject and of those below it. */
  protected evict(subject: KeySubject): void {
    const [from, to] = rangeBelow(subject);
    for (const cached of this.#cache.keys()) {
      if (cached === subject || (cached >= from && cached < to)) this.#cache.delete(cached);
    }
  }

  #unwrap(subject: KeySubject, wrapped: Uint8Array): KeyObject {
    try {
      return unwrapSecret(this.masterKey, subject, wrapped);
    } catch (error) {
      if (!(error instanceof UnwrapFailed)) throw error;
      const what = `keys.db is damaged: the key of ${subject} is not as it was written`;
      throw new StoreDamaged(STORE, `${what}. Restore the data folder from a backup (npm run restore -- DIR)`, {
        cause: error,
      });
    }
  }

  #translateErrors<Result>(read: () => Result): Result {
    if (!this.#reader.isOpen) throw new StoreUnavailable(STORE, 'closed');
    try {
      return read();
    } catch (error) {
      throw fromFailure(toFailure(error), STORE);
    }
  }
}
