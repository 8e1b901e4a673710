import { ApiError } from './api-client.ts';

/** Advice for whoever put the chat on the page, where the configuration could not be read; empty where the service says that it is busy or broken. */
export function setupAdvice(error: unknown, apiUrl: string): string {
  const { status } = error instanceof ApiError ? error : { status: 0 };
  const blocked = status === 0 ? ' A Content-Security-Policy of this page must allow it in connect-src.' : '';
  if (status === 0 || status === 404) return `Check apiUrl: is ${apiUrl} your Chatledger, with /api?${blocked}`;
  if (status === 401) return 'Check apiKey: it must be a whole key that is not revoked.';
  if (status !== 403) return '';
  return origin === 'null'
    ? 'Open this page from a web server and outside of a sandbox: files and sandboxed frames have no domain that a key can name.'
    : `Create a key for ${location.hostname} in the console, on the page Embed.`;
}
