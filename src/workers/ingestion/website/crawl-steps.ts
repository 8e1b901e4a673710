/** A crawl that is delivered again replays its journaled steps. */
import type { ReadPage } from '../../../ports/content/document-reader.ts';
import type { FoundSitemaps } from './sitemaps.ts';

/** Validators of conditional requests (RFC 9110). All null when the page cannot be revalidated. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Hex SHA-256 of content type and body. */
  readonly contentHash: string | null;
}

export interface PageVisit extends Validators {
  readonly outcome: 'read';
  /** After redirects. */
  readonly url: string;
  readonly page: ReadPage;
}

export type Visit =
  | PageVisit
  /** `links` are followed although the page is not read. */
  | { readonly outcome: 'skipped'; readonly url: string; readonly reason: string; readonly links: readonly string[] }
  /** `answered` is true when the server works and the page is at fault, such as 404. */
  | { readonly outcome: 'failed'; readonly url: string; readonly reason: string; readonly answered: boolean };

export type CrawlStep =
  | { readonly step: 'visit'; readonly asked: string; readonly visit: Visit }
  | { readonly step: 'sitemaps'; readonly found: FoundSitemaps };

export interface CrawlJournal {
  /** Steps of earlier attempts, in order. */
  replaySteps(): AsyncIterable<CrawlStep>;
  /** Drops the steps after the first `steps`. Called once, before the first append. */
  truncateAfter(steps: number): void;
  /** Waits when earlier steps are not written yet (backpressure). */
  append(step: CrawlStep): Promise<void>;
  /** Makes all appended steps durable. */
  flush(): Promise<void>;
}
