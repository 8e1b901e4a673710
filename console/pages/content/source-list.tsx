import { api } from '../../api/client.ts';
import type { DataSource } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, PendingState } from '../../ui/content-states.tsx';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { toast, toastError } from '../../ui/overlays/toast.tsx';
import { SourceRow } from './source-row.tsx';
import { titleOf } from './source-words.ts';
import { type Sources, sourcesPath } from './use-sources.ts';

interface SourceListProps {
  readonly chatbotId: string;
  readonly sources: Sources;
  readonly onAdd: () => void;
  readonly onSkipped: (sourceId: string) => void;
}

export function SourceList({ chatbotId, sources: { list, error, refetch }, onAdd, onSkipped }: SourceListProps) {
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
  return (
    <ul class="card sources">
      {list.map((source) => (
        <SourceRow
          key={source.id}
          source={source}
          onRefresh={() => void refresh(source)}
          onDelete={() => void remove(source)}
          onSkipped={() => onSkipped(source.id)}
        />
      ))}
    </ul>
  );
}

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
