import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { api } from '../../api/client.ts';
import type { DataSource } from '../../api/types.ts';
import type { ChatbotPageProps } from '../../pages.tsx';
import { Page } from '../../shell/page.tsx';
import { useSearchParam } from '../../shell/use-search-param.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, PendingState } from '../../ui/content-states.tsx';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { toast, toastError } from '../../ui/overlays/toast.tsx';
import { AddDialog, kindOf } from './add-dialog.tsx';
import { DropZone } from './drop-zone.tsx';
import { SkippedDialog } from './skipped-dialog.tsx';
import type { NewSource } from './source-forms.tsx';
import { SourceRow } from './source-row.tsx';
import { canBeRefreshed, count, titleOf } from './source-words.ts';
import { UploadList } from './upload-list.tsx';
import { addUploads } from './uploads.ts';
import { type Sources, sourcesPath, useSources } from './use-sources.ts';

export function ContentPage({ chatbot }: ChatbotPageProps) {
  const { id, pageCount, chunkCount } = chatbot;
  const sources = useSources(id);
  const [adding, setAdding] = useSearchParam('add');
  const { query, path, route } = useLocation();
  const [skippedId, setSkipped] = useSearchParam('skipped');
  const [isRecrawling, setRecrawling] = useState(false);
  const kind = kindOf(adding);
  const skipped = sources.list?.find((source) => source.id === skippedId);
  // The empty list has a button of its own.
  const isEmpty = sources.list?.length === 0;
  const canRecrawl = sources.list?.some(canBeRefreshed) ?? false;

  // A link with a title was not opened on this page: there is nothing to step back to.
  const closeDialog = () => (query.title === undefined ? setAdding(undefined) : route(path, true));
  const add = async (source: NewSource) => {
    await api.post(sourcesPath(id), source);
    closeDialog();
    await sources.refetch();
  };
  const upload = (files: readonly File[]) => {
    if (files.length === 0) return;
    addUploads(id, files);
    if (kind !== null) closeDialog();
  };
  const recrawl = async () => {
    setRecrawling(true);
    try {
      const { sources: queued } = await api.post<{ sources: number }>(`/chatbots/${encodeURIComponent(id)}/recrawl`);
      toast(`${count(queued, 'source is', 'sources are')} read again`);
      await sources.refetch();
    } catch (error) {
      toastError(error);
    } finally {
      setRecrawling(false);
    }
  };
  return (
    <Page
      title="Content"
      description={
        chunkCount === 0
          ? 'What the chatbot answers from.'
          : `What the chatbot answers from: ${count(pageCount, 'page', 'pages')}, cut into ${count(chunkCount, 'passage', 'passages')}.`
      }
      actions={
        <>
          {canRecrawl ? (
            <Button icon="refresh" isBusy={isRecrawling} onClick={() => void recrawl()}>
              Read all again
            </Button>
          ) : null}
          {isEmpty ? null : (
            <Button icon="plus" variant="primary" onClick={() => setAdding('website')}>
              Add content
            </Button>
          )}
        </>
      }
    >
      <DropZone onFiles={upload}>
        <UploadList chatbotId={id} />
        <SourceList chatbotId={id} sources={sources} onAdd={() => setAdding('website')} onSkipped={setSkipped} />
      </DropZone>
      {kind === null ? null : (
        <AddDialog
          kind={kind}
          title={query.title}
          onKind={setAdding}
          onAdd={add}
          onFiles={upload}
          onClose={closeDialog}
        />
      )}
      {skipped === undefined ? null : (
        <SkippedDialog chatbotId={id} source={skipped} onClose={() => setSkipped(undefined)} />
      )}
    </Page>
  );
}

interface SourceListProps {
  readonly chatbotId: string;
  readonly sources: Sources;
  readonly onAdd: () => void;
  readonly onSkipped: (sourceId: string) => void;
}

function SourceList({ chatbotId, sources: { list, error, refetch }, onAdd, onSkipped }: SourceListProps) {
  const pathOf = (source: DataSource) => `${sourcesPath(chatbotId)}/${encodeURIComponent(source.id)}`;
  const refresh = async (source: DataSource) => {
    await api.post(`${pathOf(source)}/refresh`).catch(toastError);
    await refetch();
  };
  const remove = async (source: DataSource) => {
    const isConfirmed = await confirm({
      title: 'Delete this source?',
      body: `“${titleOf(source)}” and all that was read from it is deleted. No answer uses it any more.`,
      action: 'Delete source',
    });
    if (!isConfirmed) return;
    try {
      await api.delete(pathOf(source));
      toast('Source deleted');
    } catch (failure) {
      toastError(failure);
    }
    await refetch();
  };
  if (list === undefined) {
    return (
      <div class="card">
        <PendingState label="Loading the content" error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (list.length === 0) {
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
