import { useEffect, useState } from 'preact/hooks';
import { api } from '../../api/client.ts';
import type { SkippedUrl } from '../../api/types.ts';
import { sourcesPath } from './use-sources.ts';

interface SkippedPage {
  readonly skippedUrls: readonly SkippedUrl[];
  readonly nextAfter: string | null;
}

const FIRST = '0';

/** Addresses that a crawl has not read, page by page. */
export function useSkipped(chatbotId: string, sourceId: string) {
  const [urls, setUrls] = useState<readonly SkippedUrl[]>([]);
  const [next, setNext] = useState<string | null>(FIRST);
  const [isLoading, setLoading] = useState(true);
  const [error, setError] = useState<unknown>();
  const load = async (after: string, signal?: AbortSignal) => {
    setLoading(true);
    setError(undefined);
    try {
      const path = `${sourcesPath(chatbotId)}/${encodeURIComponent(sourceId)}/skipped?after=${after}`;
      const page = await api.get<SkippedPage>(path, signal === undefined ? {} : { signal });
      setUrls((known) => (after === FIRST ? page.skippedUrls : [...known, ...page.skippedUrls]));
      setNext(page.nextAfter);
    } catch (failure) {
      if (!signal?.aborted) setError(failure);
    } finally {
      if (!signal?.aborted) setLoading(false);
    }
  };
  useEffect(() => {
    const closing = new AbortController();
    void load(FIRST, closing.signal);
    return () => closing.abort();
  }, [sourceId]);
  return { ...{ urls, isLoading, error }, hasMore: next !== null, loadMore: () => void load(next ?? FIRST) };
}
