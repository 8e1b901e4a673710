/** The `openai` package, loaded when the first call needs it: it would cost a start-up a tenth of a second. */
import type { OpenAI } from 'openai';

const OPENAI_BASE_URL = 'https://api.openai.com/v1';
/** Of one response: no endpoint of ours needs more, and one that never ends must not fill the memory. */
const MOST_BYTES = 32 * 1024 * 1024;

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

async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  let left = MOST_BYTES;
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength;
        if (left < 0) controller.error(new Error(`More than ${MOST_BYTES} bytes in one response`));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(body, { status: response.status, headers: response.headers });
}
