/** State of a chatbot at a time: the live queries over documents folded to that time. */
import { chatbotSubject, conversationSubject, sourceSubject } from '../../domain/key-subjects.ts';
import { EventLoopBudget } from '../../lib/event-loop-budget.ts';
import { type ChatbotDocument, chatbots } from '../../projections/chatbots/projection.ts';
import { type Chatbot, ChatbotQueries } from '../../projections/chatbots/queries.ts';
import { type ListedConversation, listConversations } from '../../projections/conversation-list/list.ts';
import { type ConversationDocument, conversations } from '../../projections/conversations/projection.ts';
import { ConversationQueries } from '../../projections/conversations/queries.ts';
import { type DataSource, DataSourceQueries } from '../../projections/data-sources/queries.ts';
import { type Message, MessageQueries } from '../../projections/messages/queries.ts';
import { RatingQueries, type Satisfaction } from '../../projections/ratings/queries.ts';
import { type WidgetKey, WidgetKeyQueries } from '../../projections/widget-keys/queries.ts';
import type { ConversationWindow } from './conversation-window.ts';
import type { MemoryDocuments } from './memory-documents.ts';
import type { MissingEvent, StateFold } from './state-fold.ts';

/** Messages of a conversation. */
export const MESSAGES_SHOWN = 50;

export type LastEvent = { position: string; recordedAt: string };

/** On a part whose key was erased since: its texts are empty. */
type Erasable = { erased?: true };

export type StateConversation = Omit<ListedConversation, 'lead'> &
  Erasable & {
    lead: ListedConversation['lead'] | { erased: true };
    /** The newest, oldest first. */
    messages: Message[];
  };

export type ChatbotStateView = {
  /** Last event of the chatbot that counts; null when there was none yet. */
  at: LastEvent | null;
  /** `null` before the chatbot was created and after it was deleted. */
  configuration: (Chatbot & Erasable) | null;
  sources: (DataSource & Erasable)[];
  keys: WidgetKey[];
  satisfaction: Satisfaction;
  /** Ordered as they began. */
  conversations: StateConversation[];
  nextAfter: string | null;
  /** At most twenty. */
  missing: MissingEvent[];
};

/** Characters of JSON at which a page of conversations ends early. It always holds one. */
const MAX_PAGE_SIZE = 1_000_000;

interface Folded {
  readonly fold: StateFold;
  readonly window: ConversationWindow;
  readonly last: LastEvent | null;
  /** `null` when all ratings were folded, and are counted. */
  readonly satisfaction: Satisfaction | null;
}

export async function stateView(
  chatbotId: string,
  { fold, window, last, satisfaction }: Folded,
): Promise<ChatbotStateView> {
  const { documents, erased } = fold;
  const sources = new DataSourceQueries(documents, NO_PROGRESS, NO_SKIPPED_URLS);
  const queried = new MessageQueries(documents, new ConversationQueries(documents));
  const marked = <Part extends { id: string }>(part: Part, subject: string): Part & Erasable =>
    erased.has(subject) ? { ...part, erased: true } : part;
  const found = await findChatbot(chatbotId, documents, sources);
  return {
    at: last,
    configuration: found === null ? null : marked(found, chatbotSubject(chatbotId)),
    sources: (await sources.list(chatbotId)).map((source) => marked(source, sourceSubject(chatbotId, source.id))),
    keys: await keysOf(chatbotId, documents),
    satisfaction: satisfaction ?? (await new RatingQueries(documents).total(chatbotId)),
    ...(await conversationsOf(chatbotId, fold, window, queried)),
    missing: fold.missing,
  };
}

/** The log holds neither the progress of a running read nor long lists of skipped URLs. */
const NO_PROGRESS = { bySource: async () => new Map() };
const NO_SKIPPED_URLS = { page: async () => null };
/** Nor does it hold the uses of keys. */
const NO_USES = { read: async () => new Map() };

async function findChatbot(
  chatbotId: string,
  documents: MemoryDocuments,
  sources: DataSourceQueries,
): Promise<Chatbot | null> {
  const document = await documents.get<ChatbotDocument>(chatbots.collection, chatbotId);
  if (document === null) return null;
  return (await new ChatbotQueries(documents, sources).find(document.ownerId, chatbotId))?.chatbot ?? null;
}

async function keysOf(chatbotId: string, documents: MemoryDocuments): Promise<WidgetKey[]> {
  const keys = await new WidgetKeyQueries(documents, NO_USES).list(chatbotId);
  return keys.map(({ usageCount: _count, lastUsedAt: _at, ...key }) => key);
}

async function conversationsOf(
  chatbotId: string,
  fold: StateFold,
  window: ConversationWindow,
  queried: MessageQueries,
): Promise<Pick<ChatbotStateView, 'conversations' | 'nextAfter'>> {
  const { documents } = fold;
  const listed = await listConversations(documents, chatbotId, { limit: window.kept.length + 1 });
  const byId = new Map(listed.conversations.map((conversation) => [conversation.id, conversation]));
  const budget = new EventLoopBudget();
  const shown: StateConversation[] = [];
  let size = 0;
  for (const [index, id] of window.kept.entries()) {
    const conversation = byId.get(id);
    if (conversation === undefined) continue;
    const part = await conversationThen(conversation, chatbotId, fold, queried);
    size += JSON.stringify(part).length;
    if (shown.length > 0 && size > MAX_PAGE_SIZE) {
      return { conversations: shown, nextAfter: window.kept[index - 1] ?? null };
    }
    shown.push(part);
    await budget.yieldIfUsedUp();
  }
  return { conversations: shown, nextAfter: window.hasMore ? (window.kept.at(-1) ?? null) : null };
}

async function conversationThen(
  conversation: ListedConversation,
  chatbotId: string,
  { documents, erased }: StateFold,
  queried: MessageQueries,
): Promise<StateConversation> {
  const { id } = conversation;
  const document = await documents.get<ConversationDocument>(conversations.collection, id);
  const hadLead = (document?.leadId ?? null) !== null;
  return {
    ...conversation,
    ...(erased.has(conversationSubject(chatbotId, id)) ? { erased: true } : {}),
    lead: conversation.lead ?? (hadLead ? { erased: true } : null),
    messages: await queried.newest(id, MESSAGES_SHOWN),
  };
}
