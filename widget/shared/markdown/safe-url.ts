import { parseUrl } from '../parse-url.ts';

const PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Returns null unless absolute, of a protocol that runs nothing, and without a user name that could pass for a host. */
export function safeUrl(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  // Without a base: a relative address would lead somewhere on the host page's site.
  const url = parseUrl(text.trim());
  if (url === null || !PROTOCOLS.has(url.protocol) || url.username !== '' || url.password !== '') return null;
  return url.href;
}
