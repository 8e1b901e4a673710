import type { DocumentReader, PageKind } from '../../../ports/document-reader.ts';
import type { PageRenderer } from '../../../ports/page-renderer.ts';
import type { Web } from '../../../ports/web.ts';
import type { ReadDocument } from '../../../text/document.ts';
import type { CrawlJournal } from './crawl-steps.ts';
import type { EarlierPages } from './earlier-pages.ts';
import type { HostPacer } from './host-pacer.ts';

export interface CrawlRequest {
  readonly url: string;
  /** False reads only the given URL. */
  readonly recursive: boolean;
  readonly maxPages: number;
  /** Between two requests to one host, in milliseconds; robots.txt may ask for more. */
  readonly delayMs: number;
  /** For all of it, what `onPage` takes included. Default: two hours. */
  readonly maxDurationMs?: number;
  readonly signal: AbortSignal;
  /** Takes each page, in the order they were found in. No more are settled until it is done; what it throws ends the crawl. */
  readonly onPage: (page: ReadDocument) => Promise<void>;
  /** After each URL. */
  readonly onProgress?: (counts: CrawlCounts) => void;
}

export interface CrawlTools {
  readonly web: Web;
  readonly reader: DocumentReader;
  /** One for all crawls of the process, so that two of them do not crowd one host. Default: one of its own. */
  readonly pacer?: HostPacer;
  /** Null where pages are read as they come. */
  readonly renderer?: PageRenderer | null;
  /** What this very crawl did before it was cut off, and where it writes down what it does. */
  readonly journal?: CrawlJournal;
  /** The site as the run before read it. */
  readonly earlier?: EarlierPages;
}

export type SiteType = PageKind | 'unknown';

export interface SkippedUrl {
  readonly url: string;
  readonly reason: string;
}

export interface CrawlCounts {
  /** URLs asked for: succeeded and failed together. */
  readonly attempted: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Found but not asked for, or the same as another page. */
  readonly skipped: number;
}

export interface CrawlSummary extends CrawlCounts {
  /** Every URL not read, failed ones included, with its reason; the first ones when there are very many. */
  readonly skippedUrls: readonly SkippedUrl[];
}

export interface CrawlOutcome {
  readonly siteType: SiteType;
  /** The first sitemap that could be read; null when there is none or none was looked for. */
  readonly sitemapUrl: string | null;
  readonly sparseContent: boolean;
  readonly crawlSummary: CrawlSummary;
}

export type CrawlResult =
  | ({ readonly ok: true } & CrawlOutcome)
  /** Nothing was read: `reason` says why, for the owner. */
  | ({ readonly ok: false; readonly reason: string } & CrawlOutcome);
