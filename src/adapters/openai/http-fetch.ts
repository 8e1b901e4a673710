/**
 * The part of `fetch` that the `openai` package needs, over `node:http`: half the work of Node's `fetch`. Follows no redirects,
 * so that the API key stays with its host. `undici` 7 throws where nothing can catch it when an endpoint closes the connection
 * of a body that is not read to its end.
 */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { chunkCost } from '../../lib/chunk-cost.ts';
import { limitInformationalResponses } from '../shared/informational-responses.ts';

/** Opening a connection to a distant endpoint is slow. */
const AGENT_OPTIONS = { keepAlive: true, timeout: 10_000 };
/** Errors are read for their code. The rest of a longer one is dropped. */
const MAX_ERROR_BYTES = 64 * 1024;

export type HttpFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * Opens a `fetch` with a connection pool of its own.
 * @param maxBytes of a response in JSON, which is parsed on the main thread
 * @param proxyUrl HTTP proxy that all requests go through
 */
export function openHttpFetch(maxBytes: number, proxyUrl?: string): HttpFetch {
  const options = { ...AGENT_OPTIONS, proxyEnv: { HTTP_PROXY: proxyUrl, HTTPS_PROXY: proxyUrl } };
  const agents = { http: new http.Agent(options), https: new https.Agent(options) };
  return async (input, init = {}) => {
    const response = await send(new URL(input instanceof Request ? input.url : input), agents, init);
    const { statusCode: status = 0, headers } = response;
    if (status >= 400) {
      const text = await readText(response, MAX_ERROR_BYTES);
      return new Response(text, { status, headers: Object.entries(headers).map(joined) });
    }
    if (status === 200 && String(headers['content-type'] ?? '').startsWith('text/event-stream')) {
      return asResponse(new Accepted(status, headers, '', response));
    }
    const text = await readText(response, maxBytes);
    if (text === null) throw new Error(`More than ${maxBytes} bytes in one response`);
    return asResponse(new Accepted(status, headers, text, null));
  };
}

async function send(
  url: URL,
  agents: { readonly http: http.Agent; readonly https: https.Agent },
  init: RequestInit,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (isSecure ? https : http).request(url, {
    agent: isSecure ? agents.https : agents.http,
    method: init.method === 'POST' ? 'POST' : 'GET',
    headers: { ...namesAndValues(init.headers), 'accept-encoding': 'identity' },
    ...(init.signal ? { signal: init.signal } : {}),
  });
  limitInformationalResponses(request);
  request.on('response', (response) => {
    // The reader of the body gets the error too; without a reader it must not be unhandled.
    response.on('error', () => undefined);
    resolve(response);
  });
  request.on('error', reject);
  // Node drops the connection at a response 101 without an error, and the signal does nothing afterwards.
  request.on('close', () => reject(new Error('The connection was closed without a response')));
  request.end(typeof init.body === 'string' ? init.body : undefined);
  return await promise;
}

type HeaderValues = Readonly<Record<string, string | string[] | undefined>>;

/** The part of a response below 400 that the package reads. Node's `Response` and `Headers` copy each header several times. */
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

  /** Empty for an event stream, which is given up. */
  async text(): Promise<string> {
    this.eventStream?.destroy();
    return this.#text;
  }

  async json(): Promise<unknown> {
    return JSON.parse(this.#text);
  }
}

class AcceptedHeaders {
  readonly #values: HeaderValues;

  /** @param values by name in lower case, as Node gives them */
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

/** Returns null for a longer body, whose rest is not read. */
async function readText(body: Readable, maxBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let cost = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    cost += chunkCost(part);
    if (cost > maxBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
