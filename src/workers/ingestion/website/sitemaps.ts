import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { PatientFetch } from './patient-fetch.ts';

export interface FoundSitemaps {
  /** The first one that could be read. */
  readonly sitemapUrl: string | null;
  /** As they stand there, in order, each once. */
  readonly pages: readonly string[];
}

const MAX_SITEMAPS = 30;
const MAX_DEPTH = 3;
const MAX_PAGES = 10_000;
const MAX_BYTES = 20 * 1024 * 1024;
const TIMEOUT_MS = 15_000;

const unzip = promisify(gunzip);

/** Pages named by the sitemaps that `start` names, and by those that they name. What cannot be read is passed over. */
export async function readSitemaps(
  start: readonly string[],
  fetch: PatientFetch,
  signal: AbortSignal,
): Promise<FoundSitemaps> {
  const waiting = [...new Set(start)].slice(0, MAX_SITEMAPS).map((url) => ({ url, depth: 1 }));
  const known = new Set(waiting.map((one) => one.url));
  const pages = new Set<string>();
  let sitemapUrl: string | null = null;
  for (let read = 0; read < MAX_SITEMAPS && pages.size < MAX_PAGES; read += 1) {
    const next = waiting.shift();
    if (next === undefined) break;
    const text = await sitemapText(next.url, fetch, signal);
    if (text === null) continue;
    const { isIndex, locations } = await parseSitemap(text);
    if (locations.length > 0 || isIndex) sitemapUrl ??= next.url;
    for (const location of locations) {
      if (!isIndex) {
        if (pages.size < MAX_PAGES) pages.add(location);
      } else if (next.depth < MAX_DEPTH && !known.has(location) && known.size < MAX_SITEMAPS) {
        known.add(location);
        waiting.push({ url: location, depth: next.depth + 1 });
      }
    }
  }
  return { sitemapUrl, pages: [...pages] };
}

async function sitemapText(url: string, fetch: PatientFetch, signal: AbortSignal): Promise<string | null> {
  const result = await fetch.get(url, { signal, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS });
  if (!result.ok) return null;
  try {
    const packed = result.bytes[0] === 0x1f && result.bytes[1] === 0x8b;
    const bytes = packed ? await unzip(result.bytes, { maxOutputLength: MAX_BYTES }) : result.bytes;
    return new TextDecoder().decode(bytes);
  } catch {
    // Damaged, or a bomb: as good as none.
    return null;
  }
}

const PAUSE_EVERY = 500;

/** Sitemaps, sitemap indexes, and plain lists of addresses. Broken XML gives what stands before and after the break. */
async function parseSitemap(text: string): Promise<{ isIndex: boolean; locations: readonly string[] }> {
  const head = text.slice(0, 2_000);
  if (!/<(urlset|sitemapindex|url|loc)\b/i.test(head) && !head.includes('<')) {
    const lines = text.split('\n', MAX_PAGES).map((line) => line.trim());
    return { isIndex: false, locations: lines.filter((line) => /^https?:\/\//i.test(line)) };
  }
  const locations: string[] = [];
  let from = 0;
  while (locations.length < MAX_PAGES) {
    const open = text.indexOf('<loc>', from);
    const close = open < 0 ? -1 : text.indexOf('<', open + 5);
    if (open < 0 || close < 0) break;
    // `<loc><![CDATA[...]]></loc>`
    const cdata = text.startsWith('<![CDATA[', close);
    const end = cdata ? text.indexOf(']]>', close) : close;
    if (end < 0) break;
    const location = cdata ? text.slice(close + 9, end) : unescaped(text.slice(open + 5, Math.min(end, open + 5_000)));
    if (location.trim() !== '') locations.push(location.trim());
    from = end;
    if (locations.length % PAUSE_EVERY === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return { isIndex: /<sitemapindex\b/i.test(head), locations };
}

const ENTITIES: { readonly [name: string]: string } = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

const unescaped = (text: string) => text.replace(/&(amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity] ?? entity);
