import type { CrawlCounts, SiteType, SkippedUrl } from '../../../domain/data-source/events.ts';
import type { DocumentReader } from '../../../ports/content/document-reader.ts';
import type { PageRenderer } from '../../../ports/content/page-renderer.ts';
import type { Web } from '../../../ports/content/web.ts';
import type { ReadDocument } from '../../../text/document.ts';
import type { CrawlJournal } from './crawl-steps.ts';
import type { HostPacer } from './host-pacer.ts';
import type { PageCache } from './page-cache.ts';

export interface CrawlRequest {
  readonly url: string;
  /** False reads only the start page. */
  readonly recursive: boolean;
  readonly maxPages: number;
  /** Between two requests to one host; robots.txt may ask for more. */
  readonly delayMs: number;
  /** Includes `onPage`. Default: two hours. */
  readonly maxDurationMs?: number;
  readonly signal: AbortSignal;
  /** Called in order of discovery. The crawl waits for it and rejects with what it throws. */
  readonly onPage: (page: ReadDocument) => Promise<void>;
  /** Called after each URL. */
  readonly onProgress?: (counts: CrawlCounts) => void;
  /** Called when a visit is journaled and settled. The crawl rejects with what it throws. */
  readonly onVisited?: (isReplayed: boolean) => void;
}

export type CrawlReader = Pick<DocumentReader, 'readFile' | 'readPage'>;

export interface CrawlTools {
  readonly web: Web;
  readonly reader: CrawlReader;
  /** Shared by all crawls of the process. Default: one of its own. */
  readonly pacer?: HostPacer;
  /** `null` reads pages without running their scripts. */
  readonly renderer?: PageRenderer | null;
  /** Holds the steps of this run's earlier attempts. */
  readonly journal?: CrawlJournal;
  readonly pageCache?: PageCache;
}

export interface CrawlSummary extends CrawlCounts {
  /** URLs that were not read, failed ones included; the first 100,000. */
  readonly skippedUrls: readonly SkippedUrl[];
}

export interface CrawlOutcome {
  readonly siteType: SiteType;
  /** The first readable one. */
  readonly sitemapUrl: string | null;
  readonly sparseContent: boolean;
  readonly crawlSummary: CrawlSummary;
}

export type CrawlResult =
  | ({ readonly ok: true } & CrawlOutcome)
  /** No page was read; `reason` is shown to the owner. */
  | ({ readonly ok: false; readonly reason: string } & CrawlOutcome);
