import { setTimeout as delay } from 'node:timers/promises';
import { ModelUnavailable } from '../../ports/models.ts';

export interface EndpointFailure {
  /** Never quotes the endpoint, whose messages can contain keys and content. */
  readonly error: ModelUnavailable;
  readonly worthRetrying: boolean;
  /** From `Retry-After`. */
  readonly retryAfterMs: number | null;
  /** `null` without a response. */
  readonly status: number | null;
  /** Error code and request field that the endpoint names. */
  readonly code: string | null;
  readonly field: string | null;
  /** The endpoint says that the request has too many tokens. */
  readonly tooLong: boolean;
  /** The chat template of the model knows no system. */
  readonly refusesSystem: boolean;
}

/** Worth retrying while nothing of it was shown. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
  readonly worthRetrying: boolean;
  constructor(message: string, worthRetrying: boolean) {
    super(message);
    this.worthRetrying = worthRetrying;
  }
}

export const NO_COMPLETION = 'The model endpoint sent something else than a chat completion';

/** An error code or field that is passed on. Anything else could be a key or content. */
const NAME = /^[\w.:-]{1,60}$/;
const RETRYABLE_STATUSES = new Set([408, 409, 425, 429]);
/** For the operator. */
const HINTS: Readonly<Record<number, string>> = {
  401: ': check OPENAI_API_KEY',
  402: ': the account has no credit',
  404: ': check OPENAI_BASE_URL and the name of the model',
};
/** Waiting does not help. */
const NO_CREDIT = /insufficient_quota|billing/;
/** llama.cpp and others report it with status 500. Messages are read for this and the next alone. */
const TOO_LONG =
  /context[ _](?:length|size|window)|maximum context|too (?:large|long)|too many tokens|fewer tokens|less than \d{1,7} tokens/i;
const SYSTEM_REFUSED =
  /system (?:role|message|prompt|instruction)|'system'|developer instruction|roles must alternate/i;
const MAX_READ_MESSAGE = 1_000;

export function endpointFailureOf(thrown: unknown): EndpointFailure {
  if (thrown instanceof ModelUnavailable) return failureWithoutResponse(thrown.message);
  if (thrown instanceof UnusableAnswer)
    return { ...failureWithoutResponse(thrown.message), worthRetrying: thrown.worthRetrying };
  if (!(thrown instanceof Error)) return failureWithoutResponse('The model endpoint failed');
  if ('status' in thrown && typeof thrown.status === 'number') return refusal(thrown, thrown.status);
  if (thrown.constructor.name === 'APIConnectionTimeoutError') {
    return failureWithoutResponse('The model endpoint did not begin to answer in time');
  }
  const message = `The connection to the model endpoint failed or broke off (${reasonCode(thrown)})`;
  return { ...failureWithoutResponse(message), worthRetrying: true };
}

function refusal(thrown: Error, status: number): EndpointFailure {
  const code = 'code' in thrown ? nameOf(thrown.code) : null;
  const field = 'param' in thrown ? nameOf(thrown.param) : null;
  const message = thrown.message.slice(0, MAX_READ_MESSAGE);
  const tooLong = TOO_LONG.test(`${code} ${message}`);
  const reason = code ?? (tooLong ? 'context_length_exceeded' : null);
  const headers = 'headers' in thrown && thrown.headers instanceof Headers ? thrown.headers : null;
  return {
    error: new ModelUnavailable(
      `The model endpoint answered ${status}${reason === null ? '' : ` (${reason})`}${HINTS[status] ?? ''}`,
    ),
    worthRetrying: (RETRYABLE_STATUSES.has(status) || status >= 500) && !tooLong && !NO_CREDIT.test(code ?? ''),
    retryAfterMs: headers === null ? null : retryAfter(headers),
    status,
    code,
    field,
    tooLong,
    refusesSystem: (status === 400 || status === 422 || status === 500) && SYSTEM_REFUSED.test(message),
  };
}

const nameOf = (value: unknown): string | null => (typeof value === 'string' && NAME.test(value) ? value : null);

/** Not worth retrying, unless the caller knows better. */
function failureWithoutResponse(message: string): EndpointFailure {
  return {
    error: new ModelUnavailable(message),
    worthRetrying: false,
    retryAfterMs: null,
    status: null,
    code: null,
    field: null,
    tooLong: false,
    refusesSystem: false,
  };
}

/** The innermost system error code, such as ECONNREFUSED, or the error's name. */
function reasonCode(error: Error): string {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    const code = 'code' in current ? nameOf(current.code) : null;
    if (code !== null) return code;
    current = current.cause;
  }
  return error.name;
}

function retryAfter(headers: Headers): number | null {
  const milliseconds = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
  const value = headers.get('retry-after');
  if (value === null) return null;
  const wait = /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

/** False when the endpoint asks for more than `maxWaitMs`. @throws the signal's reason */
export async function waitToRetry(
  { retryAfterMs }: EndpointFailure,
  backOffMs: number,
  maxWaitMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const wait = retryAfterMs ?? backOffMs * (0.75 + Math.random() / 2);
  if (wait > maxWaitMs) return false;
  await delay(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
  return true;
}
