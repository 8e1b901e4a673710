import { StoreUnavailable } from '../../ports/store-unavailable.ts';

export const store = 'event log';

/**
 * What the server will say again however often it is asked, by the client's names for errors. Everything else passes: no leader
 * yet, a node that leaves, a timeout, an answer that got lost.
 */
const refusals = new Set([
  'access-denied',
  'invalid-argument',
  'invalid-transaction',
  'maximum-append-size-exceeded',
  'missing-required-metadata-property',
  'persistent-subscription-failed',
  'stream-deleted',
  'unsupported',
]);
/** And by the status codes of gRPC: invalid argument, permission denied, unimplemented, unauthenticated. */
const refusingCodes = new Set([3, 7, 12, 16]);
const maxMessage = 300;

function property(error: unknown, name: 'type' | 'code'): unknown {
  return typeof error === 'object' && error !== null && name in error ? Reflect.get(error, name) : undefined;
}

/** The client's name for an error, such as `not-leader`; undefined when it is no error of a command. */
export function typeOf(error: unknown): string | undefined {
  const type = property(error, 'type');
  return typeof type === 'string' ? type : undefined;
}

export function isRefusal(error: unknown): boolean {
  return refusals.has(typeOf(error) ?? '') || refusingCodes.has(Number(property(error, 'code')));
}

/** Says what happened in words only: the client's errors carry whole calls with them. */
export function unavailable(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const message = (error instanceof Error ? error.message : String(error)).slice(0, maxMessage);
  const type = typeOf(error);
  return new StoreUnavailable(store, type === undefined ? message : `${type}: ${message}`);
}
