import { useLayoutEffect, useState } from 'preact/hooks';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { replaceChatbot } from '../../api/chatbots.ts';
import { api } from '../../api/client.ts';
import { onAccountChange } from '../../api/session-state.ts';
import type { Chatbot } from '../../api/types.ts';
import { START } from '../../shell/navigation.ts';
import { Page } from '../../shell/page.tsx';
import type { ChatbotPageProps } from '../../shell/page-list.ts';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/content-states.tsx';
import { SaveBar } from '../../ui/forms/save-bar.tsx';
import { useLeaveGuard } from '../../ui/forms/unsaved-changes-guard.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { registerUnsaved } from '../../ui/unsaved.ts';
import { Answers, Content, General, People } from './sections.tsx';
import { changesOf, checkSettings, type Settings, settingsOf } from './settings.ts';
import { useDeletion } from './use-deletion.ts';

/** Changes by chatbot: they outlive a look at another page by the back button or the command palette. */
const unsaved = new Map<string, Partial<Settings>>();
onAccountChange(() => unsaved.clear());
registerUnsaved(() => [...unsaved.values()].some((changes) => Object.keys(changes).length > 0));

export function SettingsPage({ chatbot }: ChatbotPageProps) {
  const stored = settingsOf(chatbot);
  const [edits, setEdits] = useState<Partial<Settings>>(unsaved.get(chatbot.id) ?? {});
  // Unedited settings follow the stored ones, also when those change meanwhile.
  const draft = { ...stored, ...edits };
  const changes = changesOf(stored, draft);
  useLayoutEffect(() => void unsaved.set(chatbot.id, changes));
  const path = chatbotRoot(chatbot.id);
  const { onSubmit, isBusy, error } = useSubmit(async () => {
    checkSettings(changes);
    const saved = await api.patch<{ chatbot: Chatbot }>(path, changes);
    replaceChatbot(saved.chatbot);
    // Words typed while the answer was on its way stay.
    setEdits((known) => changesOf(draft, { ...draft, ...known }));
    toast('Settings saved');
  });
  const isDirty = Object.keys(changes).length > 0;
  const discard = () => {
    // Now: when the page is left, it is not rendered again.
    unsaved.delete(chatbot.id);
    setEdits({});
  };
  useLeaveGuard(isDirty, discard);
  const section = {
    draft,
    error,
    set: (change: Partial<Settings>) => setEdits((known) => ({ ...known, ...change })),
  };
  return (
    <Page title="Settings" description="How the chatbot answers, and whom it turns to." width="narrow">
      <form class="stack" onSubmit={onSubmit} noValidate>
        <General {...section} />
        <Answers {...section} />
        <Content {...section} />
        <People {...section} />
        <SaveBar
          isDirty={isDirty}
          isBusy={isBusy}
          error={error === undefined ? undefined : messageOf(error)}
          onDiscard={discard}
        />
      </form>
      <Deletion chatbot={chatbot} />
    </Page>
  );
}

function Deletion({ chatbot }: ChatbotPageProps) {
  const deletion = useDeletion({ chatbot }, START, () => unsaved.delete(chatbot.id));
  return (
    <section class="card card-body danger-zone">
      <div>
        <h2>Delete this chatbot</h2>
        <p class="soft">With everything that belongs to it. This cannot be undone.</p>
      </div>
      <Button variant="danger" {...deletion}>
        Delete chatbot
      </Button>
    </section>
  );
}
