import { errors } from '@elastic/elasticsearch';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import { errorType, UnexpectedResponse, valueAt } from './responses.ts';

export const STORE = 'search index';

export class RetryableError extends Error {
  override readonly name = 'RetryableError';
}

/** The index was deleted after it was opened. */
export class IndexMissing extends StoreUnavailable {
  constructor() {
    super(STORE, 'the index is missing');
  }
}

export interface RequestFailure {
  /** Never has the client's error as cause: that holds addresses, headers and documents. */
  readonly error: Error;
  readonly retryable: boolean;
  /** The engine responded, even if with an error. */
  readonly hasAnswered: boolean;
}

const RETRYABLE_STATUSES = new Set([408, 429, 500, 502, 503, 504]);
/** Wrong credentials, a blocked or missing index: a retry is pointless. */
const UNAVAILABLE_STATUSES = new Set([401, 403, 404]);
/** Answered with status 400, which otherwise means that the request is at fault. */
const INDEX_CLOSED = 'index_closed_exception';
/** Answered with 403 or, on a full disk, with 429. */
const INDEX_BLOCKED = 'cluster_block_exception';

export function requestFailureOf(thrown: unknown): RequestFailure {
  const isUnanswered = thrown instanceof errors.ConnectionError || thrown instanceof errors.TimeoutError;
  return { ...failureOf(thrown), hasAnswered: !isUnanswered };
}

type AnsweredFailure = Omit<RequestFailure, 'hasAnswered'>;

function failureOf(thrown: unknown): AnsweredFailure {
  if (thrown instanceof StoreUnavailable) return { error: thrown, retryable: false };
  if (thrown instanceof RetryableError) return retryableOutage(thrown.message);
  if (thrown instanceof UnexpectedResponse) return retryableOutage(`gave an unexpected answer: ${thrown.message}`);
  if (thrown instanceof errors.ResponseError) return failureOfAnswer(thrown);
  if (thrown instanceof errors.ProductNotSupportedError) return lastingOutage('what answers is not Elasticsearch');
  if (thrown instanceof errors.DeserializationError) return retryableOutage('the response is not JSON');
  if (thrown instanceof errors.RequestAbortedError) return lastingOutage('the response is too large');
  if (thrown instanceof errors.ElasticsearchClientError) return retryableOutage(`cannot be reached${codeOf(thrown)}`);
  return { error: thrown instanceof Error ? thrown : new Error('The search index failed'), retryable: false };
}

function failureOfAnswer(thrown: errors.ResponseError): AnsweredFailure {
  const status = thrown.statusCode ?? 0;
  const type = errorType(valueAt(thrown.body, 'error'));
  if (status === 404 && type === 'index_not_found_exception') return { error: new IndexMissing(), retryable: false };
  return refusal({ status, type, what: 'request' });
}

/** @param refused an unsuccessful response to a request, or to one item of a bulk request */
export function refusal(refused: {
  readonly status: number;
  readonly type: string;
  readonly what: 'request' | 'passage';
}): AnsweredFailure {
  const { status, type, what } = refused;
  const message = describeRefusal(refused);
  if (RETRYABLE_STATUSES.has(status)) return retryableOutage(message);
  if (UNAVAILABLE_STATUSES.has(status) || type === INDEX_CLOSED) return lastingOutage(message);
  return { error: new Error(`The search index refused a ${what}: ${message}`), retryable: false };
}

export function describeRefusal({ status, type }: { readonly status: number; readonly type: string }): string {
  const reason = type === INDEX_BLOCKED ? `${type}: the index is blocked, as by a full disk` : type;
  return `answered ${status}${reason === '' ? '' : ` (${reason})`}`;
}

const retryableOutage = (message: string): AnsweredFailure => ({ error: unavailable(message), retryable: true });

const lastingOutage = (message: string): AnsweredFailure => ({ error: unavailable(message), retryable: false });

const unavailable = (message: string): Error => new StoreUnavailable(STORE, message);

/** Extracts ECONNREFUSED and the like from a message that also holds addresses. */
function codeOf(thrown: Error): string {
  const code = /\b(?:E[A-Z]{3,30}|UND_ERR_[A-Z_]{1,40}|(?:CERT|SELF|DEPTH|UNABLE)_[A-Z_]{1,60})\b/.exec(thrown.message);
  return code === null ? '' : ` (${code[0]})`;
}
