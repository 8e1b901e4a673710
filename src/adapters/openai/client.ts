/** The `openai` package with our `fetch`, loaded when the first call needs it: it would cost a start-up a tenth of a second. */
import type { OpenAI } from 'openai';

const OPENAI_BASE_URL = 'https://api.openai.com/v1';

export type OpenClient = () => Promise<OpenAI>;

/** Retries and time limits are the callers'. Nothing is read from the environment but what this is given. */
export function lazyClient(options: {
  apiKey: string | undefined;
  baseUrl: string | undefined;
  responseMs: number;
}): OpenClient {
  let client: Promise<OpenAI> | null = null;
  return () => {
    client ??= Promise.all([import('openai'), import('./light-fetch.ts')]).then(
      ([openai, { openLightFetch }]) =>
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
          fetch: openLightFetch(),
          ...(options.apiKey === undefined ? { defaultHeaders: { Authorization: null } } : {}),
        }),
    );
    return client;
  };
}
