import { useEffect, useState } from 'preact/hooks';
import { api } from '../../api/client.ts';
import type { DataSource, SkippedUrl } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { titleOf } from './source-words.ts';
import { sourcesPath } from './use-sources.ts';

interface SkippedPage {
  readonly skippedUrls: readonly SkippedUrl[];
  readonly nextAfter: string | null;
}

const FIRST = '0';

interface SkippedDialogProps {
  readonly chatbotId: string;
  readonly source: DataSource;
  readonly onClose: () => void;
}

/** Every page of a website that was not read, with the reason. */
export function SkippedDialog({ chatbotId, source, onClose }: SkippedDialogProps) {
  const [urls, setUrls] = useState<readonly SkippedUrl[]>([]);
  const [next, setNext] = useState<string | null>(FIRST);
  const [isLoading, setLoading] = useState(true);
  const [error, setError] = useState<unknown>();
  const load = async (after: string, signal?: AbortSignal) => {
    setLoading(true);
    setError(undefined);
    try {
      const path = `${sourcesPath(chatbotId)}/${encodeURIComponent(source.id)}/skipped?after=${after}`;
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
  }, [source.id]);
  return (
    <Dialog title="Pages that were not read" size="large" onClose={onClose}>
      <p class="soft skipped-lead">
        From {titleOf(source)}. Links to other hosts and pages beyond the limit are listed too.
      </p>
      {error !== undefined ? <ErrorState error={error} onRetry={() => void load(next ?? FIRST)} /> : null}
      {urls.length > 0 ? (
        <ul class="skipped">
          {urls.map(({ url, reason }, index) => (
            <li key={index}>
              <span class="skipped-url">{url}</span>
              <span class="faint">{reason}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {isLoading && urls.length === 0 ? <LoadingState label="Loading the pages" /> : null}
      {!isLoading && error === undefined && urls.length === 0 ? (
        <EmptyState icon="check" title="Every page was read" />
      ) : null}
      {urls.length > 0 && next !== null ? (
        <Button isBusy={isLoading} onClick={() => void load(next)}>
          Show more
        </Button>
      ) : null}
    </Dialog>
  );
}
