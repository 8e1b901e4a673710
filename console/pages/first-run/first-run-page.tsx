/** The first run leads from an address to a chatbot on a website, in three steps: add content, watch it being read, try it and put it on a page. */
import { useLocation } from 'preact-iso/router';
import { CHATBOTS, type ChatbotList } from '../../api/chatbots.ts';
import { useQuery } from '../../api/query.ts';
import { NEW_CHATBOT } from '../../shell/navigation.ts';
import { Page } from '../../shell/page.tsx';
import { EmptyState, PendingState } from '../../ui/content-states.tsx';
import { ChooseContent } from './choose-content.tsx';
import { Continue } from './continue.tsx';

export function FirstRunPage() {
  const { query } = useLocation();
  if (query.chatbot === undefined) return <ChooseContent />;
  return <Created chatbotId={query.chatbot} />;
}

function Created({ chatbotId }: { readonly chatbotId: string }) {
  const { data, error, refetch } = useQuery<ChatbotList>(CHATBOTS);
  const chatbot = data?.chatbots.find(({ id }) => id === chatbotId);
  if (chatbot !== undefined) return <Continue key={chatbotId} chatbot={chatbot} />;
  return (
    <Page title="New chatbot" width="narrow">
      <div class="card">
        {data !== undefined ? (
          <EmptyState
            icon="search"
            title="This chatbot does not exist"
            action={<a href={NEW_CHATBOT}>Create another</a>}
          />
        ) : (
          <PendingState label="Loading the chatbot" error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </Page>
  );
}
