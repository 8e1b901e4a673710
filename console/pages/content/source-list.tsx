import { useState } from 'preact/hooks';
import { api } from '../../api/client.ts';
import type { DataSource } from '../../api/types.ts';
import { useSearchParam } from '../../shell/use-search-param.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, PendingState } from '../../ui/content-states.tsx';
import { hasWords } from '../../ui/lists/has-words.ts';
import { ListEnd } from '../../ui/lists/list-end.tsx';
import { SearchField } from '../../ui/lists/search-field.tsx';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { toast, toastError } from '../../ui/overlays/toast.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { PageKind } from './source-pages.ts';
import { SourceRow } from './source-row.tsx';
import { MIN_SEARCHED, titleOf } from './source-words.ts';
import { isBeingRead, type Sources, sourcesPath } from './use-sources.ts';

/** Rows shown at once: a chatbot may have 5,000 sources, and each event draws them anew. */
const ROWS = 200;

const FILTERS = [
  { key: 'all', label: 'All', none: 'Nothing found', has: () => true },
  { key: 'reading', label: 'Being read', none: 'Nothing is being read', has: isBeingRead },
  { key: 'failed', label: 'Failed', none: 'Nothing has failed', has: ({ status }: DataSource) => status === 'error' },
] as const;

interface SourceListProps {
  readonly chatbotId: string;
  readonly sources: Sources;
  readonly onAdd: () => void;
  readonly onPages: (kind: PageKind, sourceId: string) => void;
}

export function SourceList({ chatbotId, sources: { list, error, refetch }, onAdd, onPages }: SourceListProps) {
  const [param, setParam] = useSearchParam('show');
  const [search = '', setSearch] = useSearchParam('search');
  const [rows, setRows] = useState(ROWS);
  if (list === undefined) {
    return (
      <div class="card">
        <PendingState label="Loading the content" error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (list.length === 0) return <NoSources onAdd={onAdd} />;
  const pathOf = (source: DataSource) => `${sourcesPath(chatbotId)}/${encodeURIComponent(source.id)}`;
  const refresh = async (source: DataSource) => {
    await api.post(`${pathOf(source)}/refresh`).catch(toastError);
    await refetch();
  };
  const remove = async (source: DataSource) => {
    if (!(await confirmDeletion(source))) return;
    await api.delete(pathOf(source)).then(() => toast('Source deleted'), toastError);
    await refetch();
  };
  const filter = FILTERS.find(({ key }) => key === param) ?? FILTERS[0];
  const shown = list.filter((source) => filter.has(source) && hasWords(textOf(source), search.trim()));
  return (
    <div class="card">
      {list.length < MIN_SEARCHED && shown.length === list.length ? null : (
        <div class="list-tools">
          <Tabs
            label="Which sources"
            tabs={FILTERS.map((tab) => ({ ...tab, label: labelOf(tab, list) }))}
            current={filter.key}
            onChoose={(key) => setParam(key === 'all' ? undefined : key)}
          />
          <SearchField label="Search titles and addresses" value={search} onInput={setSearch} />
        </div>
      )}
      {shown.length === 0 ? (
        <EmptyState icon="search" title={(search === '' ? filter : FILTERS[0]).none} />
      ) : (
        <ul>
          {shown.slice(0, rows).map((source) => (
            <SourceRow
              key={source.id}
              source={source}
              onRefresh={() => void refresh(source)}
              onDelete={() => void remove(source)}
              onPages={(kind) => onPages(kind, source.id)}
            />
          ))}
        </ul>
      )}
      <ListEnd hasMore={shown.length > rows} onMore={() => setRows(rows + ROWS)} />
    </div>
  );
}

/** Says how many there are, where that asks for something. */
function labelOf({ key, label, has }: (typeof FILTERS)[number], list: readonly DataSource[]): string {
  const number = key === 'all' ? 0 : list.filter(has).length;
  return number === 0 ? label : `${label} (${number.toLocaleString()})`;
}

const textOf = ({ title, fileName, sourceUrl }: DataSource): string => [title, fileName, sourceUrl].join('\n');

function NoSources({ onAdd }: Pick<SourceListProps, 'onAdd'>) {
  return (
    <div class="card">
      <EmptyState
        icon="book"
        title="No content yet"
        action={
          <Button variant="primary" onClick={onAdd}>
            Add content
          </Button>
        }
      >
        Add a website, files, text or a YouTube video. Files can be dropped anywhere on this page.
      </EmptyState>
    </div>
  );
}

const confirmDeletion = (source: DataSource): Promise<boolean> =>
  confirm({
    title: 'Delete this source?',
    body: `“${titleOf(source)}” and all that was read from it is deleted. No answer uses it any more.`,
    action: 'Delete source',
  });
