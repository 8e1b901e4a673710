/** The `openai` package, loaded when the first call needs it: it would cost a start-up a tenth of a second. */
import type { OpenAI } from 'openai';

const OPENAI_BASE_URL = 'https://api.openai.com/v1';
/** Of one response: no endpoint of ours needs more, and one that never ends must not fill the memory. */
export const MOST_RESPONSE_BYTES = 32 * 1024 * 1024;

export type OpenClient = () => Promise<OpenAI>;

/** Retries and time limits are the callers'. Nothing is read from the environment but what this is given. */
export function lazyClient(options: {
  apiKey: string | undefined;
  baseUrl: string | undefined;
  responseMs: number;
}): OpenClient {
  let client: Promise<OpenAI> | null = null;
  return () => {
    client ??= import('openai').then(
      (openai) =>
        new openai.OpenAI({
          apiKey: options.apiKey ?? 'none',
          baseURL: options.baseUrl ?? OPENAI_BASE_URL,
          timeout: options.responseMs,
          maxRetries: 0,
          // It would print what visitors and content say when an endpoint sends garbage.
          logLevel: 'off',
          organization: null,
          project: null,
          adminAPIKey: null,
          webhookSecret: null,
          fetch: boundedFetch,
          ...(options.apiKey === undefined ? { defaultHeaders: { Authorization: null } } : {}),
        }),
    );
    return client;
  };
}

/** A stream is counted by whoever reads it (`server-sent-data.ts`); anything else is read here, as a whole. */
async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const { status, headers, body } = response;
  if (body === null || headers.get('content-type')?.startsWith('text/event-stream')) return response;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > MOST_RESPONSE_BYTES) throw new Error(`More than ${MOST_RESPONSE_BYTES} bytes in one response`);
    parts.push(part);
  }
  return new Response(Buffer.concat(parts), { status, headers });
}
