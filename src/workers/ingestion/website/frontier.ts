import { pageKey } from '../html/page-urls.ts';

/** Beyond this a site makes up addresses as it is asked. */
const MAX_KNOWN = 100_000;

/** What is never text, by its name: not worth a request. */
const OTHER_FILES =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|mp[34g]|m4[av]|webm|ogg|ogv|oga|wav|avi|mov|wmv|flac|zip|gz|tgz|bz2|7z|rar|tar|exe|dmg|msi|apk|iso|css|js|mjs|map|json|xml|rss|atom|woff2?|ttf|otf|eot|xlsx?|ods|odt|odp|ics|vcf|epub)$/i;

/** Addresses of one site still to be read, breadth first, each page once. */
export class Frontier {
  readonly #known = new Set<string>();
  readonly #waiting: string[] = [];
  readonly #open = new Set<string>();
  #next = 0;

  /** Whether the page was not known before. Nothing is taken in any more when there are too many. */
  add(url: string): boolean {
    if (!this.mark(url)) return false;
    this.#waiting.push(url);
    this.#open.add(pageKey(url));
    return true;
  }

  /** Takes note of a page without waiting for it. */
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
}

/** Why an address of the site is not worth asking for; null when it is. */
export function unpromising(url: string): string | null {
  const { pathname } = new URL(url);
  if (OTHER_FILES.test(pathname)) return 'Files of this kind are not read';
  return repeatsItself(pathname) ? 'The address repeats itself' : null;
}

/** Relative links gone wrong give `/a/b/a/b/a/b` for ever. */
function repeatsItself(pathname: string): boolean {
  const times = new Map<string, number>();
  for (const part of pathname.split('/')) if (part !== '') times.set(part, (times.get(part) ?? 0) + 1);
  return [...times.values()].some((count) => count > 3);
}
