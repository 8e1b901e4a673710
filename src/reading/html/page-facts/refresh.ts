import { normalizeUrl, pageKey } from './page-urls.ts';

/** A page displayed for longer is a page of its own. */
const MAX_REFRESH_SECONDS = 5;
const MAX_CHARACTERS = 2_100;

/** Parses `5; url=/next`, of the header `Refresh` or its meta element. */
export function parseRefresh(text: string): { readonly seconds: number; readonly target: string } | null {
  // Runs of white space could be divided in very many ways.
  const content = text.slice(0, MAX_CHARACTERS).replace(/\s{2,}/g, ' ');
  const [, seconds = '', target] = /^\s*(\d{0,9})[^;,]*[;,]?\s*url\s*=\s*['"]?([^'"]+)/i.exec(content) ?? [];
  return target === undefined ? null : { seconds: Number(seconds), target };
}

/** Target of an immediate refresh to another page. @param base resolves a relative target */
export function immediateRefresh(text: string, address: string, base: string): string | null {
  const refresh = parseRefresh(text);
  if (refresh === null || refresh.seconds > MAX_REFRESH_SECONDS) return null;
  const target = normalizeUrl(refresh.target, base);
  return target === null || pageKey(target) === pageKey(address) ? null : target;
}
