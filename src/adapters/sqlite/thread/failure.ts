/** Errors on their way from the worker to the caller. */
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import type { Failure } from './protocol.ts';

/**
 * SQLite's primary result codes that speak of the file or the machine rather than of the statement: BUSY, LOCKED, NOMEM,
 * READONLY, INTERRUPT, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB. Source: https://sqlite.org/rescode.html
 */
const unavailableCodes = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26]);

function errcodeOf(error: Error): number | undefined {
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;
}

export function toFailure(thrown: unknown): Failure {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const errcode = errcodeOf(error);
  return {
    // The low byte of an extended code is the primary one.
    unavailable: error instanceof StoreUnavailable || (errcode !== undefined && unavailableCodes.has(errcode & 0xff)),
    name: error.name,
    message: error.message,
    stack: error.stack,
    errcode,
  };
}

/** The failure every call of a batch shares when its transaction could not be committed. */
export function batchFailure(thrown: unknown): Failure {
  return { ...toFailure(thrown), unavailable: true };
}

/** The error a caller is rejected with: StoreUnavailable, TypeError and RangeError keep their class. */
export function fromFailure(failure: Failure, store: string): Error {
  if (failure.unavailable) return new StoreUnavailable(store, failure.message);
  const error =
    failure.name === 'TypeError'
      ? new TypeError(failure.message)
      : failure.name === 'RangeError'
        ? new RangeError(failure.message)
        : Object.assign(new Error(failure.message), { name: failure.name });
  if (failure.stack !== undefined) error.stack = failure.stack;
  return failure.errcode === undefined ? error : Object.assign(error, { errcode: failure.errcode });
}
