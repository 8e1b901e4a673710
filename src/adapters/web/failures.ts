import { errorCode } from '../../lib/thrown.ts';
import { type FetchFailure, URL_NOT_ALLOWED } from '../../ports/content/web.ts';
import { AddressNotAllowed } from './public-only-agents.ts';
import { BodyTooLarge, UnknownEncoding } from './response-body.ts';

export const fetchFailure = (
  kind: FetchFailure['kind'],
  reason: string,
  more: { status?: number; retryAfterMs?: number | null } = {},
): FetchFailure => ({ ok: false, kind, reason, status: more.status ?? null, retryAfterMs: more.retryAfterMs ?? null });

export const notAllowed = (): FetchFailure => fetchFailure('not-allowed', URL_NOT_ALLOWED);

export const timedOut = (timeoutMs: number): FetchFailure =>
  fetchFailure('timeout', `The page did not answer within ${Math.round(timeoutMs / 1000) || 1} seconds`);

/** Maps an exception to a failure in words for the owner. */
export function fetchFailureOf(error: unknown, host: string, maxBytes: number): FetchFailure {
  if (error instanceof BodyTooLarge) {
    return fetchFailure('too-large', `The page is larger than ${Math.round(maxBytes / (1024 * 1024)) || 1} MB`);
  }
  if (error instanceof UnknownEncoding)
    return fetchFailure('encoding', 'The server packs the page in a way that cannot be read');
  if (isRefusedAddress(error)) return notAllowed();
  const code = errorCode(error) ?? '';
  if (/^(?:Z_|ERR__ERROR_|ERR_BROTLI|ZSTD_error)/.test(code))
    return fetchFailure('encoding', 'The page arrived damaged');
  return fetchFailure('network', networkReason(code, host));
}

function isRefusedAddress(error: unknown): boolean {
  if (error instanceof AddressNotAllowed) return true;
  // The errors of request-filtering-agent have neither a type nor a code.
  return error instanceof Error && errorCode(error) === undefined && / is not allowed\. Because/.test(error.message);
}

function networkReason(code: string, host: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return `The host ${host} was not found`;
  if (code === 'ECONNREFUSED') return `${host} refused the connection`;
  if (code.startsWith('HPE_')) return `The answer of ${host} cannot be understood`;
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return `The certificate of ${host} is not valid`;
  if (code.startsWith('ERR_SSL') || code === 'EPROTO') return `No secure connection to ${host} could be made`;
  return `The connection to ${host} failed`;
}

const MAX_RETRY_AFTER_MS = 60 * 60 * 1000;

/** Parses `Retry-After` in seconds or as a date; null for neither. */
export function retryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), MAX_RETRY_AFTER_MS) : null;
}
