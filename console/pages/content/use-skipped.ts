import { api } from '../../api/client.ts';
import type { SkippedUrl } from '../../api/types.ts';
import { usePages } from '../../api/use-pages.ts';
import { sourcesPath } from './use-sources.ts';

interface SkippedPage {
  readonly skippedUrls: readonly SkippedUrl[];
  readonly nextAfter: string | null;
}

/** Addresses that a crawl has not read. */
export const useSkipped = (chatbotId: string, sourceId: string) =>
  usePages(async (after, signal) => {
    const path = `${sourcesPath(chatbotId)}/${encodeURIComponent(sourceId)}/skipped?after=${after ?? 0}`;
    const { skippedUrls, nextAfter } = await api.get<SkippedPage>(path, { signal });
    return { items: skippedUrls, next: nextAfter };
  });
