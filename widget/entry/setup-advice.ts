import { ApiError } from './api-client.ts';

/** Advice for whoever put the chat on the page, where the configuration could not be read; empty where the service says that it is busy or broken. */
export function setupAdvice(error: unknown, apiUrl: string): string {
  const status = error instanceof ApiError ? error.status : 404;
  if (status === 404) return `Check apiUrl: is ${apiUrl} your Chatledger, with /api?`;
  if (status === 401) return 'Check apiKey: it must be a whole key that is not revoked.';
  return status === 403 ? `Create a key for ${location.hostname} in the console, on the page Embed.` : '';
}
