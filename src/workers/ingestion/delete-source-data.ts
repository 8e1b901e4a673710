import { sourceScope } from '../../domain/blob-scopes.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { EmbeddingCache } from '../../ports/embedding-cache.ts';
import type { Position } from '../../ports/event-log.ts';
import type { ReadingProgress } from '../../projections/data-sources/reading-progress.ts';
import type { SkippedUrls } from '../../projections/data-sources/skipped-urls.ts';
import type { CrawlJournals } from './website/crawl-journals.ts';

interface SourceStores {
  readonly crawlJournals: CrawlJournals;
  readonly skippedUrls: SkippedUrls;
  readonly progress: ReadingProgress;
  readonly blobs: Blobs;
  readonly embeddingCache: EmbeddingCache;
}

/** Deletes everything that is stored of a source, except its passages in the search index. */
export async function deleteSourceData(
  { chatbotId, sourceId }: { readonly chatbotId: string; readonly sourceId: string },
  position: Position,
  { crawlJournals, skippedUrls, progress, blobs, embeddingCache }: SourceStores,
): Promise<void> {
  await crawlJournals.deleteSource(sourceId, position);
  await skippedUrls.deleteSource(sourceId, position);
  await progress.delete(sourceId, position);
  await blobs.deleteScope(sourceScope(chatbotId, sourceId));
  await embeddingCache.deleteScope(sourceScope(chatbotId, sourceId));
}
