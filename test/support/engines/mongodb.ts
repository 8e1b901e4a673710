/** Databases of a test's own on a MongoDB server, and a look into them past the adapter. */
import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import { type Db, MongoClient } from 'mongodb';
import { onTestFinished } from 'vitest';
import { type MongoOptions, type MongoStores, openMongo } from '../../../src/adapters/mongodb/open-mongo.ts';
import { openMongoRateLimits } from '../../../src/adapters/mongodb/rate-limits.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { RateLimits } from '../../../src/ports/rate-limits.ts';
import type { OpenStore } from '../stores/store-place.ts';

const testMasterKey: KeyObject = createSecretKey(Buffer.alloc(32, 7));

function databaseName(): string {
  return `test-${randomUUID().slice(0, 13)}`;
}

/** The server's address with another database. */
function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** The address of a database that no other test has; it is dropped when the running test ends. */
export function ownDatabase(server: string): string {
  const name = databaseName();
  onTestFinished(() => withDatabase(urlOf(server, name), async (db) => void (await db.dropDatabase())));
  return urlOf(server, name);
}

/** A look at what lies in the database, or a hand in it. */
export async function withDatabase<Result>(url: string, look: (db: Db) => Promise<Result>): Promise<Result> {
  const client = new MongoClient(url, { useBigInt64: true });
  try {
    return await look(client.db());
  } finally {
    await client.close();
  }
}

/** Closed when the running test ends. */
export async function openMongoFor(url: string, options: Partial<MongoOptions> = {}): Promise<MongoStores> {
  const stores = await openMongo({ url, masterKey: testMasterKey, ...options });
  onTestFinished(() => stores.close());
  return stores;
}

/** By another clock than the server's. Closed when the running test ends. */
export async function rateLimitsFor(url: string, clock: Clock): Promise<RateLimits> {
  const client = new MongoClient(url);
  onTestFinished(() => client.close());
  return openMongoRateLimits(client.db(), clock);
}

/** Opens one of the stores; closing it closes all that were opened with it. */
export function emptyPlaceOf<
  Name extends 'documents' | 'keys' | 'blobs' | 'counters' | 'embeddingCache' | 'idempotency' | 'treeHeads',
>(server: string, name: Name): () => OpenStore<MongoStores[Name]> {
  return () => {
    const url = ownDatabase(server);
    return async () => {
      const stores = await openMongo({ url, masterKey: testMasterKey });
      const store = stores[name];
      return new Proxy(store, {
        get(target, property) {
          if (property === 'close') return () => stores.close();
          const value: unknown = Reflect.get(target, property);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    };
  };
}

/**
 * True when an update returns the document that it made, as MongoDB's does. A server that reads again before it answers counts
 * rightly, and tells two clients the same count.
 */
export async function answersEachUpdate(server: string): Promise<boolean> {
  const [rounds, atOnce] = [40, 60];
  return withDatabase(urlOf(server, databaseName()), async (db) => {
    const counts = db.collection<{ _id: number; count: number }>('counts');
    let answersEach = true;
    for (let round = 0; round < rounds && answersEach; round += 1) {
      const counting = () =>
        counts.findOneAndUpdate({ _id: round }, { $inc: { count: 1 } }, { returnDocument: 'after', upsert: true });
      await counting();
      const answers = await Promise.all(Array.from({ length: atOnce }, counting));
      answersEach = new Set(answers.map((answer) => answer?.count)).size === atOnce;
    }
    await db.dropDatabase();
    return answersEach;
  });
}

/**
 * True when texts are ordered by their UTF-8 bytes, as MongoDB's are. A server that compares them in Java, by UTF-16, has
 * another order beyond U+FFFF.
 */
export async function ordersByBytes(server: string): Promise<boolean> {
  return withDatabase(urlOf(server, databaseName()), async (db) => {
    const texts = db.collection<{ _id: string }>('texts');
    await texts.insertMany([{ _id: '\u{1f5dd}' }, { _id: '\uffff' }]);
    const [first] = await texts.find().sort({ _id: 1 }).toArray();
    await db.dropDatabase();
    return first?._id === '\uffff';
  });
}
