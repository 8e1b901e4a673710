import { useState } from 'preact/hooks';
import type { DataSource } from '../../api/types.ts';
import { SearchField } from '../../ui/lists/search-field.tsx';
import { useSettled } from '../../ui/lists/use-settled.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ReadPages } from './read-pages.tsx';
import { SkippedPages } from './skipped-pages.tsx';
import type { PageKind } from './source-pages.ts';
import { MIN_SEARCHED, titleOf, unreadOf } from './source-words.ts';

interface PagesDialogProps {
  readonly chatbotId: string;
  readonly source: DataSource;
  readonly kind: PageKind;
  readonly onKind: (kind: PageKind) => void;
  readonly onClose: () => void;
}

/** The pages of a website: what was read of each, and why others were not read. */
export function PagesDialog({ chatbotId, source, kind, onKind, onClose }: PagesDialogProps) {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const { id: sourceId, pageCount } = source;
  const unread = unreadOf(source);
  const list = { chatbotId, sourceId, search };
  const tabs = [
    { key: 'pages', label: `Read (${pageCount.toLocaleString()})` },
    { key: 'skipped', label: `Not read (${unread.toLocaleString()})` },
  ] as const;
  return (
    <Dialog title={`Pages of ${titleOf(source)}`} size="large" onClose={onClose}>
      <div class="stack source-pages">
        <Tabs label="Which pages" tabs={tabs} current={kind} onChoose={onKind} />
        {pageCount + unread < MIN_SEARCHED ? null : (
          <SearchField label="Search titles and addresses" value={typed} onInput={setTyped} />
        )}
        {kind === 'pages' ? (
          <ReadPages key={search} {...list} pageCount={pageCount} />
        ) : (
          <SkippedPages key={search} {...list} />
        )}
      </div>
    </Dialog>
  );
}
