/** What went wrong with a call, as the port says it, and whether asking again can help. */
import { errors } from '@elastic/elasticsearch';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { at, errorType, UnexpectedAnswer } from './answers.ts';

export const STORE = 'search index';

/** Thrown inside a call to have it repeated: part of it was turned away. */
export class TryAgain extends Error {
  override readonly name = 'TryAgain';
}

/** The index has been removed since it was opened. */
export class IndexMissing extends StoreUnavailable {
  constructor() {
    super(STORE, 'the index is missing');
  }
}

export interface Failure {
  /** Without the client's error as cause, whose address, headers, body and quotes of documents are nobody's to read. */
  readonly error: Error;
  readonly worthRetrying: boolean;
}

const WAIT_AND_RETRY = new Set([408, 429, 500, 502, 503, 504]);
/** Wrong credentials, a blocked index, an operator at work: not the request's fault, and not over in a second. */
const UNAVAILABLE = new Set([401, 403, 404]);

export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof StoreUnavailable) return { error: thrown, worthRetrying: false };
  if (thrown instanceof TryAgain) return unavailable(thrown.message, true);
  if (thrown instanceof UnexpectedAnswer) return unavailable(`gave an unexpected answer: ${thrown.message}`, true);
  if (thrown instanceof errors.ResponseError) return failureOfAnswer(thrown);
  if (thrown instanceof errors.ProductNotSupportedError) return unavailable('what answers is not Elasticsearch', false);
  if (thrown instanceof errors.DeserializationError) return unavailable('the answer is not JSON', true);
  if (thrown instanceof errors.RequestAbortedError) return unavailable('the answer was too long to be read', false);
  if (thrown instanceof errors.ElasticsearchClientError) return unavailable(`cannot be reached${codeOf(thrown)}`, true);
  return { error: thrown instanceof Error ? thrown : new Error('The search index failed'), worthRetrying: false };
}

function failureOfAnswer(thrown: errors.ResponseError): Failure {
  const status = thrown.statusCode ?? 0;
  const type = errorType(at(thrown.body, 'error'));
  if (status === 404 && type === 'index_not_found_exception')
    return { error: new IndexMissing(), worthRetrying: false };
  const message = `answered ${status}${type === '' ? '' : ` (${type})`}`;
  if (WAIT_AND_RETRY.has(status)) return unavailable(message, true);
  if (UNAVAILABLE.has(status)) return unavailable(message, false);
  return { error: new Error(`The search index refused a request: ${message}`), worthRetrying: false };
}

function unavailable(message: string, worthRetrying: boolean): Failure {
  return { error: new StoreUnavailable(STORE, message), worthRetrying };
}

/** The innermost system error code, such as ECONNREFUSED. The client copies it into its messages, beside addresses. */
function codeOf(thrown: Error): string {
  const code = /\b(?:E[A-Z]{3,30}|UND_ERR_[A-Z_]{1,40}|(?:CERT|SELF|DEPTH|UNABLE)_[A-Z_]{1,60})\b/.exec(thrown.message);
  return code === null ? '' : ` (${code[0]})`;
}
