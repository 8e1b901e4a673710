/** Loads the chatbot of the address for its pages, and keeps its status up to date. */
import type { ComponentType } from 'preact';
import { useRoute } from 'preact-iso/router';
import { useChatbotEvents } from '../api/events.ts';
import { updateQuery, useQuery } from '../api/query.ts';
import type { Chatbot, ChatbotProgress, ListedChatbot } from '../api/types.ts';
import { useFollowedInbox } from '../pages/conversations/inbox.ts';
import type { ChatbotPageProps } from '../pages.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState, PendingState } from '../ui/content-states.tsx';
import { chatbotIdIn, START } from './navigation.ts';
import { Page } from './page.tsx';

export const CHATBOTS = '/chatbots';

export interface ChatbotList {
  readonly chatbots: readonly ListedChatbot[];
}

/** Puts a changed chatbot in its place, as a PATCH answered it. */
export function replaceChatbot(changed: Chatbot): void {
  changeChatbot(changed.id, (known) => ({ ...known, ...changed }));
}

function changeChatbot(id: string, change: (chatbot: ListedChatbot) => ListedChatbot): void {
  updateQuery<ChatbotList>(CHATBOTS, ({ chatbots }) => ({
    chatbots: chatbots.map((chatbot) => (chatbot.id === id ? change(chatbot) : chatbot)),
  }));
}

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

/** Keeps status and counts in the list of chatbots up to date. */
export function useFollowedStatus(chatbotId: string): void {
  useChatbotEvents(chatbotId, {
    onOpen: () => undefined,
    onEvent: ({ event, data }) => {
      if (event === 'status') changeChatbot(chatbotId, (known) => ({ ...known, ...progressOf(data) }));
    },
  });
}

const progressOf = ({ status, pageCount, chunkCount }: ChatbotProgress) => ({ status, pageCount, chunkCount });

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
