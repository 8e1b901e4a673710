/**
 * The part of `fetch` that the `openai` package needs, over `undici`'s own request: half the work for each call, and a stream that is
 * read without the layers of web streams. Follows no redirect: the key stays with the host it was given for.
 */
import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';

/** Of one response: no endpoint of ours needs more, and one that never ends must not fill the memory. */
export const MOST_RESPONSE_BYTES = 32 * 1024 * 1024;
/** Opening a connection takes an endpoint far away longer than the rest of a question. */
const KEPT_OPEN_MS = 10_000;

const streams = new WeakMap<Response, Readable>();

export type LightFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Each has connections of its own. */
export function openLightFetch(): LightFetch {
  const dispatcher = new Agent({ keepAliveTimeout: KEPT_OPEN_MS });
  return async (input, init = {}) => {
    const { statusCode, headers, body } = await request(input instanceof Request ? input.url : input, {
      dispatcher,
      method: init.method === 'POST' ? 'POST' : 'GET',
      headers: { ...Object.fromEntries(new Headers(init.headers)), 'accept-encoding': 'identity' },
      body: typeof init.body === 'string' ? init.body : null,
      signal: init.signal ?? null,
    });
    const said = new Headers(
      Object.entries(headers).map(([name, value = '']) => [name, [value].flat().join(', ')] as [string, string]),
    );
    const status = { status: statusCode, headers: said };
    if (statusCode === 200 && said.get('content-type')?.startsWith('text/event-stream')) {
      const response = new Response(null, status);
      // Whoever reads it is told; nobody may, and who left is not interested.
      body.on('error', () => undefined);
      streams.set(response, body);
      return response;
    }
    return new Response(statusCode === 204 ? null : await wholeOf(body), status);
  };
}

/** The body of a response that is a stream of events: to be read by who asked for it, who also counts it. Null for any other. */
export function eventStreamOf(response: Response): Readable | null {
  return streams.get(response) ?? null;
}

async function wholeOf(body: Readable): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.byteLength;
    if (bytes > MOST_RESPONSE_BYTES) throw new Error(`More than ${MOST_RESPONSE_BYTES} bytes in one response`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
