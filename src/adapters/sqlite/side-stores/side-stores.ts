/** Embedded counters, embedding cache and idempotent requests: one file, `side.db`, and one thread, which ends when unused. */
import { join } from 'node:path';
import type { Counters, UsageCount } from '../../../ports/counters.ts';
import type { EmbeddingCache } from '../../../ports/embedding-cache.ts';
import {
  type ClaimResult,
  type Idempotency,
  MAX_STORED_REQUESTS,
  REQUEST_LEASE_MS,
  type RequestClaim,
  type RequestLease,
  type StoredResponse,
} from '../../../ports/idempotency.ts';
import type { StoreDamaged } from '../../../ports/store-unavailable.ts';
import { checkClaim, checkHash, checkStoredResponse } from '../../shared/idempotency-input.ts';
import { createPrivateFolder } from '../../shared/private-files.ts';
import { checkIncrements } from '../../shared/side-store-input.ts';
import type { UnwritableStores } from '../../shared/unwritable-stores.ts';
import { IdleSqliteThread } from '../thread/idle-thread.ts';
import { TRUNCATE_LOG_AFTER_MS } from '../thread/log-truncation.ts';
import { SqliteEmbeddingCache } from './embedding-cache.ts';
import type { SideStoreHandlers } from './handlers.ts';

export interface SideStores {
  readonly counters: Counters;
  readonly embeddingCache: EmbeddingCache;
  readonly idempotency: Idempotency;
  /** Reads a random row of each table. @throws StoreDamaged */
  probe(): Promise<void>;
  /** Frees the thread's memory. The next call starts it again. */
  endIdleThread(): void;
}

type Thread = IdleSqliteThread<SideStoreHandlers>;

/** Idle time after which the thread ends. Longer than a visitor's pauses, because starting a thread takes 50 ms. */
const IDLE_MS = 300_000;

/**
 * The file is closed when all its stores are.
 * @param options.maxEmbeddings capacity of the cache (LRU). Default 1,000,000.
 * @param options.maxIdempotentRequests stored per group. Default `MAX_STORED_REQUESTS`.
 */
export async function openSqliteSideStores(options: {
  readonly directory: string;
  readonly maxEmbeddings?: number;
  readonly maxIdempotentRequests?: number;
  readonly unwritableStores?: UnwritableStores | undefined;
  readonly onDamage?: ((error: StoreDamaged) => void) | undefined;
}): Promise<SideStores> {
  const { maxEmbeddings = 1_000_000, maxIdempotentRequests = MAX_STORED_REQUESTS } = options;
  for (const bound of [maxEmbeddings, maxIdempotentRequests]) {
    if (!Number.isSafeInteger(bound) || bound < 1)
      throw new RangeError(`Limits must be positive integers, not ${bound}`);
  }
  createPrivateFolder(options.directory);
  const thread = new IdleSqliteThread<SideStoreHandlers>({
    store: 'side stores',
    path: join(options.directory, 'side.db'),
    module: new URL('./handlers.ts', import.meta.url),
    moduleOptions: { maxEmbeddings, maxIdempotentRequests },
    truncateLogAfterMs: TRUNCATE_LOG_AFTER_MS,
    unwritableStores: options.unwritableStores,
    onDamage: options.onDamage,
    idleMs: IDLE_MS,
  });
  await openOrClose(thread);
  const open = new Set<unknown>();
  const closeOne = async (store: unknown): Promise<void> => {
    open.delete(store);
    if (open.size === 0) await thread.close();
  };
  const counters = new SqliteCounters(thread, closeOne);
  const embeddingCache = new SqliteEmbeddingCache(thread, closeOne);
  const idempotency = new SqliteIdempotency(thread, closeOne);
  open.add(counters).add(embeddingCache).add(idempotency);
  return {
    counters,
    embeddingCache,
    idempotency,
    probe: () => thread.call('probe', null),
    endIdleThread: () => thread.endIfIdle(),
  };
}

/** @throws what opening the file threw */
async function openOrClose(thread: Thread): Promise<void> {
  try {
    await thread.use(async () => undefined);
  } catch (error) {
    await thread.close();
    throw error;
  }
}

class SqliteCounters implements Counters {
  readonly #thread: Thread;
  readonly #closeOne: (store: unknown) => Promise<void>;

  constructor(thread: Thread, closeOne: (store: unknown) => Promise<void>) {
    this.#thread = thread;
    this.#closeOne = closeOne;
  }

  async increment(increments: ReadonlyMap<string, UsageCount>): Promise<void> {
    checkIncrements(increments);
    if (increments.size > 0) await this.#thread.call('addCounts', increments);
  }

  async read(names: readonly string[]): Promise<ReadonlyMap<string, UsageCount>> {
    return names.length === 0 ? new Map() : this.#thread.call('readCounts', names);
  }

  close(): Promise<void> {
    return this.#closeOne(this);
  }
}

class SqliteIdempotency implements Idempotency {
  readonly #thread: Thread;
  readonly #closeOne: (store: unknown) => Promise<void>;

  constructor(thread: Thread, closeOne: (store: unknown) => Promise<void>) {
    this.#thread = thread;
    this.#closeOne = closeOne;
  }

  async claim(request: RequestClaim): Promise<ClaimResult> {
    checkClaim(request);
    return this.#thread.call('claimRequest', request);
  }

  async renew({ id, holder }: RequestLease, now: number): Promise<boolean> {
    return this.#thread.call('renewRequest', { id, holder, until: now + REQUEST_LEASE_MS });
  }

  async recordFingerprint(
    { id, holder }: RequestLease,
    fingerprint: string,
  ): Promise<'recorded' | 'mismatch' | 'lost'> {
    checkHash(fingerprint);
    return this.#thread.call('recordFingerprint', { id, holder, fingerprint });
  }

  async storeResponse({ id, holder }: RequestLease, { subject, sealed }: StoredResponse): Promise<boolean> {
    checkStoredResponse({ subject, sealed });
    return this.#thread.call('storeResponse', { id, holder, subject, sealed });
  }

  async release({ id, holder }: RequestLease): Promise<void> {
    await this.#thread.call('renewRequest', { id, holder, until: 0 });
  }

  async discard(id: string, { sealed }: StoredResponse): Promise<void> {
    checkHash(id);
    await this.#thread.call('discardRequest', { id, sealed });
  }

  async forgetResponse(id: string, { sealed }: StoredResponse): Promise<void> {
    checkHash(id);
    await this.#thread.call('forgetResponse', { id, sealed });
  }

  async forgetResponses(): Promise<void> {
    await this.#thread.call('forgetResponses', null);
  }

  close(): Promise<void> {
    return this.#closeOne(this);
  }
}
