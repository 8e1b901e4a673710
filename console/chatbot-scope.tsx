/** Loads the chatbot of the address for its pages, and keeps its status up to date. */
import type { ComponentType } from 'preact';
import { useRoute } from 'preact-iso/router';
import { CHATBOTS, type ChatbotList, useFollowedStatus } from './api/chatbots.ts';
import { useQuery } from './api/query.ts';
import { useFollowedInbox } from './pages/conversations/inbox.ts';
import { chatbotIdIn, START } from './shell/navigation.ts';
import { Page } from './shell/page.tsx';
import type { ChatbotPageProps } from './shell/page-list.ts';
import { ButtonLink } from './ui/button.tsx';
import { EmptyState, PendingState } from './ui/content-states.tsx';

/** @returns null outside a chatbot, and where the address names one that does not exist: it has no pages to lead to */
export function useChatbotIdIn(path: string): string | null {
  const { data } = useQuery<ChatbotList>(CHATBOTS);
  const id = chatbotIdIn(path);
  return data === undefined || data.chatbots.some((chatbot) => chatbot.id === id) ? id : null;
}

export function inChatbot(title: string, Inside: ComponentType<ChatbotPageProps>): ComponentType {
  return function ChatbotScope() {
    const { params } = useRoute();
    const { data, error, refetch } = useQuery<ChatbotList>(CHATBOTS);
    const chatbot = data?.chatbots.find(({ id }) => id === params.id);
    if (chatbot !== undefined) return <Followed key={chatbot.id} chatbot={chatbot} Inside={Inside} />;
    return (
      <Page key={data === undefined ? 'loading' : 'missing'} title={data === undefined ? title : 'Chatbot not found'}>
        <div class="card">
          {data !== undefined ? (
            <NotFound />
          ) : (
            <PendingState label="Loading the chatbot" error={error} onRetry={() => void refetch()} />
          )}
        </div>
      </Page>
    );
  };
}

interface FollowedProps extends ChatbotPageProps {
  readonly Inside: ComponentType<ChatbotPageProps>;
}

function Followed({ chatbot, Inside }: FollowedProps) {
  useFollowedStatus(chatbot.id);
  useFollowedInbox(chatbot.id);
  return <Inside chatbot={chatbot} />;
}

function NotFound() {
  return (
    <EmptyState
      icon="search"
      title="This chatbot does not exist"
      action={
        <ButtonLink href={START} variant="primary">
          Go to your chatbots
        </ButtonLink>
      }
    >
      It was deleted, it belongs to another account, or the address is not complete.
    </EmptyState>
  );
}
