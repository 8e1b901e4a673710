import type { KeyObject } from 'node:crypto';
import type { Blobs } from '../../ports/blobs.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Counters } from '../../ports/counters.ts';
import type { Documents, LostReadModels } from '../../ports/documents.ts';
import type { EmbeddingCache } from '../../ports/embedding-cache.ts';
import type { Idempotency } from '../../ports/idempotency.ts';
import type { Keys } from '../../ports/keys.ts';
import type { MigrationMarker } from '../../ports/migration/migrated-tables.ts';
import type { RateLimits } from '../../ports/rate-limits.ts';
import type { TreeHeads } from '../../ports/tree-heads.ts';
import { openMongoBlobs } from './blobs/blobs.ts';
import { connect } from './client.ts';
import { MongoCounters } from './counters.ts';
import { MongoDocuments } from './documents/documents.ts';
import { openMongoEmbeddingCache } from './embedding-cache.ts';
import { callsTo } from './failures.ts';
import { openMongoIdempotency } from './idempotency.ts';
import { keepIndexes } from './index-upkeep.ts';
import { openMongoKeys } from './keys.ts';
import { migrationMarkerIn } from './migration.ts';
import { openMongoRateLimits } from './rate-limits.ts';
import { openServerClock } from './server-clock.ts';
import { MongoTreeHeads } from './tree-heads.ts';

export interface MongoStores {
  readonly documents: Documents;
  /** See `MongoDocuments.retireLostReadModels`. @throws StoreUnavailable */
  retireLostReadModels(): Promise<LostReadModels>;
  readonly keys: Keys;
  readonly blobs: Blobs;
  readonly counters: Counters;
  readonly embeddingCache: EmbeddingCache;
  readonly rateLimits: RateLimits;
  readonly idempotency: Idempotency;
  readonly treeHeads: TreeHeads;
  readonly migrationMarker: MigrationMarker;
  /** The server's. */
  readonly clock: Clock;
  /** @throws StoreUnavailable within seconds when the server does not answer */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface MongoOptions {
  /** May name the database (default `chatledger`) and driver options. */
  readonly url: string;
  /** 32 bytes, the same for every node. */
  readonly masterKey: KeyObject;
  /** Minimum lifetime of tombstones. Default a day. */
  readonly tombstoneRetentionMs?: number;
  /** Age at which orphaned blob files are deleted. Default a day. */
  readonly orphanedAfterMs?: number;
  /** Capacity of the embedding cache. Default 1,000,000. */
  readonly maxEmbeddings?: number;
  /** Per group. Default `MAX_STORED_REQUESTS`. */
  readonly maxIdempotentRequests?: number;
  /** Time between two creations of missing indexes beside the read models. Default 10 seconds. */
  readonly createIndexesEveryMs?: number;
}

/**
 * Works on a single server and on a replica set.
 * @throws MongoUrlInvalid, WrongMasterKey, StoreUnavailable; closes the client first
 */
export async function openMongo(options: MongoOptions): Promise<MongoStores> {
  const { client, database, durable } = await connect(options.url);
  const call = callsTo('mongodb', database);
  const { tombstoneRetentionMs, orphanedAfterMs, maxEmbeddings, maxIdempotentRequests } = options;
  try {
    // Opened first, so that a wrong master key changes nothing else.
    const keys = await openMongoKeys(durable, options.masterKey);
    const clock = await openServerClock(database);
    const [rateLimits, embeddingCache, idempotency] = await Promise.all([
      openMongoRateLimits(database, clock),
      openMongoEmbeddingCache(database, maxEmbeddings),
      openMongoIdempotency(durable, maxIdempotentRequests),
    ]);
    const blobs = await openMongoBlobs(durable, orphanedAfterMs);
    const closing = new AbortController();
    clock.follow(closing.signal);
    void keepIndexes(database, durable, closing.signal, options.createIndexesEveryMs);
    const documents = new MongoDocuments(database, tombstoneRetentionMs);
    return {
      documents,
      retireLostReadModels: () => documents.retireLostReadModels(),
      keys,
      blobs,
      counters: new MongoCounters(durable),
      embeddingCache,
      rateLimits,
      idempotency,
      treeHeads: new MongoTreeHeads(durable),
      migrationMarker: migrationMarkerIn(durable),
      clock,
      ping: async () => void (await call(() => database.command({ ping: 1 }))),
      close: async () => {
        closing.abort();
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
