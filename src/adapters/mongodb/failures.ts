import {
  MongoBulkWriteError,
  type MongoClient,
  MongoClientClosedError,
  MongoDriverError,
  MongoError,
  MongoExpiredSessionError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoSystemError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
} from 'mongodb';
import { StoreRefused, StoreUnavailable } from '../../ports/store-unavailable.ts';
import { type BreakerLimits, CircuitBreaker } from '../shared/circuit-breaker.ts';

/** Limits of calls made within requests. */
const LIMITS: BreakerLimits = { deadlineMs: 10_000, trialDeadlineMs: 1_000 };
/** Deadline of work over any number of documents, such as building indexes. */
export const LONG_DEADLINE_MS = 120_000;

/** Unauthorized, AuthenticationFailed, AtlasError: credentials or rights are wrong. */
const REFUSAL_CODES: ReadonlySet<number> = new Set([13, 18, 8000]);
const DUPLICATE_KEY_CODE = 11_000;

/**
 * Caused by the server's state or by missing rights, not by the request. Sources: MongoDB's manual (error codes) and its
 * specification of retryable reads and writes.
 */
const UNAVAILABLE_CODES: ReadonlySet<number> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  13, // Unauthorized
  18, // AuthenticationFailed
  24, // LockTimeout
  43, // CursorNotFound
  46, // LockBusy
  50, // MaxTimeMSExpired
  64, // WriteConcernFailed
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern
  112, // WriteConflict
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  175, // QueryPlanKilled
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  262, // ExceededTimeLimit
  371, // UserWritesBlocked: by an operator, a migration, or a monitor of free disk space
  433, // AdmissionQueueOverflow
  449, // RateLimitExceeded
  450, // PooledConnectionAcquisitionRejected
  462, // IngressRequestRateLimitExceeded
  473, // InterruptedDueToOverload
  8000, // AtlasError
  9001, // SocketException
  10_107, // NotWritablePrimary
  11_600, // InterruptedAtShutdown
  11_601, // Interrupted: by an operator
  11_602, // InterruptedDueToReplStateChange
  13_435, // NotPrimaryNoSecondaryOk
  13_436, // NotPrimaryOrSecondary
  14_031, // OutOfDiskSpace
]);

/** @throws StoreUnavailable when the server is unreachable, overloaded, refuses or times out, or the circuit breaker is open */
export type Call = <Result>(operation: () => Promise<Result>, deadlineMs?: number) => Promise<Result>;

const breakerOf = new WeakMap<MongoClient, CircuitBreaker>();

/** All stores of a connection are unavailable together. */
function breakerWith(client: MongoClient): CircuitBreaker {
  const breaker = breakerOf.get(client) ?? new CircuitBreaker(LIMITS);
  breakerOf.set(client, breaker);
  return breaker;
}

/** @param store name in error messages */
export function callsTo(store: string, { client }: { readonly client: MongoClient }): Call {
  const breaker = breakerWith(client);
  const noAnswer = () => new StoreUnavailable(store, 'the server does not answer');
  return (operation, deadlineMs) =>
    breaker.run(
      async (permit) => {
        try {
          return await within(permit.deadlineMs, store, async () => {
            const result = await operation();
            breaker.answered();
            return result;
          });
        } catch (error) {
          const failure = storeError(store, error);
          if (error instanceof MongoServerError && error.code !== undefined) breaker.answered();
          else if (failure instanceof StoreUnavailable) breaker.unanswered(permit);
          throw failure;
        }
      },
      noAnswer,
      deadlineMs,
    );
}

async function within<Result>(ms: number, store: string, operation: () => Promise<Result>): Promise<Result> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new StoreUnavailable(store, `no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([operation(), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY_CODE;
}

export function ignoreDuplicate(error: unknown): void {
  if (!isDuplicateKey(error)) throw error;
}

/** Servers before 7 report a missing collection when one is dropped, some of them without a code. */
export function isMissingCollection(error: unknown): boolean {
  return error instanceof MongoServerError && (error.code === 26 || error.message === 'ns not found');
}

/** The driver's errors can hold whole documents, and errors are logged. */
function storeError(store: string, error: unknown): unknown {
  // DNS failure, for mongodb+srv.
  if (error instanceof Error && 'syscall' in error) return new StoreUnavailable(store, error.message);
  if (!(error instanceof MongoError)) return error;
  if (error instanceof MongoServerError && REFUSAL_CODES.has(Number(error.code))) {
    return new StoreRefused(store, `${describe(error)}: check the user and password in MONGODB_URL`);
  }
  if (isUnavailable(error)) return new StoreUnavailable(store, describe(error));
  return new Error(`${store}: ${describe(error)}`);
}

function isUnavailable(error: MongoError): boolean {
  if (error instanceof MongoServerError) {
    // Faults of a request have a code. Without one, the server itself failed, or the connection broke within a bulk write.
    if (error.code === undefined) return true;
    if (error instanceof MongoWriteConcernError || error.hasErrorLabel('RetryableWriteError')) return true;
    return UNAVAILABLE_CODES.has(Number(error.code));
  }
  return (
    error instanceof MongoNetworkError ||
    // Server selection failed.
    error instanceof MongoSystemError ||
    error instanceof MongoNotConnectedError ||
    error instanceof MongoClientClosedError ||
    error instanceof MongoTopologyClosedError ||
    error instanceof MongoExpiredSessionError ||
    // The connection pool is exhausted; the driver does not export this class.
    (error instanceof MongoDriverError && error.name === 'MongoWaitQueueTimeoutError')
  );
}

/**
 * Names only the error code, since a server's message may quote the request. A bulk write without a code passes on the driver's
 * message.
 */
function describe(error: MongoError): string {
  const isDrivers = error instanceof MongoBulkWriteError && error.code === undefined;
  if (isDrivers || !(error instanceof MongoServerError)) return `${error.name}: ${error.message}`;
  const codeName: unknown = error.codeName;
  return `${error.name} ${typeof codeName === 'string' ? codeName : (error.code ?? 'without a code')}`;
}
