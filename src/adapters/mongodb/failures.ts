/** Every call of the driver goes through here: within a deadline, and failing in the port's terms. */
import {
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
import { StoreUnavailable } from '../../ports/store-unavailable.ts';

/** Milliseconds a call may take before it counts as unanswered: what is asked for in requests. */
const USUAL_DEADLINE_MS = 10_000;
/** For work over any number of documents, and indexes over large collections. */
export const LONG_DEADLINE_MS = 120_000;

/** The unique index, `_id` too, has that value already. */
const DUPLICATE_KEY = 11_000;

/**
 * Codes of answers that speak of the server's state or of rights rather than of what was asked. Source: the error codes of
 * MongoDB's manual and of its specification of retryable reads and writes.
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
  462, // IngressRequestRateLimitExceeded
  8000, // AtlasError
  9001, // SocketException
  10_107, // NotWritablePrimary
  11_600, // InterruptedAtShutdown
  11_602, // InterruptedDueToReplStateChange
  13_435, // NotPrimaryNoSecondaryOk
  13_436, // NotPrimaryOrSecondary
  14_031, // OutOfDiskSpace
]);

/** Runs one operation of a store. @throws StoreUnavailable when the server is away, overloaded, refuses or does not answer in time */
export type Call = <Result>(operation: () => Promise<Result>, deadlineMs?: number) => Promise<Result>;

/** @param store as it is named in errors */
export function callsTo(store: string): Call {
  return async (operation, deadlineMs = USUAL_DEADLINE_MS) => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new StoreUnavailable(store, `no answer within ${deadlineMs} ms`)),
      deadlineMs,
    );
    try {
      return await Promise.race([operation(), late.promise]);
    } catch (error) {
      throw storeError(store, error);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Whether the write found that a document with its unique value is there already. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/** Whether the collection is not there. Servers before 7 say so when one is dropped; some give no code with it. */
export function isMissingCollection(error: unknown): boolean {
  return error instanceof MongoServerError && (error.code === 26 || error.message === 'ns not found');
}

/**
 * The driver's errors carry what was sent, up to whole documents, and may be logged: what leaves the adapter says only what went
 * wrong. Errors that are not the driver's are left as they are.
 */
function storeError(store: string, error: unknown): unknown {
  // Of the system's resolver, for mongodb+srv.
  if (error instanceof Error && 'syscall' in error) return new StoreUnavailable(store, error.message);
  if (!(error instanceof MongoError)) return error;
  if (isUnavailable(error)) return new StoreUnavailable(store, describe(error));
  return new Error(`${store}: ${describe(error)}`);
}

function isUnavailable(error: MongoError): boolean {
  if (error instanceof MongoServerError) {
    if (error instanceof MongoWriteConcernError || error.hasErrorLabel('RetryableWriteError')) return true;
    return UNAVAILABLE_CODES.has(Number(error.code));
  }
  return (
    error instanceof MongoNetworkError ||
    // No server could be chosen.
    error instanceof MongoSystemError ||
    error instanceof MongoNotConnectedError ||
    error instanceof MongoClientClosedError ||
    error instanceof MongoTopologyClosedError ||
    error instanceof MongoExpiredSessionError ||
    // The pool has no connection to give; the driver does not export the class.
    (error instanceof MongoDriverError && error.name === 'MongoWaitQueueTimeoutError')
  );
}

/** A server's own words may repeat what it was sent; its code's name does not. */
function describe(error: MongoError): string {
  if (!(error instanceof MongoServerError)) return `${error.name}: ${error.message}`;
  const codeName: unknown = error.codeName;
  return `${error.name} ${typeof codeName === 'string' ? codeName : (error.code ?? 'without a code')}`;
}
