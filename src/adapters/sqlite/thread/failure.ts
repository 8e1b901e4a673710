import {
  type DiskRefusal,
  DiskRefusesWrites,
  StoreDamaged,
  StoreUnavailable,
} from '../../../ports/store-unavailable.ts';
import type { ThreadFailure } from './protocol.ts';

/**
 * Primary SQLite result codes that concern the file or the machine, not the statement: BUSY, LOCKED, NOMEM, READONLY,
 * INTERRUPT, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB. Source: https://sqlite.org/rescode.html
 */
const UNAVAILABLE_CODES: ReadonlySet<number | null> = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26]);

const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
export const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
/** CORRUPT and NOTADB. */
const DAMAGE_CODES: ReadonlySet<number | null> = new Set([11, 26]);

/** The low byte of an extended code. */
const primaryCode = ({ errcode }: Pick<ThreadFailure, 'errcode'>): number | null =>
  errcode === undefined ? null : errcode & 0xff;

const isOneOf = (codes: ReadonlySet<number | null>, failure: Pick<ThreadFailure, 'errcode'>): boolean =>
  codes.has(primaryCode(failure));

/** Returns null when the disk is not the reason. SQLite reports a limit on the size of a file as an I/O error. */
export function diskRefusalOf(failure: Pick<ThreadFailure, 'errcode'>): DiskRefusal | null {
  const code = primaryCode(failure);
  if (code === SQLITE_FULL) return 'full';
  return code === SQLITE_IOERR ? 'failing' : null;
}

export const isDamage = (failure: Pick<ThreadFailure, 'errcode'>): boolean => isOneOf(DAMAGE_CODES, failure);

/** SQLite can read the content, but it is invalid for us. */
export const damageError = (message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { errcode: SQLITE_CORRUPT });

/** Another process holds the file: a retry may help. */
export const busyError = (message: string): Error => Object.assign(new Error(message), { errcode: SQLITE_BUSY });

function errcodeOf(error: Error): number | undefined {
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;
}

export function toFailure(thrown: unknown): ThreadFailure {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const errcode = errcodeOf(error);
  return {
    unavailable: error instanceof StoreUnavailable || isOneOf(UNAVAILABLE_CODES, { errcode }),
    name: error.name,
    message: error.message,
    stack: error.stack,
    errcode,
  };
}

/** Failure of every call in a batch whose transaction did not commit. */
export function batchFailure(thrown: unknown): ThreadFailure {
  return { ...toFailure(thrown), unavailable: true };
}

/** StoreUnavailable, TypeError and RangeError keep their class. */
export function fromFailure(failure: ThreadFailure, store: string): Error {
  if (isDamage(failure)) return new StoreDamaged(store, failure.message);
  const refusal = diskRefusalOf(failure);
  if (refusal !== null) return new DiskRefusesWrites(store, failure.message, refusal);
  if (failure.unavailable) return new StoreUnavailable(store, failure.message);
  const error = errorNamed(failure.name, failure.message);
  if (failure.stack !== undefined) error.stack = failure.stack;
  return failure.errcode === undefined ? error : Object.assign(error, { errcode: failure.errcode });
}

function errorNamed(name: string, message: string): Error {
  if (name === 'TypeError') return new TypeError(message);
  if (name === 'RangeError') return new RangeError(message);
  return Object.assign(new Error(message), { name });
}
