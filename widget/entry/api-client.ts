/** The widget's endpoints: header `X-Widget-Key`, never a cookie. */
import type { LeadData } from './public-config.ts';
import { publicConfigOf, record, text } from './public-config.ts';
import type { SiteConfig } from './site-config.ts';

const ANSWER_WITHIN_MS = 30_000;
/** Limit for the first byte, before which the service condenses and searches. */
const STREAM_WITHIN_MS = 90_000;

/** A refusal with the contract's `message`. */
export class ApiError extends Error {
  readonly status: number;
  readonly retryAfterSeconds: number;

  constructor(status: number, message: string, retryAfterSeconds: number) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface Question {
  readonly sessionId: string;
  readonly message: string;
  readonly leadData?: LeadData;
}

interface Call {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Limit for the response's headers. */
  readonly withinMs?: number;
}

export class ApiClient {
  readonly #base: string;
  readonly #key: string;

  constructor({ apiUrl, chatbotId, apiKey }: SiteConfig) {
    this.#base = `${apiUrl}/chat/${encodeURIComponent(chatbotId)}`;
    this.#key = apiKey;
  }

  async config() {
    return publicConfigOf(await this.#data('/config'));
  }

  /** The newest messages, oldest first. */
  async history(sessionId: string, before?: string) {
    const query = new URLSearchParams({ sessionId, limit: '50', ...(before === undefined ? {} : { before }) });
    return record(await this.#data(`/history?${query}`));
  }

  /**
   * The response of a begun stream.
   * @param key the same for every attempt: a repeat never posts twice
   */
  ask(question: Question, key: string, signal: AbortSignal): Promise<Response> {
    const headers = { 'Idempotency-Key': key };
    return this.#call('/message', { body: question, headers, signal, withinMs: STREAM_WITHIN_MS });
  }

  async rate(sessionId: string, messageId: string, feedback: string): Promise<string> {
    const data = await this.#data('/feedback', { body: { sessionId, messageId, feedback } });
    return text(record(data).feedback);
  }

  requestHuman(sessionId: string): Promise<unknown> {
    return this.#data('/handoff', { body: { sessionId } });
  }

  events(sessionId: string, lastEventId: string, signal: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = lastEventId === '' ? {} : { 'Last-Event-ID': lastEventId };
    return this.#call(`/events?${new URLSearchParams({ sessionId })}`, { headers, signal });
  }

  async #data(path: string, call: Call = {}): Promise<unknown> {
    const response = await this.#call(path, call);
    return record(await response.json()).data;
  }

  /** @throws ApiError when refused, TypeError when the service cannot be reached, AbortError when `signal` aborts */
  async #call(path: string, { body, headers, signal, withinMs = ANSWER_WITHIN_MS }: Call): Promise<Response> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new TypeError('The service does not answer')), withinMs);
    try {
      const response = await fetch(this.#base + path, {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: {
          'X-Widget-Key': this.#key,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        credentials: 'omit',
        cache: 'no-store',
        signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
      });
      if (!response.ok) throw await refusalOf(response);
      return response;
    } finally {
      clearTimeout(timer);
    }
  }
}

async function refusalOf(response: Response): Promise<ApiError> {
  const body = record(await response.json().catch(() => null));
  const seconds = Number(response.headers.get('Retry-After'));
  return new ApiError(response.status, text(body.message), Number.isFinite(seconds) ? Math.max(0, seconds) : 0);
}
