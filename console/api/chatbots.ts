/** The account's chatbots: one list for all pages. */
import { useEffect, useRef } from 'preact/hooks';
import { useChatbotEvents } from './events.ts';
import { updateQuery, useQuery } from './query.ts';
import type { Chatbot, ChatbotProgress, ListedChatbot } from './types.ts';

export const CHATBOTS = '/chatbots';

export interface ChatbotList {
  readonly chatbots: readonly ListedChatbot[];
}

/** Refreshes the whole list, since events tell of one chatbot alone. */
const REFRESH_MS = 30_000;

/** Used once in the page, so that nobody waits unseen at another chatbot. */
export function useFreshChatbots(): void {
  const query = useQuery<ChatbotList>(CHATBOTS);
  const current = useRef(query);
  current.current = query;
  useEffect(() => {
    const refresh = () => {
      if (!document.hidden && !current.current.isLoading) void current.current.refetch();
    };
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, []);
}

/** Puts chatbots with waiting visitors first. */
export const waitedForFirst = (chatbots: readonly ListedChatbot[]): ListedChatbot[] =>
  chatbots.toSorted((one, other) => Number(other.waitingVisitors > 0) - Number(one.waitingVisitors > 0));

export const visitorsWaiting = (chatbots: readonly ListedChatbot[]): number =>
  chatbots.reduce((sum, { waitingVisitors }) => sum + waitingVisitors, 0);

/** Takes the number from an event, before the list is refreshed. */
export function setWaitingVisitors(id: string, waitingVisitors: number): void {
  changeChatbot(id, (known) => ({ ...known, waitingVisitors }));
}

/** @param changed as a PATCH answers it */
export function replaceChatbot(changed: Chatbot): void {
  changeChatbot(changed.id, (known) => ({ ...known, ...changed }));
}

function changeChatbot(id: string, change: (chatbot: ListedChatbot) => ListedChatbot): void {
  updateQuery<ChatbotList>(CHATBOTS, ({ chatbots }) => ({
    chatbots: chatbots.map((chatbot) => (chatbot.id === id ? change(chatbot) : chatbot)),
  }));
}

export function useFollowedStatus(chatbotId: string): void {
  useChatbotEvents(chatbotId, {
    onOpen: () => undefined,
    onEvent: ({ event, data }) => {
      if (event === 'status') changeChatbot(chatbotId, (known) => ({ ...known, ...progressOf(data) }));
    },
  });
}

const progressOf = ({ status, pageCount, chunkCount }: ChatbotProgress) => ({ status, pageCount, chunkCount });
