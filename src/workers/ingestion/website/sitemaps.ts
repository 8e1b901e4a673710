import { createGunzip } from 'node:zlib';
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import { normalizeUrl } from '../../../reading/html/page-facts/page-urls.ts';
import { encodingOf } from './byte-order-mark.ts';
import type { PoliteFetch } from './polite-fetch.ts';
import type { SiteRobots } from './site-robots.ts';

export interface FoundSitemaps {
  /** The first readable one. */
  readonly sitemapUrl: string | null;
  /** As written, in order. */
  readonly pages: readonly string[];
}

const MAX_SITEMAPS = 30;
const MAX_DEPTH = 3;
/** Entries of an index; many may name the same sitemap. */
const MAX_LISTED = 1_000;
const MAX_PAGES = 10_000;
/** The standard allows no more. Empty ones count as well: millions of them are packed into some kilobytes. */
const MAX_LOCATION_TAGS = 50_000;
/** Bounds all pages together, which the journal holds in one line. */
const MAX_PAGE_CHARACTERS = 4_000_000;
const MAX_BYTES = 20 * 1024 * 1024;
const TIMEOUT_MS = 15_000;

export async function findSitemaps(
  page: string,
  robots: SiteRobots,
  fetch: PoliteFetch,
  signal: AbortSignal,
): Promise<FoundSitemaps> {
  const { sitemaps } = await robots.rulesFor(page, signal);
  const candidates = [...sitemaps, `${new URL(page).origin}/sitemap.xml`];
  return readSitemaps(
    candidates.filter((url) => normalizeUrl(url) !== null),
    fetch,
    signal,
  );
}

/** Breadth first. Unreadable sitemaps are skipped. */
export async function readSitemaps(
  start: readonly string[],
  fetch: PoliteFetch,
  signal: AbortSignal,
): Promise<FoundSitemaps> {
  const queue = new SitemapQueue(start);
  const pages = new SitemapPages();
  let sitemapUrl: string | null = null;
  for (let read = 0; read < MAX_SITEMAPS && !pages.isFull; read += 1) {
    const next = queue.next();
    if (next === undefined) break;
    const text = await sitemapText(next.url, fetch, signal);
    if (text === null) continue;
    const { isIndex, locations } = await parseSitemap(text);
    if (locations.length > 0 || isIndex) sitemapUrl ??= next.url;
    if (isIndex) queue.addListed(locations, next);
    else pages.add(locations);
  }
  return { sitemapUrl, pages: pages.all };
}

class SitemapPages {
  readonly #pages = new Set<string>();
  #characters = 0;

  get isFull(): boolean {
    return this.#pages.size >= MAX_PAGES || this.#characters >= MAX_PAGE_CHARACTERS;
  }

  get all(): readonly string[] {
    return [...this.#pages];
  }

  add(locations: readonly string[]): void {
    for (const location of locations) {
      if (this.isFull) return;
      if (this.#pages.has(location)) continue;
      this.#pages.add(location);
      this.#characters += location.length;
    }
  }
}

interface WaitingSitemap {
  readonly url: string;
  readonly depth: number;
}

class SitemapQueue {
  readonly #known = new Set<string>();
  readonly #waiting: WaitingSitemap[] = [];

  constructor(start: readonly string[]) {
    for (const url of start) this.#add({ url, depth: 1 });
  }

  next(): WaitingSitemap | undefined {
    return this.#waiting.shift();
  }

  /** Adds addresses, or paths of the index's host. */
  addListed(locations: readonly string[], index: WaitingSitemap): void {
    if (index.depth === MAX_DEPTH) return;
    for (const location of locations.slice(0, MAX_LISTED)) {
      const url = URL.parse(location, index.url)?.href;
      if (url !== undefined) this.#add({ url, depth: index.depth + 1 });
    }
  }

  #add(sitemap: WaitingSitemap): void {
    if (this.#known.has(sitemap.url) || this.#known.size >= MAX_SITEMAPS) return;
    this.#known.add(sitemap.url);
    this.#waiting.push(sitemap);
  }
}

async function sitemapText(url: string, fetch: PoliteFetch, signal: AbortSignal): Promise<string | null> {
  const result = await fetch.get(url, { signal, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS });
  if (!result.ok) return null;
  try {
    const packed = result.bytes[0] === 0x1f && result.bytes[1] === 0x8b;
    return await decoded(packed ? unpacked(result.bytes) : windowsOf(result.bytes));
  } catch {
    // A damaged sitemap or a decompression bomb counts as none.
    return null;
  }
}

/** Bytes or characters between two yields to the event loop. */
const WINDOW = 256 * 1024;

function* windowsOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += WINDOW) yield bytes.subarray(from, from + WINDOW);
}

/** @throws what zlib throws; RangeError when the output is too large */
async function* unpacked(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const stream = createGunzip({ chunkSize: WINDOW });
  stream.end(bytes);
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new RangeError('The sitemap is too large once unpacked');
    yield chunk;
  }
}

async function decoded(parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<string> {
  const budget = new EventLoopBudget();
  let decoder: TextDecoder | null = null;
  const texts: string[] = [];
  for await (const part of parts) {
    decoder ??= new TextDecoder(encodingOf(part));
    texts.push(decoder.decode(part, { stream: true }));
    await budget.yieldIfUsedUp();
  }
  return texts.join('');
}

const MAX_LOCATION_CHARACTERS = 5_000;
/** Longest tag that is recognised: in Atom it holds the address. */
const MAX_TAG_CHARACTERS = 1_200;

const ROOT = /<(\w{1,20}:)?(urlset|sitemapindex|rss|rdf|feed)\b/i;
const FEEDS = new Set(['rss', 'rdf', 'feed']);

/** XML sitemaps, sitemap indexes, feeds in RSS and Atom, and plain lists of URLs. Broken XML gives what is readable. */
async function parseSitemap(text: string): Promise<{ isIndex: boolean; locations: readonly string[] }> {
  const head = text.slice(0, 2_000);
  if (!head.includes('<')) {
    const lines = text.split('\n', MAX_PAGES).map((line) => line.trim());
    return { isIndex: false, locations: lines.filter((line) => /^https?:\/\//i.test(line)) };
  }
  const [, prefix = '', root = ''] = ROOT.exec(head) ?? [];
  const kind = root.toLowerCase();
  const name = FEEDS.has(kind) ? 'link' : `${prefix}loc`;
  const locations: string[] = [];
  let tags = 0;
  for await (const { tag, end } of locationTags(text, name)) {
    tags += 1;
    const location = kind === 'feed' ? hrefOf(tag) : locationAt(text, end);
    if (location !== '') locations.push(location);
    if (locations.length >= MAX_PAGES || tags >= MAX_LOCATION_TAGS) break;
  }
  return { isIndex: kind === 'sitemapindex', locations };
}

interface LocationTag {
  readonly tag: string;
  /** Offset after the tag. */
  readonly end: number;
}

/** Only the root's prefix counts: `image:loc` is no page. */
async function* locationTags(text: string, name: string): AsyncGenerator<LocationTag> {
  const pattern = new RegExp(`<${name}(?:\\s[^<>]{0,1100})?>`, 'gi');
  const budget = new EventLoopBudget();
  for (let from = 0; from < text.length; from += WINDOW) {
    const window = text.slice(from, from + WINDOW + MAX_TAG_CHARACTERS);
    for (const { index, 0: tag } of window.matchAll(pattern)) {
      // The next window starts with this tag.
      if (index >= WINDOW) break;
      yield { tag, end: from + index + tag.length };
      if (budget.isUsedUp) await budget.yieldNow();
    }
    await budget.yieldIfUsedUp();
  }
}

/** The page that an entry of Atom is about. Other links lead to comments, files and the feed itself. */
function hrefOf(tag: string): string {
  const [, , rel = 'alternate'] = /\srel\s*=\s*(["'])([^"']*)\1/i.exec(tag) ?? [];
  const [, , href = ''] = /\shref\s*=\s*(["'])([^"']*)\1/i.exec(tag) ?? [];
  return rel.toLowerCase() === 'alternate' ? unescaped(href).trim() : '';
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

const REFERENCE = /&(?:amp|lt|gt|quot|apos|#(\d{1,7})|#x([\da-f]{1,6}));/gi;

const unescaped = (text: string) =>
  text.replace(REFERENCE, (reference, decimal?: string, hexadecimal?: string) => {
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    if (Number.isNaN(code)) return ENTITIES[reference.toLowerCase()] ?? reference;
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
