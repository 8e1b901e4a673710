/** Loaded conversations, and what live events change in them. Pure. */
import type { Conversation, OwnerEvent } from '../../api/types.ts';

export type Filter = 'all' | 'waiting' | 'taken';

export interface InboxState {
  readonly conversations: ReadonlyMap<string, Conversation>;
  /** Conversations with a message or request for a human since somebody looked. */
  readonly unread: ReadonlySet<string>;
  /** Deleted conversations, which a search may have found before. */
  readonly deleted: ReadonlySet<string>;
  /** Cursors of the lists: null at the end, absent before loading. */
  readonly cursors: Readonly<Partial<Record<Filter, string | null>>>;
}

export const EMPTY_INBOX: InboxState = { conversations: new Map(), unread: new Set(), deleted: new Set(), cursors: {} };

/** Most conversations in memory. */
const MAX_KEPT = 1_000;
const MAX_EXCERPT = 200;

/** Keeps a conversation that events made newer than the loaded one. */
export function withConversations(state: InboxState, loaded: readonly Conversation[]): InboxState {
  const conversations = new Map(state.conversations);
  for (const conversation of loaded) {
    const known = conversations.get(conversation.id);
    const isOlder = known !== undefined && conversation.lastMessageAt < known.lastMessageAt;
    conversations.set(conversation.id, isOlder ? known : conversation);
  }
  return { ...state, conversations: bounded(conversations) };
}

/**
 * Takes conversations off a list that they left while no events came, such as on another chatbot's pages.
 * @param asked the state at the request: an event may have changed a conversation since
 * @param loaded the whole list
 */
export function withoutThoseThatLeft(
  state: InboxState,
  filter: Filter,
  asked: InboxState,
  loaded: readonly Conversation[],
): InboxState {
  if (filter === 'all') return state;
  const listedIds = new Set(loaded.map(({ id }) => id));
  const left = filter === 'taken' ? { takenOver: false } : { handoffRequested: false };
  const conversations = new Map(state.conversations);
  for (const [id, conversation] of asked.conversations) {
    const hasLeft = isIn(conversation, filter) && !listedIds.has(id) && conversations.get(id) === conversation;
    if (hasLeft) conversations.set(id, { ...conversation, ...left });
  }
  return { ...state, conversations };
}

export const withCursor = (state: InboxState, filter: Filter, cursor: string | null): InboxState => ({
  ...state,
  cursors: { ...state.cursors, [filter]: cursor },
});

/** @param openId the conversation that somebody is looking at */
export function withEvent(state: InboxState, event: OwnerEvent, openId: string | null): InboxState {
  const id = conversationOf(event);
  if (id === null) return state;
  if (event.event === 'conversation_deleted') return without(state, id);
  const isCall = event.event === 'handoff' || (event.event === 'message' && event.data.role === 'user');
  const unread = isCall && id !== openId ? new Set(state.unread).add(id) : state.unread;
  const known = state.conversations.get(id);
  if (known === undefined) return { ...state, unread };
  return { ...state, unread, conversations: new Map(state.conversations).set(id, changed(known, event)) };
}

export function conversationOf({ event, data }: OwnerEvent): string | null {
  return event === 'source' || event === 'status' ? null : data.conversationId;
}

export function withRead(state: InboxState, id: string): InboxState {
  if (!state.unread.has(id)) return state;
  const unread = new Set(state.unread);
  unread.delete(id);
  return { ...state, unread };
}

export function without(state: InboxState, id: string): InboxState {
  const conversations = new Map(state.conversations);
  conversations.delete(id);
  return withRead({ ...state, conversations, deleted: new Set(state.deleted).add(id) }, id);
}

function changed(conversation: Conversation, { event, data }: OwnerEvent): Conversation {
  switch (event) {
    case 'message': {
      // The list may have been loaded after the message.
      if (data.createdAt <= conversation.lastMessageAt && conversation.lastMessage !== null) return conversation;
      const excerpt = data.content.slice(0, MAX_EXCERPT);
      return {
        ...conversation,
        lastMessage: { role: data.role, excerpt },
        lastQuestion: data.role === 'user' ? excerpt : conversation.lastQuestion,
        lastMessageAt: data.createdAt,
        messageCount: conversation.messageCount + 1,
      };
    }
    case 'takeover':
      return { ...conversation, takenOver: true, handoffRequested: false };
    case 'release':
      return { ...conversation, takenOver: false };
    case 'handoff':
      return { ...conversation, handoffRequested: true, handoffRequestedAt: data.requestedAt };
    case 'lead': {
      const { id, name, email, phone, capturedAt } = data;
      return { ...conversation, lead: { id, name, email, phone, capturedAt } };
    }
    default:
      return conversation;
  }
}

/** Those that wait for a human first, the longest first; then taken ones, then the newest. */
export function listed({ conversations }: InboxState, filter: Filter): readonly Conversation[] {
  return [...conversations.values()]
    .filter((conversation) => isIn(conversation, filter))
    .sort(byUrgency)
    .map((conversation) => ({ ...conversation, match: null }));
}

/** Found conversations, brought up to date. */
export const updated = (
  { conversations, deleted }: InboxState,
  filter: Filter,
  found: readonly Conversation[],
): readonly Conversation[] =>
  found
    .map((conversation) => ({ ...(conversations.get(conversation.id) ?? conversation), match: conversation.match }))
    .filter((conversation) => isIn(conversation, filter) && !deleted.has(conversation.id));

export const waitingIn = ({ conversations }: InboxState): number =>
  [...conversations.values()].filter(({ handoffRequested }) => handoffRequested).length;

const isIn = ({ takenOver, handoffRequested }: Conversation, filter: Filter): boolean =>
  filter === 'all' || (filter === 'taken' ? takenOver : handoffRequested);

const urgencyOf = ({ handoffRequested, takenOver }: Conversation): number => (handoffRequested ? 2 : Number(takenOver));

const byUrgency = (one: Conversation, other: Conversation): number =>
  urgencyOf(other) - urgencyOf(one) ||
  compare(waitsSince(one), waitsSince(other)) ||
  compare(other.lastMessageAt, one.lastMessageAt);

const waitsSince = ({ handoffRequested, handoffRequestedAt }: Conversation): string =>
  (handoffRequested && handoffRequestedAt) || '';

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

function bounded(conversations: Map<string, Conversation>): ReadonlyMap<string, Conversation> {
  if (conversations.size <= MAX_KEPT) return conversations;
  return new Map([...conversations].sort(([, one], [, other]) => byUrgency(one, other)).slice(0, MAX_KEPT));
}
