import type { CrawlCounts, SiteType, SkippedUrl } from '../../../domain/data-source/events.ts';
import type { PageKind } from '../../../ports/content/document-reader.ts';
import { contentLength, type ReadDocument } from '../../../text/document.ts';
import type { CrawlOutcome } from './crawl-types.ts';
import { SKIP_REASONS } from './skip-reasons.ts';

/** Further URLs are only counted. */
const MAX_LISTED = 100_000;
const MAX_LISTED_CHARACTERS = 16_000_000;
const MAX_URL_CHARACTERS = 2000;
const MAX_REASON_CHARACTERS = 500;
/** A site with fewer per page counts as sparse. */
const SPARSE_CHARACTERS = 200;

/** Counts are exact; the list of skipped URLs is bounded. */
export class CrawlRecord {
  readonly #kinds: PageKind[] = [];
  readonly #listed: SkippedUrl[] = [];
  #listedCharacters = 0;
  #pages = 0;
  #withoutText = 0;
  #characters = 0;
  #failed = 0;
  #skipped = 0;
  sitemapUrl: string | null = null;

  get readCount(): number {
    return this.#pages;
  }

  get attemptedCount(): number {
    return this.#pages + this.#failed;
  }

  /** Includes pages without text, which a site may have without end. */
  get visitedCount(): number {
    return this.attemptedCount + this.#withoutText;
  }

  /** Counts a page without text too. */
  get hasPage(): boolean {
    return this.#kinds.length > 0;
  }

  get counts(): CrawlCounts {
    return { attempted: this.attemptedCount, succeeded: this.readCount, failed: this.#failed, skipped: this.#skipped };
  }

  /** Text of all pages. */
  get characters(): number {
    return this.#characters;
  }

  /** @returns false for a page without text, which is listed as skipped */
  addPage(page: ReadDocument, kind: PageKind, url: string): boolean {
    this.#kinds.push(kind);
    const characters = contentLength(page);
    if (characters === 0) {
      this.#withoutText += 1;
      this.addSkipped(url, SKIP_REASONS.noText);
      return false;
    }
    this.#pages += 1;
    this.#characters += characters;
    return true;
  }

  addFailed(url: string, reason: string): void {
    this.#failed += 1;
    this.#list(url, reason);
  }

  addSkipped(url: string, reason: string): void {
    this.#skipped += 1;
    this.#list(url, reason);
  }

  outcome(): CrawlOutcome {
    return {
      siteType: this.#siteType(),
      sitemapUrl: this.sitemapUrl,
      // Unless a page was fetched, nothing is known about how much text the site has.
      sparseContent: this.hasPage && this.#characters < SPARSE_CHARACTERS * Math.max(1, this.readCount),
      crawlSummary: { ...this.counts, skippedUrls: this.#listed },
    };
  }

  #list(url: string, reason: string): void {
    if (this.#listed.length >= MAX_LISTED || this.#listedCharacters >= MAX_LISTED_CHARACTERS) return;
    const listed = { url: url.slice(0, MAX_URL_CHARACTERS), reason: reason.slice(0, MAX_REASON_CHARACTERS) };
    this.#listedCharacters += listed.url.length + listed.reason.length;
    this.#listed.push(listed);
  }

  /** A framework's mark on any page decides; otherwise the site is a `spa` when most of its pages are. */
  #siteType(): SiteType {
    if (this.#kinds.length === 0) return 'unknown';
    if (this.#kinds.includes('nextjs')) return 'nextjs';
    if (this.#kinds.includes('nuxt')) return 'nuxt';
    const shells = this.#kinds.filter((kind) => kind === 'spa').length;
    return shells * 2 > this.#kinds.length ? 'spa' : 'static';
  }
}
