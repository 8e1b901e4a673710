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

const streams = new WeakMap<Response, Readable>();

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
    const status = { status: statusCode, headers: Object.entries(headers).map(joined) };
    if (statusCode === 200 && String(headers['content-type'] ?? '').startsWith('text/event-stream')) {
      const response = new Response(null, status);
      // The reader of the stream gets the error too; without a reader it must not be unhandled.
      body.on('error', () => undefined);
      streams.set(response, body);
      return response;
    }
    return new Response(statusCode === 204 ? null : await readWholeBody(body), status);
  };
}

const namesAndValues = (headers: RequestInit['headers']) =>
  Object.fromEntries(headers instanceof Headers ? headers : new Headers(headers));

/** A header may be repeated. */
function joined([name, value = '']: readonly [string, string | string[] | undefined]): [string, string] {
  return [name, typeof value === 'string' ? value : value.join(', ')];
}

/** The body of an event stream, whose reader must bound it; null for any other response. */
export function eventStreamOf(response: Response): Readable | null {
  return streams.get(response) ?? null;
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
