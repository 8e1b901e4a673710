import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { api } from '../../api/client.ts';
import { Page } from '../../shell/page.tsx';
import type { ChatbotPageProps } from '../../shell/page-list.ts';
import { useSearchParam } from '../../shell/use-search-param.ts';
import { Button } from '../../ui/button.tsx';
import { toast, toastError } from '../../ui/overlays/toast.tsx';
import { count } from '../../ui/words.ts';
import { AddDialog, kindOf } from './add-dialog.tsx';
import { DropZone } from './drop-zone.tsx';
import { PagesDialog } from './pages-dialog.tsx';
import type { NewSource } from './source-forms.tsx';
import { SourceList } from './source-list.tsx';
import type { PageKind } from './source-pages.ts';
import { canBeRefreshed } from './source-words.ts';
import { UploadList } from './upload-list.tsx';
import { addUploads } from './uploads.ts';
import { type Sources, sourcesPath, useSources } from './use-sources.ts';

export function ContentPage({ chatbot }: ChatbotPageProps) {
  const { id } = chatbot;
  const sources = useSources(id);
  const [adding, setAdding] = useSearchParam('add');
  const { query, path, route } = useLocation();
  const [pages, setPages] = useSearchParam('pages');
  const kind = kindOf(adding);
  const [shown, shownId] = pages?.split('.') ?? [];
  const ofPages = sources.list?.find((source) => source.id === shownId);
  const showPages = (kind: PageKind, sourceId: string) => setPages(`${kind}.${sourceId}`);
  const openDialog = () => setAdding('website');
  // A link with a title was not opened on this page: there is nothing to step back to.
  const closeDialog = () => (query.title === undefined ? setAdding(undefined) : route(path, true));
  const add = async (source: NewSource) => {
    await api.post(sourcesPath(id), source);
    closeDialog();
    // The list may be searched or filtered, and not show it.
    toast('Added. It is being read now.');
    await sources.refetch();
  };
  const upload = (files: readonly File[]) => {
    if (files.length === 0) return;
    addUploads(id, files);
    if (kind !== null) closeDialog();
  };
  return (
    <Page
      title="Content"
      description={descriptionOf(chatbot)}
      actions={<Actions chatbotId={id} sources={sources} onAdd={openDialog} />}
    >
      <DropZone onFiles={upload}>
        <UploadList chatbotId={id} />
        <SourceList chatbotId={id} sources={sources} onAdd={openDialog} onPages={showPages} />
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
      {ofPages === undefined ? null : (
        <PagesDialog
          key={ofPages.id}
          chatbotId={id}
          source={ofPages}
          kind={shown === 'skipped' ? shown : 'pages'}
          onKind={(kind) => showPages(kind, ofPages.id)}
          onClose={() => setPages(undefined)}
        />
      )}
    </Page>
  );
}

function descriptionOf({ pageCount, chunkCount }: ChatbotPageProps['chatbot']): string {
  if (chunkCount === 0) return 'What the chatbot answers from.';
  return `What the chatbot answers from: ${count(pageCount, 'page', 'pages')}, cut into ${count(chunkCount, 'passage', 'passages')}.`;
}

interface ActionsProps {
  readonly chatbotId: string;
  readonly sources: Sources;
  readonly onAdd: () => void;
}

function Actions({ chatbotId, sources: { list, refetch }, onAdd }: ActionsProps) {
  const [isRecrawling, setRecrawling] = useState(false);
  const recrawl = async () => {
    setRecrawling(true);
    try {
      const { sources: queued } = await api.post<{ sources: number }>(`${chatbotRoot(chatbotId)}/recrawl`);
      toast(`${count(queued, 'source is', 'sources are')} read again`);
      await refetch();
    } catch (error) {
      toastError(error);
    } finally {
      setRecrawling(false);
    }
  };
  // The empty list has a button of its own.
  const isEmpty = list?.length === 0;
  return (
    <>
      {list?.some(canBeRefreshed) === true ? (
        <Button icon="refresh" isBusy={isRecrawling} onClick={() => void recrawl()}>
          Read all again
        </Button>
      ) : null}
      {isEmpty ? null : (
        <Button icon="plus" variant="primary" onClick={onAdd}>
          Add content
        </Button>
      )}
    </>
  );
}
