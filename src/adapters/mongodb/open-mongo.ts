/** All stores that MongoDB keeps, over one client. */
import type { KeyObject } from 'node:crypto';
import type { Blobs } from '../../ports/blobs.ts';
import type { Counters } from '../../ports/counters.ts';
import type { Documents } from '../../ports/documents.ts';
import type { EmbeddingCache } from '../../ports/embedding-cache.ts';
import type { Idempotency } from '../../ports/idempotency.ts';
import type { Keys } from '../../ports/keys.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';
import { openMongoBlobs } from './blobs/blobs.ts';
import { connect } from './client.ts';
import { MongoCounters } from './counters.ts';
import { MongoDocuments } from './documents/documents.ts';
import { openMongoEmbeddingCache } from './embedding-cache.ts';
import { callsTo } from './failures.ts';
import { openMongoIdempotency } from './idempotency.ts';
import { openMongoKeys } from './keys.ts';
import { openMongoRateLimits } from './rate-limits.ts';

export interface MongoStores {
  readonly documents: Documents;
  readonly keys: Keys;
  readonly blobs: Blobs;
  readonly counters: Counters;
  readonly embeddingCache: EmbeddingCache;
  readonly rateLimits: RateLimits;
  readonly idempotency: Idempotency;
  /** Whether the server answers. @throws StoreUnavailable within seconds when it does not */
  ping(): Promise<void>;
  /** Closes every store and the connection: none of them needs to be closed besides. */
  close(): Promise<void>;
}

export interface MongoOptions {
  /** A MongoDB connection string. It may name the database (default `chatledger`); the driver's own options in it hold. */
  readonly url: string;
  /** 32 bytes, the same for every node. */
  readonly masterKey: KeyObject;
  /** Milliseconds for which a deleted document's tombstone stays, at least. Default a day. */
  readonly tombstonesKeptMs?: number;
  /** Milliseconds after which what a crash left of a blob is cleared away. Default a day. */
  readonly leftBehindAfterMs?: number;
  /** Entries that the embedding cache keeps, the least recently used go first. Default 1,000,000. */
  readonly maxEmbeddings?: number;
  /** Keyed requests remembered for each group. Default `MAX_REMEMBERED`. */
  readonly maxKeyedRequests?: number;
}

/**
 * Makes collections and indexes that are missing. Works on a single server and on a replica set.
 * @throws MongoUrlInvalid, WrongMasterKey, StoreUnavailable: nothing stays open then
 */
export async function openMongo(options: MongoOptions): Promise<MongoStores> {
  const { client, database, durable } = await connect(options.url);
  const call = callsTo('mongodb');
  const { tombstonesKeptMs, leftBehindAfterMs, maxEmbeddings, maxKeyedRequests } = options;
  try {
    // First: with another master key nothing else is touched.
    const keys = await openMongoKeys(durable, options.masterKey);
    const [rateLimits, embeddingCache, idempotency] = await Promise.all([
      openMongoRateLimits(database),
      openMongoEmbeddingCache(database, maxEmbeddings === undefined ? {} : { maxEntries: maxEmbeddings }),
      openMongoIdempotency(durable, maxKeyedRequests === undefined ? {} : { maxRemembered: maxKeyedRequests }),
    ]);
    const blobs = await openMongoBlobs(durable, leftBehindAfterMs === undefined ? {} : { leftBehindAfterMs });
    return {
      documents: new MongoDocuments(database, tombstonesKeptMs === undefined ? {} : { tombstonesKeptMs }),
      keys,
      blobs,
      counters: new MongoCounters(durable),
      embeddingCache,
      rateLimits,
      idempotency,
      ping: async () => void (await call(() => database.command({ ping: 1 }))),
      close: async () => {
        await keys.close();
        await blobs.close();
        await client.close();
      },
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}
