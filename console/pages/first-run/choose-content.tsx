import { useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { CHATBOTS } from '../../api/chatbots.ts';
import { refetchAll } from '../../api/query.ts';
import { useUsage } from '../../api/usage.ts';
import { NEW_CHATBOT, START } from '../../shell/navigation.ts';
import { Page } from '../../shell/page.tsx';
import { useSearchParam } from '../../shell/use-search-param.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/content-states.tsx';
import { toastError } from '../../ui/overlays/toast.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { count } from '../../ui/words.ts';
import { kindOf, SOURCE_KINDS } from '../content/add-dialog.tsx';
import { FilePicker, type NewSource, TextForm, VideoForm, WebsiteForm } from '../content/source-forms.tsx';
import { addUploads } from '../content/uploads.ts';
import { FirstRun } from './create.ts';
import { Steps } from './steps.tsx';

const CREATE = 'Create chatbot';

export function ChooseContent() {
  const { route } = useLocation();
  const [from, setFrom] = useSearchParam('from');
  const run = useRef(new FirstRun());
  const kind = kindOf(from) ?? 'website';
  const chatbots = useUsage().data?.usage.chatbots;
  const watch = (chatbotId: string) => route(`${NEW_CHATBOT}?chatbot=${encodeURIComponent(chatbotId)}`);
  const add = async (source: NewSource) => watch(await run.current.addSource(source));
  const upload = async (files: readonly File[]) => {
    if (files.length === 0) return;
    try {
      const { id } = await run.current.chatbotFor(null);
      addUploads(id, files);
      await refetchAll(CHATBOTS);
      watch(id);
    } catch (error) {
      toastError(error);
    }
  };
  if (chatbots !== undefined && chatbots.used >= chatbots.limit) return <LimitReached limit={chatbots.limit} />;
  return (
    <Page
      title="What should your chatbot know?"
      description="It reads this, and answers from nothing else. You can add more later."
      width="narrow"
    >
      <Steps current={1} />
      <div class="card card-body stack">
        <Tabs label="Kind of content" tabs={SOURCE_KINDS} current={kind} onChoose={setFrom} />
        {kind === 'website' ? <WebsiteForm onAdd={add} action={CREATE} /> : null}
        {kind === 'text' ? <TextForm onAdd={add} action={CREATE} /> : null}
        {kind === 'youtube' ? <VideoForm onAdd={add} action={CREATE} /> : null}
        {kind === 'files' ? <FilePicker onFiles={(files) => void upload(files)} /> : null}
      </div>
    </Page>
  );
}

/** Said before anything is filled in. */
function LimitReached({ limit }: { readonly limit: number }) {
  return (
    <Page title="New chatbot" width="narrow">
      <div class="card">
        <EmptyState
          icon="warning"
          title={`Your plan has ${count(limit, 'chatbot', 'chatbots')}, all in use`}
          action={<ButtonLink href={START}>Your chatbots</ButtonLink>}
        >
          Delete one in its settings to create another. Whoever runs this service can raise the limit (PLAN_CHATBOTS).
        </EmptyState>
      </div>
    </Page>
  );
}
