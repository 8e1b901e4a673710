import { type DomainEvent, EVENT_DEFINITIONS } from '../../domain/events.ts';
import type { StoredEvent } from '../../ports/event-log.ts';
import { defineProjection, type RecordedOf, sortablePosition, writing } from '../projection.ts';

/** Events of the realtime channel, by the fact that each shows. */
const KIND_OF = {
  QuestionAsked: 'message',
  AnswerGiven: 'message',
  AgentMessageSent: 'message',
  SessionTakenOver: 'takeover',
  SessionReleased: 'release',
  HandoffRequested: 'handoff',
  LeadCaptured: 'lead',
  MessageRated: 'rating',
  ConversationErased: 'deletion',
  DataSourceAdded: 'source',
  IngestionRequested: 'source',
  IngestionStarted: 'source',
  IngestionCompleted: 'source',
  IngestionFailed: 'source',
  DataSourceDeleted: 'source',
} as const;

export type ChannelFact = keyof typeof KIND_OF;
/** Types that are sent to the session's visitor too. */
const FOR_VISITORS: ReadonlySet<string> = new Set<ChannelFact>([
  'AgentMessageSent',
  'SessionTakenOver',
  'SessionReleased',
  'ConversationErased',
]);

const isChannelType = (type: string): type is ChannelFact => Object.hasOwn(KIND_OF, type);

export const isChannelFact = (recorded: {
  readonly event: { readonly type: string };
}): recorded is RecordedOf<ChannelFact> => isChannelType(recorded.event.type);

export type ChatbotFact = Extract<DomainEvent, { readonly data: { readonly chatbotId: string } }>['type'];
const CHATBOT_FACTS = [...EVENT_DEFINITIONS.values()]
  .filter(({ data }) => Object.hasOwn(data.properties, 'chatbotId'))
  .map(({ type }) => type as ChatbotFact);

/**
 * Index of the log by chatbot, so that neither an audit nor a resuming client scans the log. One entry per event, even for
 * those that this release cannot read. Entries hold no content and outlive the chatbot, as its history does.
 */
export type ChatbotEventDocument = {
  readonly chatbotId: string;
  /** `null` for facts of the chatbot as a whole. */
  readonly conversationId: string | null;
  readonly isForVisitor: boolean;
  /** `null` for facts that the realtime channel does not show. */
  readonly kind: (typeof KIND_OF)[ChannelFact] | null;
  /** Message id of an answer or its failure; null for other events. */
  readonly answerId: string | null;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  /** Place in the log: compare as text. */
  readonly order: string;
};

const ANSWERS: ReadonlySet<string> = new Set<ChatbotFact>(['AnswerGiven', 'AnswerFailed']);

/** Made of the event's clear part alone. */
function entryOf(
  {
    chatbotId,
    conversationId,
    messageId,
  }: { readonly [Name in 'chatbotId' | 'conversationId' | 'messageId']: unknown },
  { type, stream, revision, position }: Pick<StoredEvent, 'type' | 'stream' | 'revision' | 'position'>,
): ChatbotEventDocument | null {
  if (typeof chatbotId !== 'string') return null;
  return {
    chatbotId,
    conversationId: typeof conversationId === 'string' ? conversationId : null,
    isForVisitor: FOR_VISITORS.has(type),
    kind: isChannelType(type) ? KIND_OF[type] : null,
    answerId: ANSWERS.has(type) && typeof messageId === 'string' ? messageId : null,
    type,
    stream,
    revision,
    order: sortablePosition(position),
  };
}

export const chatbotEvents = defineProjection<ChatbotEventDocument, ChatbotFact>({
  collection: {
    name: 'chatbot_events',
    version: 4,
    indexes: [
      ['chatbotId', 'order'],
      ['chatbotId', 'conversationId', 'order'],
      ['chatbotId', 'type', 'order'],
      ['answerId', 'order'],
    ],
  },
  handles: CHATBOT_FACTS,
  touches: ({ position }) => writing(sortablePosition(position)),
  apply: (_before, { event, ...place }) => entryOf(namesIn(event.data), { type: event.type, ...place }),
  applyUnreadable(stored) {
    const document = entryOf(namesIn(stored.data), stored);
    return document === null ? null : { id: document.order, document };
  },
});

function namesIn(data: object | null) {
  const named: { readonly [name: string]: unknown } = { ...data };
  return { chatbotId: named.chatbotId, conversationId: named.conversationId, messageId: named.messageId };
}
