import { useState } from 'preact/hooks';
import type { ReadPageList } from '../../api/types.ts';
import { Address } from '../../ui/address.tsx';
import { EmptyState, PendingState } from '../../ui/content-states.tsx';
import { ListEnd } from '../../ui/lists/list-end.tsx';
import { Time } from '../../ui/time.tsx';
import { count } from '../../ui/words.ts';
import { type SourcePagesProps, useSourcePages } from './source-pages.ts';

interface ReadPagesProps extends SourcePagesProps {
  /** Number of all read pages, also of those without passages. */
  readonly pageCount: number;
}

export function ReadPages({ pageCount, ...list }: ReadPagesProps) {
  const [readAt, setReadAt] = useState<string | null>(null);
  const pagesOf = (response: ReadPageList) => {
    setReadAt(response.readAt);
    return response.pages;
  };
  const { items, load, ...pages } = useSourcePages('pages', list, pagesOf);
  const onMore = () => void load();
  if (items === undefined) return <PendingState label="Loading the pages" error={pages.error} onRetry={onMore} />;
  const others = list.search === '' && !pages.hasMore ? pageCount - items.length : 0;
  return (
    <>
      {readAt === null ? null : (
        <p class="soft">
          Read <Time at={readAt} />. Answers use these pages.
        </p>
      )}
      {items.length === 0 && others <= 0 ? <EmptyState icon="search" title="Nothing found" /> : null}
      <ul class="read-pages">
        {items.map(({ title, url, chunkCount }, index) => (
          <li key={index}>
            <a href={url ?? ''} target="_blank" rel="noreferrer" dir="auto">
              {title || url}
            </a>
            <span class="soft number">{count(chunkCount, 'passage', 'passages')}</span>
            <p class="faint">
              <Address text={url ?? ''} />
            </p>
          </li>
        ))}
      </ul>
      {others > 0 ? (
        <p class="soft">{count(others, 'page has', 'pages have')} no text that is not on another page.</p>
      ) : null}
      <ListEnd {...pages} onMore={onMore} />
    </>
  );
}
