import type { PageKind } from '../../../ports/document-reader.ts';
import { contentLength, type ReadDocument } from '../../../text/document.ts';
import type { CrawlCounts, CrawlOutcome, SiteType, SkippedUrl } from './crawl-types.ts';

/** Enough to find out what is wrong with a site, small enough for an event. */
const MAX_LISTED = 200;
const MAX_LISTED_URL_CHARACTERS = 300;
/** Characters of usable text a page, on average. */
const SPARSE_CHARACTERS = 200;

/** What a crawl has done so far. Counts are exact; the list of URLs not read is bounded. */
export class CrawlRecord {
  readonly #kinds: PageKind[] = [];
  readonly #listed: SkippedUrl[] = [];
  #pages = 0;
  #characters = 0;
  #failed = 0;
  #skipped = 0;
  sitemapUrl: string | null = null;

  get pages(): number {
    return this.#pages;
  }

  get attempted(): number {
    return this.#pages + this.#failed;
  }

  get counts(): CrawlCounts {
    return { attempted: this.attempted, succeeded: this.pages, failed: this.#failed, skipped: this.#skipped };
  }

  /** Of all pages together. */
  get characters(): number {
    return this.#characters;
  }

  read(page: ReadDocument, kind: PageKind): void {
    this.#pages += 1;
    this.#kinds.push(kind);
    this.#characters += contentLength(page);
  }

  failed(url: string, reason: string): void {
    this.#failed += 1;
    this.#list(url, reason);
  }

  skipped(url: string, reason: string): void {
    this.#skipped += 1;
    this.#list(url, reason);
  }

  outcome(): CrawlOutcome {
    return {
      siteType: this.#siteType(),
      sitemapUrl: this.sitemapUrl,
      sparseContent: this.#characters < SPARSE_CHARACTERS * Math.max(1, this.pages),
      crawlSummary: { ...this.counts, skippedUrls: this.#listed },
    };
  }

  #list(url: string, reason: string): void {
    if (this.#listed.length < MAX_LISTED) this.#listed.push({ url: url.slice(0, MAX_LISTED_URL_CHARACTERS), reason });
  }

  /** Frameworks leave their marks on every page; a shell filled by scripts counts when most pages are one. */
  #siteType(): SiteType {
    if (this.#kinds.length === 0) return 'unknown';
    if (this.#kinds.includes('nextjs')) return 'nextjs';
    if (this.#kinds.includes('nuxt')) return 'nuxt';
    const shells = this.#kinds.filter((kind) => kind === 'spa').length;
    return shells * 2 > this.#kinds.length ? 'spa' : 'static';
  }
}
