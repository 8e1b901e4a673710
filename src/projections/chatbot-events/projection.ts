import { type DomainEvent, EVENT_DEFINITIONS } from '../../domain/events.ts';
import type { JsonObject } from '../../ports/event-log.ts';
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
  DataSourceAdded: 'source',
  IngestionRequested: 'source',
  IngestionStarted: 'source',
  IngestionCompleted: 'source',
  IngestionFailed: 'source',
  DataSourceDeleted: 'source',
} as const;

export type ChannelFact = keyof typeof KIND_OF;
/** Those that the session's visitor is shown too. */
const FOR_VISITORS: ReadonlySet<string> = new Set<ChannelFact>([
  'AgentMessageSent',
  'SessionTakenOver',
  'SessionReleased',
]);

const isChannelType = (type: string): type is ChannelFact => Object.hasOwn(KIND_OF, type);

export const isChannelFact = (recorded: {
  readonly event: { readonly type: string };
}): recorded is RecordedOf<ChannelFact> => isChannelType(recorded.event.type);

/** Events that name a chatbot. */
export type ChatbotFact = Extract<DomainEvent, { readonly data: { readonly chatbotId: string } }>['type'];
const CHATBOT_FACTS = [...EVENT_DEFINITIONS.values()]
  .filter(({ data }) => Object.hasOwn(data.properties, 'chatbotId'))
  .map(({ type }) => type as ChatbotFact);

/**
 * Index of the log by chatbot: one entry an event, also of those that this release cannot read, so that neither an audit nor a client that comes back ever scans the log. Entries
 * outlive the chatbot, as its history does; they hold no content.
 */
export type ChatbotEventDocument = {
  readonly chatbotId: string;
  /** It is null for facts of the chatbot as a whole. */
  readonly conversationId: string | null;
  readonly isForVisitor: boolean;
  /** Returns null for facts that the realtime channel does not show. */
  readonly kind: (typeof KIND_OF)[ChannelFact] | null;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  /** Place in the log: compare as text. */
  readonly order: string;
};

export const chatbotEvents = defineProjection<ChatbotEventDocument, ChatbotFact>({
  collection: {
    name: 'chatbot_events',
    version: 2,
    indexes: [
      ['chatbotId', 'order'],
      ['conversationId', 'isForVisitor', 'order'],
    ],
  },
  handles: CHATBOT_FACTS,
  touches: ({ position }) => writing(sortablePosition(position)),
  apply(_before, { event, stream, revision, position }) {
    const { type } = event;
    const { chatbotId } = event.data;
    const conversationId = 'conversationId' in event.data ? event.data.conversationId : null;
    const shown = { isForVisitor: FOR_VISITORS.has(type), kind: isChannelType(type) ? KIND_OF[type] : null };
    return { chatbotId, conversationId, ...shown, type, stream, revision, order: sortablePosition(position) };
  },
  applyUnreadable({ data, type, stream, revision, position }) {
    const { chatbotId, conversationId = null } = (data ?? {}) as Partial<JsonObject>;
    if (typeof chatbotId !== 'string') return null;
    const order = sortablePosition(position);
    const within = typeof conversationId === 'string' ? conversationId : null;
    const shown = { isForVisitor: FOR_VISITORS.has(type), kind: isChannelType(type) ? KIND_OF[type] : null };
    return { id: order, document: { chatbotId, conversationId: within, ...shown, type, stream, revision, order } };
  },
});
