/** The REST API with the session's cookies. Renews an expired session once and repeats the request. */
import { ApiError, refusalOf } from './api-error.ts';
import { renewSession } from './session-renewal.ts';

const ANSWER_WITHIN_MS = 60_000;

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** ETags of answers. */
const tags = new WeakMap<object, string>();

const call =
  (method: string) =>
  async <Data>(path: string, body?: unknown, options: CallOptions = {}): Promise<Data> => {
    const response = await send(method, path, body, options);
    const { data } = (await response.json()) as { readonly data: Data };
    const tag = response.headers.get('ETag');
    if (tag !== null && data instanceof Object) tags.set(data, tag);
    return data;
  };

/**
 * Each resolves to the envelope's `data`.
 * @throws ApiError when refused, TypeError when the service cannot be reached
 */
export const api = {
  get: <Data>(path: string, options?: CallOptions): Promise<Data> => call('GET')<Data>(path, undefined, options),
  post: call('POST'),
  patch: call('PATCH'),
  delete: call('DELETE'),
};

/** Revalidates an answer. Resolves to `known` itself when nothing changed. */
export async function getAgain<Data>(path: string, known: Data | undefined, signal: AbortSignal): Promise<Data> {
  const tag = tags.get(known as object);
  try {
    return await api.get<Data>(path, tag === undefined ? { signal } : { signal, headers: { 'If-None-Match': tag } });
  } catch (error) {
    if (known !== undefined && error instanceof ApiError && error.status === 304) return known;
    throw error;
  }
}

/**
 * The bare response, for streams.
 * @param withinMs limit for the response's headers
 */
export async function send(
  method: string,
  path: string,
  body?: unknown,
  options: CallOptions & { readonly withinMs?: number } = {},
): Promise<Response> {
  const first = await request(method, path, body, options);
  if (first.ok) return first;
  const refusal = await refusalOf(first);
  if (refusal.code !== 'AUTHENTICATION_REQUIRED') throw refusal;
  if (!(await renewSession())) throw refusal;
  options.signal?.throwIfAborted();
  const second = await request(method, path, body, options);
  if (!second.ok) throw await refusalOf(second);
  return second;
}

async function request(
  method: string,
  path: string,
  body: unknown,
  { signal, headers = {}, withinMs = ANSWER_WITHIN_MS }: CallOptions & { readonly withinMs?: number },
): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new TypeError('The service does not answer')), withinMs);
  try {
    return await fetch(`/api${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      cache: 'no-store',
      signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
    });
  } finally {
    clearTimeout(timer);
  }
}
