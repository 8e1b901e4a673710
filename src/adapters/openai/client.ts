/** Lazily loads the `openai` package, which takes a tenth of a second. */
import type { OpenAI } from 'openai';
import { lazilyLoaded } from '../../lib/lazily.ts';

const OPENAI_BASE_URL = 'https://api.openai.com/v1';

export type OpenClient = () => Promise<OpenAI>;

/** Retries and time limits belong to the callers. The client reads nothing from the environment. */
export function lazyClient(options: {
  apiKey: string | undefined;
  baseUrl: string | undefined;
  proxyUrl: string | undefined;
  responseMs: number;
  maxResponseBytes: number;
}): OpenClient {
  return lazilyLoaded(async () => {
    const [openai, { openHttpFetch }] = await Promise.all([import('openai'), import('./http-fetch.ts')]);
    return new openai.OpenAI({
      apiKey: options.apiKey ?? 'none',
      baseURL: options.baseUrl ?? OPENAI_BASE_URL,
      timeout: options.responseMs,
      maxRetries: 0,
      // The log of the library would contain messages and content when an endpoint sends malformed data.
      logLevel: 'off',
      organization: null,
      project: null,
      adminAPIKey: null,
      webhookSecret: null,
      fetch: openHttpFetch(options.maxResponseBytes, options.proxyUrl),
      ...(options.apiKey === undefined ? { defaultHeaders: { Authorization: null } } : {}),
    });
  });
}
