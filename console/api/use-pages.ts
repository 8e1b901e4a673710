import { useEffect, useRef, useState } from 'preact/hooks';

interface PageOf<Item> {
  readonly items: readonly Item[];
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null;
}

type Merge<Item> = (known: readonly Item[], loaded: readonly Item[]) => readonly Item[];

/**
 * Loads a list page by page. Each list needs a component of its own.
 * @param fetchPage the first page for a cursor of null
 */
export function usePages<Item>(
  fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<PageOf<Item>>,
  merge: Merge<Item> = (known, loaded) => [...known, ...loaded],
) {
  const [page, setPage] = useState<PageOf<Item>>();
  const [error, setError] = useState<unknown>();
  const [isLoading, setLoading] = useState(true);
  const unmounted = useRef(new AbortController());
  const load = async () => {
    const { signal } = unmounted.current;
    setLoading(true);
    setError(undefined);
    try {
      const { items, next } = await fetchPage(page?.next ?? null, signal);
      setPage((known) => ({ items: merge(known?.items ?? [], items), next }));
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    } finally {
      if (!signal.aborted) setLoading(false);
    }
  };
  useEffect(() => {
    void load();
    return () => unmounted.current.abort();
  }, []);
  const change = (by: (items: readonly Item[]) => readonly Item[]) =>
    setPage((known) => known && { ...known, items: by(known.items) });
  return { items: page?.items, hasMore: typeof page?.next === 'string', error, isLoading, load, change };
}
