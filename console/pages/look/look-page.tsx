import { useEffect } from 'preact/hooks';
import { Page } from '../../shell/page.tsx';
import type { ChatbotPageProps } from '../../shell/page-list.ts';
import { useStore } from '../../state/use-store.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf, PendingState } from '../../ui/content-states.tsx';
import { SaveBar } from '../../ui/forms/save-bar.tsx';
import { useLeaveGuard } from '../../ui/forms/unsaved-changes-guard.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { draftOf, type LookDraft } from './look-draft.ts';
import { differences, lookOf, namesOf } from './look-fields.ts';
import { LookForm } from './look-form.tsx';
import { PreviewFrame } from './preview-frame.tsx';

export function LookPage({ chatbot }: ChatbotPageProps) {
  const draft = draftOf(chatbot.id);
  const { look, loadError } = useStore(draft.state);
  useEffect(() => void draft.load(), [draft]);
  useLeaveGuard(draft.isDirty, () => draft.undo());
  const { onSubmit, isBusy, error } = useSubmit(async () => {
    if (await draft.save()) toast('Saved. Websites show it with the next load of a page.');
  });
  return (
    <Page title="Look" description="How the chat greets visitors, and its colours." width="wide">
      {look === null ? (
        <div class="card">
          <PendingState label="Loading the look" rows={6} error={loadError} onRetry={() => void draft.load()} />
        </div>
      ) : (
        <div class="look">
          <form class="stack" noValidate onSubmit={onSubmit}>
            <LookForm chatbotId={chatbot.id} look={look} error={error} onChange={(changes) => draft.set(changes)} />
            <SaveBar
              isDirty={draft.isDirty}
              isBusy={isBusy}
              changed={namesOf(draft.changed)}
              error={draft.isDirty && error !== undefined ? messageOf(error) : undefined}
              onDiscard={() => draft.undo()}
            />
          </form>
          <PreviewFrame chatbot={chatbot} look={look} />
        </div>
      )}
      <ConflictDialog draft={draft} />
    </Page>
  );
}

function ConflictDialog({ draft }: { readonly draft: LookDraft }) {
  const { conflict: theirs, saved } = useStore(draft.state);
  const isOpen = theirs !== null && saved !== null;
  const { onSubmit, isBusy, error } = useSubmit(async () => {
    draft.settleConflict(true);
    if (await draft.save()) toast('Saved, on top of what somebody else changed.');
  });
  if (!isOpen) return null;
  const changed = differences(lookOf(saved.chatbot), lookOf(theirs.chatbot));
  return (
    <Dialog
      title="Somebody else changed this chatbot"
      onClose={() => draft.settleConflict(true)}
      footer={
        <form class="row" onSubmit={onSubmit}>
          <Button onClick={() => draft.settleConflict(false)}>Discard mine</Button>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            Save mine too
          </Button>
        </form>
      }
    >
      <div class="stack soft">
        <p>
          {changed.length === 0
            ? 'They changed settings that are not on this page.'
            : `They changed: ${namesOf(changed)}.`}{' '}
          You changed: {namesOf(draft.changed)}.
        </p>
        <p>Saving yours replaces only the fields that you changed.</p>
        {error === undefined ? null : <p class="form-error">{messageOf(error)}</p>}
      </div>
    </Dialog>
  );
}
