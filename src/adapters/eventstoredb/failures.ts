import { errorMessage } from '../../lib/thrown.ts';
import { StoreRefused, StoreUnavailable } from '../../ports/store-unavailable.ts';

export const STORE_NAME = 'event log';

/** Permanent errors, by the client's names. Others are transient: no leader yet, a node leaving, a timeout, a lost response. */
const REFUSAL_TYPES = new Set([
  'access-denied',
  'invalid-argument',
  'invalid-transaction',
  'maximum-append-size-exceeded',
  'missing-required-metadata-property',
  'persistent-subscription-failed',
  'stream-deleted',
  'unsupported',
]);
/** Permanent gRPC status codes: invalid argument, permission denied, unimplemented, unauthenticated. */
const REFUSAL_CODES = new Set([3, 7, 12, 16]);
/** Permission denied, unauthenticated. */
const LOGIN_CODES = new Set([7, 16]);
const MAX_MESSAGE_LENGTH = 300;
const LOGIN_HINT = 'check the user and password in EVENTSTORE_URL; the user must be in $admins';

function property(error: unknown, name: 'type' | 'code'): unknown {
  return typeof error === 'object' && error !== null && name in error ? Reflect.get(error, name) : undefined;
}

/** The client's name for an error, such as `not-leader`. */
export function typeOf(error: unknown): string | undefined {
  const type = property(error, 'type');
  return typeof type === 'string' ? type : undefined;
}

export function isRefusal(error: unknown): boolean {
  return REFUSAL_TYPES.has(typeOf(error) ?? '') || REFUSAL_CODES.has(Number(property(error, 'code')));
}

const isAccessDenied = (error: unknown): boolean =>
  typeOf(error) === 'access-denied' || LOGIN_CODES.has(Number(property(error, 'code')));

/** Keeps only the message: the client's errors hold whole calls. */
export function unavailable(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const message = errorMessage(error).slice(0, MAX_MESSAGE_LENGTH);
  const type = typeOf(error);
  const told = type === undefined ? message : `${type}: ${message}`;
  if (!isAccessDenied(error)) return new StoreUnavailable(STORE_NAME, told);
  return new StoreRefused(STORE_NAME, `${told} (${LOGIN_HINT})`);
}
