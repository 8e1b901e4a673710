import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import { pageKey } from '../../../reading/html/page-facts/page-urls.ts';
import { SKIP_REASONS } from './skip-reasons.ts';

/** A site with more is taken to generate URLs without end. */
const MAX_KNOWN = 100_000;
/** Excludes schemes. Each URL is held up to four times, and may have 2,048 characters. */
const MAX_KNOWN_CHARACTERS = 16_000_000;

const UNREADABLE_EXTENSIONS =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|mp[34g]|m4[av]|webm|ogg|ogv|oga|wav|avi|mov|wmv|flac|zip|gz|tgz|bz2|7z|rar|tar|exe|dmg|msi|apk|iso|css|js|mjs|map|json|xml|rss|atom|woff2?|ttf|otf|eot|xlsx?|ods|odt|odp|ics|vcf|epub)$/i;

const MAX_SEGMENTS = 20;
const MAX_EQUAL_SEGMENTS = 3;
/** URLs of one path, by their number of query parameters: filters and calendars combine without end. */
const MAX_VARIANTS = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 200, 50];

/** URLs that differ only in the date at their end: calendars go on for ever. */
const MAX_DATES = 200;
/** `/2026/11/`, `/2026-11-26` */
const DATED_PATH = /\/(?:19|20)\d\d[-/](?:0?[1-9]|1[0-2])(?:[-/](?:0?[1-9]|[12]\d|3[01]))?\/?$/;
/** `month=2026-11`, `day=20261126` */
const DATED_VALUE = /^(?:19|20)\d\d-?(?:0[1-9]|1[0-2])(?:-?(?:0[1-9]|[12]\d|3[01]))?$/;

/** URLs of a site still to be read, breadth first, each page once. */
export class Frontier {
  #known = new Set<string>();
  #knownCharacters = 0;
  #waiting: string[] = [];
  readonly #open = new Set<string>();
  /** By path without its date, and number of query parameters. */
  readonly #variants = new Map<string, number>();
  #next = 0;

  /** Returns why a URL is skipped; null when it is queued or known. */
  add(url: string): string | null {
    if (!this.markKnown(url)) return null;
    const refusal = skipReasonOf(url) ?? this.#tooManyVariants(url);
    if (refusal !== null) return refusal;
    this.#enqueue(url);
    return null;
  }

  #enqueue(url: string): void {
    this.#waiting.push(url);
    this.#open.add(pageKey(url));
  }

  /** Returns false when the page is known or the frontier is full. */
  markKnown(url: string): boolean {
    const key = pageKey(url);
    if (this.#known.has(key) || this.#isFull) return false;
    this.#known.add(key);
    this.#knownCharacters += key.length;
    return true;
  }

  get #isFull(): boolean {
    return this.#known.size >= MAX_KNOWN || this.#knownCharacters >= MAX_KNOWN_CHARACTERS;
  }

  next(): string | undefined {
    const url = this.#waiting[this.#next];
    if (url === undefined) return undefined;
    this.#next += 1;
    return url;
  }

  /** Merges URLs that are equal once rewritten. One of those that wait stays, unless the page was read. */
  async rewrite(rewritten: (url: string) => string): Promise<void> {
    const budget = new EventLoopBudget();
    const waiting = this.#waiting.slice(this.#next);
    for (const url of waiting) {
      const key = pageKey(url);
      this.#known.delete(key);
      this.#open.delete(key);
    }
    const known = this.#known;
    this.#known = new Set();
    this.#knownCharacters = 0;
    for (const key of known) {
      if (budget.isUsedUp) await budget.yieldNow();
      this.markKnown(rewritten(`http://${key}`));
    }
    this.#waiting = [];
    this.#next = 0;
    for (const one of waiting) {
      if (budget.isUsedUp) await budget.yieldNow();
      const url = rewritten(one);
      if (this.markKnown(url)) this.#enqueue(url);
    }
  }

  /** Queued or in flight. */
  isPending(url: string): boolean {
    return this.#open.has(pageKey(url));
  }

  markSettled(url: string): void {
    this.#open.delete(pageKey(url));
  }

  *drain(): Generator<string> {
    for (let url = this.next(); url !== undefined; url = this.next()) yield url;
  }

  #tooManyVariants(url: string): string | null {
    const { pathname, searchParams } = new URL(url);
    const path = pathname.replace(DATED_PATH, '/');
    const isDated = path !== pathname || [...searchParams.values()].some((value) => DATED_VALUE.test(value));
    const variants = MAX_VARIANTS[Math.min(searchParams.size, MAX_VARIANTS.length - 1)] ?? 0;
    const most = isDated ? Math.min(MAX_DATES, variants) : variants;
    if (most === Number.POSITIVE_INFINITY) return null;
    const key = `${searchParams.size} ${path}${isDated ? ' dated' : ''}`;
    const count = (this.#variants.get(key) ?? 0) + 1;
    this.#variants.set(key, count);
    return count > most ? SKIP_REASONS.tooManyVariants : null;
  }
}

/** Returns null when the URL may be requested. */
export function skipReasonOf(url: string): string | null {
  const { pathname } = new URL(url);
  if (UNREADABLE_EXTENSIONS.test(pathname)) return SKIP_REASONS.fileType;
  const segments = pathname.split('/').filter((part) => part !== '');
  if (segments.length > MAX_SEGMENTS) return SKIP_REASONS.nestedTooDeeply;
  return repeatsItself(segments) ? SKIP_REASONS.repeatsItself : null;
}

/** Broken relative links produce `/a/b/a/b/a/b` without end. */
function repeatsItself(segments: readonly string[]): boolean {
  const times = new Map<string, number>();
  for (const part of segments) times.set(part, (times.get(part) ?? 0) + 1);
  return [...times.values()].some((count) => count > MAX_EQUAL_SEGMENTS);
}
