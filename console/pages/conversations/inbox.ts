/** The conversations of one chatbot, live on all its pages. */
import { useEffect } from 'preact/hooks';
import { chatbotRoot } from '../../api/chatbot-root.ts';
import { setWaitingVisitors } from '../../api/chatbots.ts';
import { api } from '../../api/client.ts';
import { useChatbotEvents } from '../../api/events.ts';
import { onAccountChange } from '../../api/session-state.ts';
import type { Conversation } from '../../api/types.ts';
import { showWaiting } from '../../shell/title-badge.ts';
import { Store } from '../../state/store.ts';
import { useStore } from '../../state/use-store.ts';
import { alertOfEvent } from './alerts.ts';
import {
  conversationOf,
  EMPTY_INBOX,
  type Filter,
  type InboxState,
  waitingIn,
  withConversations,
  withCursor,
  withEvent,
  without,
  withoutThoseThatLeft,
  withRead,
} from './inbox-state.ts';

interface ConversationPage {
  readonly conversations: readonly Conversation[];
  readonly nextBefore: string | null;
}

const QUERIES: Readonly<Record<Filter, string>> = {
  all: 'limit=50',
  waiting: 'limit=200&handoffRequested=true',
  taken: 'limit=50&takenOver=true',
};

const inboxes = new Map<string, Store<InboxState>>();
onAccountChange(() => inboxes.clear());

/** The conversation on the screen; null while there is none, or the tab is hidden. */
let open: string | null = null;

export function inboxOf(chatbotId: string): Store<InboxState> {
  const known = inboxes.get(chatbotId) ?? new Store(EMPTY_INBOX);
  inboxes.set(chatbotId, known);
  return known;
}

function change(chatbotId: string, by: (state: InboxState) => InboxState): void {
  inboxOf(chatbotId).change(by);
}

const root = (chatbotId: string): string => `${chatbotRoot(chatbotId)}/conversations`;

/** @param isNext the page after those that are loaded */
export async function loadConversations(chatbotId: string, filter: Filter, isNext: boolean): Promise<void> {
  const cursor = isNext ? inboxOf(chatbotId).get().cursors[filter] : undefined;
  if (isNext && cursor === null) return;
  const before = cursor === undefined || cursor === null ? '' : `&before=${cursor}`;
  const asked = inboxOf(chatbotId).get();
  const page = await api.get<ConversationPage>(`${root(chatbotId)}?${QUERIES[filter]}${before}`);
  const isWhole = !isNext && page.nextBefore === null;
  change(chatbotId, (state) => {
    const current = isWhole ? withoutThoseThatLeft(state, filter, asked, page.conversations) : state;
    return withCursor(withConversations(current, page.conversations), filter, page.nextBefore);
  });
}

interface SearchPageRequest {
  readonly search: string;
  /** Continues a search; null begins one. */
  readonly before: string | null;
  readonly signal: AbortSignal;
}

export function searchPage(
  chatbotId: string,
  filter: Filter,
  { search, before, signal }: SearchPageRequest,
): Promise<ConversationPage> {
  const query = new URLSearchParams({ search, ...(before === null ? {} : { before }) });
  return api.get<ConversationPage>(`${root(chatbotId)}?${QUERIES[filter]}&${query}`, { signal });
}

/** @returns false when there is no such conversation */
export async function loadConversation(chatbotId: string, id: string): Promise<boolean> {
  const path = `${root(chatbotId)}?conversationId=${encodeURIComponent(id)}`;
  const { conversations } = await api.get<ConversationPage>(path);
  change(chatbotId, (state) => withConversations(state, conversations));
  return conversations.length > 0;
}

/** It was deleted. */
export function forgetConversation(chatbotId: string, id: string): void {
  change(chatbotId, (state) => without(state, id));
}

/** Follows the chatbot's events, and shows in the tab's title how many visitors wait for a human. */
export function useFollowedInbox(chatbotId: string): void {
  useChatbotEvents(chatbotId, {
    onOpen: () => {
      for (const filter of ['waiting', 'taken'] as const) {
        void loadConversations(chatbotId, filter, false).catch(() => undefined);
      }
    },
    onEvent: (event) => {
      const id = conversationOf(event);
      if (id === null) return;
      const known = inboxOf(chatbotId).get().conversations.get(id) ?? null;
      alertOfEvent(chatbotId, event, known);
      change(chatbotId, (state) => withEvent(state, event, open));
      // The list then shows it as the service has it, with the event.
      if (known === null) void loadConversation(chatbotId, id).catch(() => undefined);
    },
  });
  const inbox = useStore(inboxOf(chatbotId));
  const waiting = waitingIn(inbox);
  const areAllKnown = inbox.cursors.waiting === null;
  useEffect(() => {
    if (areAllKnown) setWaitingVisitors(chatbotId, waiting);
    return showWaiting(waiting);
  }, [waiting, areAllKnown]);
}

/** Marks a conversation as read while it is on the screen of a visible tab. */
export function useReadMark(chatbotId: string, conversationId: string | null): void {
  useEffect(() => {
    const look = () => {
      open = document.hidden ? null : conversationId;
      if (open !== null) change(chatbotId, (state) => withRead(state, conversationId ?? ''));
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      open = null;
      document.removeEventListener('visibilitychange', look);
    };
  }, [chatbotId, conversationId]);
}
