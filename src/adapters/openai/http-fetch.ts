/**
 * The part of `fetch` that the `openai` package needs, over `undici.request`: half the work per call. Redirects are not
 * followed, so that the API key stays with its host.
 */
import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';

/** Bounds the memory of an endless response. */
export const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;
/** Opening a connection to a distant endpoint is slow. */
const KEEP_ALIVE_MS = 10_000;

export type UndiciFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** With a connection pool of its own. */
export function openUndiciFetch(): UndiciFetch {
  const dispatcher = new Agent({ keepAliveTimeout: KEEP_ALIVE_MS });
  return async (input, init = {}) => {
    const { statusCode, headers, body } = await request(input instanceof Request ? input.url : input, {
      dispatcher,
      method: init.method === 'POST' ? 'POST' : 'GET',
      headers: { ...namesAndValues(init.headers), 'accept-encoding': 'identity' },
      body: typeof init.body === 'string' ? init.body : null,
      signal: init.signal ?? null,
    });
    if (statusCode >= 400)
      return new Response(await readWholeBody(body), {
        status: statusCode,
        headers: Object.entries(headers).map(joined),
      });
    if (statusCode === 200 && String(headers['content-type'] ?? '').startsWith('text/event-stream')) {
      // The reader of the stream gets the error too; without a reader it must not be unhandled.
      body.on('error', () => undefined);
      return asResponse(new Accepted(statusCode, headers, '', body));
    }
    return asResponse(new Accepted(statusCode, headers, (await readWholeBody(body)).toString(), null));
  };
}

type HeaderValues = Readonly<Record<string, string | string[] | undefined>>;

/** The part of a response below 400 that the package reads. Node's `Response` and `Headers` check and copy each header several times. */
class Accepted {
  readonly ok: boolean;
  readonly status: number;
  readonly url = '';
  readonly body = null;
  readonly headers: AcceptedHeaders;
  /** Has no bound here: its reader must bound it. */
  readonly eventStream: Readable | null;
  readonly #text: string;

  constructor(status: number, headers: HeaderValues, text: string, eventStream: Readable | null) {
    this.ok = status >= 200 && status < 300;
    this.status = status;
    this.headers = new AcceptedHeaders(headers);
    this.eventStream = eventStream;
    this.#text = text;
  }

  async text(): Promise<string> {
    return this.#text;
  }

  async json(): Promise<unknown> {
    return JSON.parse(this.#text);
  }
}

class AcceptedHeaders {
  readonly #values: HeaderValues;

  /** @param values by name in lower case, as undici gives them */
  constructor(values: HeaderValues) {
    this.#values = values;
  }

  get(name: string): string | null {
    const value = this.#values[name.toLowerCase()];
    return value === undefined ? null : joined([name, value])[1];
  }

  entries(): readonly [string, string][] {
    return Object.entries(this.#values).map(joined);
  }
}

const asResponse = (accepted: Accepted): Response => accepted as unknown as Response;

const namesAndValues = (headers: RequestInit['headers']) =>
  Object.fromEntries(headers instanceof Headers ? headers : new Headers(headers));

/** A header may be repeated. */
function joined([name, value = '']: readonly [string, string | string[] | undefined]): [string, string] {
  return [name, typeof value === 'string' ? value : value.join(', ')];
}

/** Body of an event stream; null for any other response. */
export function eventStreamOf(response: unknown): Readable | null {
  return response instanceof Accepted ? response.eventStream : null;
}

async function readWholeBody(body: Readable): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.byteLength;
    if (bytes > MAX_RESPONSE_BYTES) throw new Error(`More than ${MAX_RESPONSE_BYTES} bytes in one response`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
