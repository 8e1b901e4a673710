import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { FilePicker, type NewSource, TextForm, VideoForm, WebsiteForm } from './source-forms.tsx';

export const SOURCE_KINDS = [
  { key: 'website', label: 'Website', icon: 'globe' },
  { key: 'files', label: 'Files', icon: 'file' },
  { key: 'text', label: 'Text', icon: 'text' },
  { key: 'youtube', label: 'YouTube', icon: 'video' },
] as const;

export type SourceKind = (typeof SOURCE_KINDS)[number]['key'];

export const kindOf = (text: string | undefined): SourceKind | null =>
  SOURCE_KINDS.find(({ key }) => key === text)?.key ?? null;

interface AddDialogProps {
  readonly kind: SourceKind;
  /** Initial title of a text. */
  readonly title: string | undefined;
  readonly onKind: (kind: SourceKind) => void;
  readonly onAdd: (source: NewSource) => Promise<void>;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onClose: () => void;
}

export function AddDialog({ kind, title, onKind, onAdd, onFiles, onClose }: AddDialogProps) {
  return (
    <Dialog title="Add content" onClose={onClose}>
      <div class="stack">
        <Tabs label="Kind of content" tabs={SOURCE_KINDS} current={kind} onChoose={onKind} />
        {kind === 'website' ? <WebsiteForm onAdd={onAdd} /> : null}
        {kind === 'text' ? <TextForm onAdd={onAdd} initialTitle={title} /> : null}
        {kind === 'youtube' ? <VideoForm onAdd={onAdd} /> : null}
        {kind === 'files' ? <FilePicker onFiles={onFiles} /> : null}
      </div>
    </Dialog>
  );
}
