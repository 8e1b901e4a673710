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

const MAX_LOCATION_CHARACTERS = 5_000;

/** Sitemaps, sitemap indexes, and plain lists of addresses. Broken XML gives what stands before and after the break. */
async function parseSitemap(text: string): Promise<{ isIndex: boolean; locations: readonly string[] }> {
  const head = text.slice(0, 2_000);
  if (!head.includes('<')) {
    const lines = text.split('\n', MAX_PAGES).map((line) => line.trim());
    return { isIndex: false, locations: lines.filter((line) => /^https?:\/\//i.test(line)) };
  }
  const [, prefix = '', root = ''] = /<(\w{1,20}:)?(urlset|sitemapindex)\b/i.exec(head) ?? [];
  const locations: string[] = [];
  // With the prefix of the root only: `image:loc` and the like are no pages.
  for (const { index, 0: tag } of text.matchAll(new RegExp(`<${prefix}loc(?:\\s[^<>]{0,200})?>`, 'gi'))) {
    const location = locationAt(text, index + tag.length);
    if (location !== '') locations.push(location);
    if (locations.length >= MAX_PAGES) break;
    if (locations.length % PAUSE_EVERY === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return { isIndex: root.toLowerCase() === 'sitemapindex', locations };
}

/** `https://…`, or `<![CDATA[https://…]]>` */
function locationAt(text: string, from: number): string {
  const content = text.slice(from, from + MAX_LOCATION_CHARACTERS).trimStart();
  if (content.startsWith('<![CDATA[')) return content.slice(9, Math.max(9, content.indexOf(']]>'))).trim();
  const end = content.indexOf('<');
  return end < 0 ? '' : unescaped(content.slice(0, end)).trim();
}

const ENTITIES: { readonly [name: string]: string } = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

const unescaped = (text: string) => text.replace(/&(amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity] ?? entity);
