/** What a crawl does, step by step: written down, the steps are all that it takes to go on where it was cut off. */
import type { ReadPage } from '../../../ports/document-reader.ts';
import type { FoundSitemaps } from './sitemaps.ts';

/** By what a later run finds out that a page has not changed. All null: it cannot. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Lower-case hex SHA-256 of type and content as they were sent. */
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
  /** `links`: where it points to all the same. */
  | { readonly outcome: 'skipped'; readonly url: string; readonly reason: string; readonly links: readonly string[] }
  /** `answered`: by a server that is well, such as that there is no such page. */
  | { readonly outcome: 'failed'; readonly url: string; readonly reason: string; readonly answered: boolean };

export type CrawlStep =
  | { readonly step: 'visit'; readonly asked: string; readonly visit: Visit }
  | { readonly step: 'sitemaps'; readonly found: FoundSitemaps };

export interface CrawlJournal {
  /** The steps taken before the crawl was cut off, in order. */
  recall(): AsyncIterable<CrawlStep>;
  /** Only the first so many of them hold; what is appended comes after these. Said once, before anything is appended. */
  goOnAfter(steps: number): void;
  /** Takes a step that has been taken, at once or after others have been written down. */
  append(step: CrawlStep): Promise<void>;
  /** Durable when it answers: all that was appended. */
  flush(): Promise<void>;
}
