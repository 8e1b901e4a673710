/** The one client of a process: bounded in connections and waiting, writing to a majority. */
import { type Db, type DbOptions, MongoClient, type MongoClientOptions, ReadConcern } from 'mongodb';
import { callsTo } from './failures.ts';
import { SteadyConnection } from './steady-connection.ts';

const DEFAULT_DATABASE = 'chatledger';
/** How long a majority may take to confirm a write; it may be confirmed later, so what is written must bear being written again. */
const MAJORITY_WITHIN_MS = 8_000;

/** What holds unless the URL says otherwise. */
const DEFAULTS = {
  appName: 'chatledger',
  maxPoolSize: 40,
  /** Milliseconds until a server that can be written to is found, also while a new primary is elected. */
  serverSelectionTimeoutMS: 5_000,
  connectTimeoutMS: 5_000,
  /** For a free connection of the pool. */
  waitQueueTimeoutMS: 5_000,
  /** Of silence on a connection under an operation: longer than any of ours may take. */
  socketTimeoutMS: 150_000,
  retryWrites: true,
  retryReads: true,
} satisfies MongoClientOptions;

/** What no URL may weaken. On a single server a majority is that server. */
const PROMISES = {
  writeConcern: { w: 'majority', wtimeoutMS: MAJORITY_WITHIN_MS },
  // What a failover could take back is not read: a checkpoint or a key that was never there would be built upon.
  readConcern: new ReadConcern('majority'),
  readPreference: 'primary',
} satisfies DbOptions;

/** MONGODB_URL is no connection string of MongoDB. Says nothing of what it holds: there may be a password in it. */
export class MongoUrlInvalid extends Error {
  override readonly name = 'MongoUrlInvalid';
  constructor() {
    super('MONGODB_URL must be a connection string like mongodb://user:password@host:27017/chatledger');
  }
}

export interface Connection {
  readonly client: MongoClient;
  readonly database: Db;
  /** The same database, for what nothing could make again: answers when a write is in the journal, on a single server too. */
  readonly durable: Db;
}

/**
 * @param url names the servers, the database (default `chatledger`), credentials, TLS and whatever else the driver knows
 * @throws MongoUrlInvalid, StoreUnavailable: nothing stays open then
 */
export async function connect(url: string): Promise<Connection> {
  const client = makeClient(url);
  const call = callsTo('mongodb');
  try {
    const database = client.db(databaseName(url), PROMISES);
    await call(() => client.connect());
    await call(() => database.command({ ping: 1 }));
    const writeConcern = { ...PROMISES.writeConcern, journal: true };
    const durable = client.db(database.databaseName, { ...PROMISES, writeConcern });
    return { client, database, durable };
  } catch (error) {
    await client.close();
    throw error;
  }
}

function makeClient(url: string): MongoClient {
  const given = new Set(
    [...new URLSearchParams(url.split('?').slice(1).join('?')).keys()].map((name) => name.toLowerCase()),
  );
  const defaults = Object.entries(DEFAULTS).filter(([name]) => !given.has(name.toLowerCase()));
  try {
    // Log positions need 63 bits.
    const options = { ...Object.fromEntries(defaults), useBigInt64: true, connectionType: SteadyConnection };
    return new MongoClient(url, options);
  } catch {
    throw new MongoUrlInvalid();
  }
}

function databaseName(url: string): string {
  const path = /^mongodb(?:\+srv)?:\/\/[^/?]*\/([^?]*)/.exec(url)?.[1] ?? '';
  return path === '' ? DEFAULT_DATABASE : decodeURIComponent(path);
}
