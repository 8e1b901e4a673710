/** The account's chatbots: one list for all pages, kept up to date by what they change and by events. */
import { useChatbotEvents } from './events.ts';
import { updateQuery } from './query.ts';
import type { Chatbot, ChatbotProgress, ListedChatbot } from './types.ts';

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

/** Keeps status and counts in the list up to date. */
export function useFollowedStatus(chatbotId: string): void {
  useChatbotEvents(chatbotId, {
    onOpen: () => undefined,
    onEvent: ({ event, data }) => {
      if (event === 'status') changeChatbot(chatbotId, (known) => ({ ...known, ...progressOf(data) }));
    },
  });
}

const progressOf = ({ status, pageCount, chunkCount }: ChatbotProgress) => ({ status, pageCount, chunkCount });
