import { pageKey } from '../html/page-urls.ts';

/** Beyond this a site makes up addresses as it is asked. */
const MAX_KNOWN = 100_000;

/** What is never text, by its name: not worth a request. */
const OTHER_FILES =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|mp[34g]|m4[av]|webm|ogg|ogv|oga|wav|avi|mov|wmv|flac|zip|gz|tgz|bz2|7z|rar|tar|exe|dmg|msi|apk|iso|css|js|mjs|map|json|xml|rss|atom|woff2?|ttf|otf|eot|xlsx?|ods|odt|odp|ics|vcf|epub)$/i;

/** No site for people is nested deeper. */
const MAX_SEGMENTS = 20;
/** Addresses of one path that differ in their query, by the number of its parameters: filters and calendars combine without end. */
const MAX_VARIANTS = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 200, 50];

/** Addresses of one site still to be read, breadth first, each page once. */
export class Frontier {
  readonly #known = new Set<string>();
  readonly #waiting: string[] = [];
  readonly #open = new Set<string>();
  /** By path and number of parameters. */
  readonly #variants = new Map<string, number>();
  #next = 0;

  /** Answers why the page will not be read, once for each; null when it will be, or is known. */
  add(url: string): string | null {
    if (!this.mark(url)) return null;
    const refusal = unpromising(url) ?? this.#tooManyVariants(url);
    if (refusal !== null) return refusal;
    this.#waiting.push(url);
    this.#open.add(pageKey(url));
    return null;
  }

  /** Takes note of a page without waiting for it. Whether it was not known; nothing is taken in any more when there are too many. */
  mark(url: string): boolean {
    const key = pageKey(url);
    if (this.#known.has(key) || this.#known.size >= MAX_KNOWN) return false;
    this.#known.add(key);
    return true;
  }

  next(): string | undefined {
    const url = this.#waiting[this.#next];
    if (url === undefined) return undefined;
    this.#next += 1;
    return url;
  }

  /** Whether the page waits to be asked for, or has been asked for and not been settled. */
  isOpen(url: string): boolean {
    return this.#open.has(pageKey(url));
  }

  /** The page has been dealt with. */
  settled(url: string): void {
    this.#open.delete(pageKey(url));
  }

  /** Takes all that is left. */
  *drain(): Generator<string> {
    for (let url = this.next(); url !== undefined; url = this.next()) yield url;
  }

  #tooManyVariants(url: string): string | null {
    const { pathname, searchParams } = new URL(url);
    const most = MAX_VARIANTS[Math.min(searchParams.size, MAX_VARIANTS.length - 1)] ?? 0;
    if (most === Number.POSITIVE_INFINITY) return null;
    const key = `${searchParams.size} ${pathname}`;
    const count = (this.#variants.get(key) ?? 0) + 1;
    this.#variants.set(key, count);
    return count > most ? 'The address is one of too many variants of one page' : null;
  }
}

/** Why an address of the site is not worth asking for; null when it is. */
export function unpromising(url: string): string | null {
  const { pathname } = new URL(url);
  if (OTHER_FILES.test(pathname)) return 'Files of this kind are not read';
  const segments = pathname.split('/').filter((part) => part !== '');
  if (segments.length > MAX_SEGMENTS) return 'The address is nested too deeply';
  return repeatsItself(segments) ? 'The address repeats itself' : null;
}

/** Relative links gone wrong give `/a/b/a/b/a/b` for ever. */
function repeatsItself(segments: readonly string[]): boolean {
  const times = new Map<string, number>();
  for (const part of segments) times.set(part, (times.get(part) ?? 0) + 1);
  return [...times.values()].some((count) => count > 3);
}
