import { type Db, type DbOptions, MongoClient, type MongoClientOptions, ReadConcern } from 'mongodb';
import { callsTo } from './failures.ts';
import { SteadyConnection } from './steady-connection.ts';

const DEFAULT_DATABASE = 'chatledger';
/** A majority may confirm a write later, so writes must be idempotent. */
const MAJORITY_TIMEOUT_MS = 8_000;

/** The URL may override them. */
const DEFAULTS = {
  appName: 'chatledger',
  maxPoolSize: 40,
  /** Includes the election of a new primary. */
  serverSelectionTimeoutMS: 5_000,
  connectTimeoutMS: 5_000,
  waitQueueTimeoutMS: 5_000,
  /** Longer than any of our deadlines. */
  socketTimeoutMS: 150_000,
  retryWrites: true,
  retryReads: true,
} satisfies MongoClientOptions;

/** The URL cannot weaken them. On a single server, the majority is that server. */
const GUARANTEES = {
  writeConcern: { w: 'majority', wtimeoutMS: MAJORITY_TIMEOUT_MS },
  // Never reads data that a failover could roll back, such as a checkpoint or a key.
  readConcern: new ReadConcern('majority'),
  readPreference: 'primary',
} satisfies DbOptions;

/** The message repeats only file paths of the URL, which may hold a password. */
export class MongoUrlInvalid extends Error {
  override readonly name = 'MongoUrlInvalid';
  constructor(fault = 'must be a connection string like mongodb://user:password@host:27017/chatledger') {
    super(`MONGODB_URL ${fault}`);
  }
}

export interface MongoConnection {
  readonly client: MongoClient;
  readonly database: Db;
  /** Holds data that cannot be rebuilt: writes are confirmed once journaled, even on a single server. */
  readonly durable: Db;
}

/**
 * @param url with servers, database (default `chatledger`), credentials, TLS and driver options
 * @throws MongoUrlInvalid, StoreUnavailable; closes the client first
 */
export async function connect(url: string): Promise<MongoConnection> {
  const client = createClient(url);
  const call = callsTo('mongodb', { client });
  try {
    const database = client.db(databaseName(url), GUARANTEES);
    await call(() => client.connect().catch(throwUnreadableFile));
    await call(() => database.command({ ping: 1 }));
    const writeConcern = { ...GUARANTEES.writeConcern, journal: true };
    const durable = client.db(database.databaseName, { ...GUARANTEES, writeConcern });
    return { client, database, durable };
  } catch (error) {
    await client.close();
    throw error;
  }
}

function createClient(url: string): MongoClient {
  const urlOptions = new Set(
    [...new URLSearchParams(url.split('?').slice(1).join('?')).keys()].map((name) => name.toLowerCase()),
  );
  const defaults = Object.entries(DEFAULTS).filter(([name]) => !urlOptions.has(name.toLowerCase()));
  try {
    // Log positions are 64-bit integers.
    const options = { ...Object.fromEntries(defaults), useBigInt64: true, connectionType: SteadyConnection };
    return new MongoClient(url, options);
  } catch {
    throw new MongoUrlInvalid();
  }
}

/** Names a certificate file that the driver failed to read. @throws MongoUrlInvalid, or the given error */
function throwUnreadableFile(error: unknown): never {
  const { syscall, path, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  // Reading a folder fails with `EISDIR` and without a path.
  if (syscall !== 'open' && code !== 'EISDIR') throw error;
  throw new MongoUrlInvalid(`names ${path ?? 'a folder where a file must be'}, which cannot be read (${code})`);
}

function databaseName(url: string): string {
  const path = /^mongodb(?:\+srv)?:\/\/[^/?]*\/([^?]*)/.exec(url)?.[1] ?? '';
  return path === '' ? DEFAULT_DATABASE : decodeURIComponent(path);
}
