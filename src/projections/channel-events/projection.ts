import {
  CHATBOT_ENDS,
  type ChatbotEnd,
  defineProjection,
  type RecordedOf,
  removedWith,
  sortable,
  writing,
} from '../projection.ts';

/** By the fact that each event shows. */
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
const CHANNEL_FACTS = Object.keys(KIND_OF) as ChannelFact[];
/** Facts that the session's visitor is shown too. */
const FOR_VISITORS: ReadonlySet<string> = new Set<ChannelFact>([
  'AgentMessageSent',
  'SessionTakenOver',
  'SessionReleased',
]);

export const isChannelFact = (recorded: {
  readonly event: { readonly type: string };
}): recorded is RecordedOf<ChannelFact> => Object.hasOwn(KIND_OF, recorded.event.type);

/** Index of the log by channel: a client that comes back costs a range of this, never a scan of the log. */
export type ChannelEventDocument = {
  readonly chatbotId: string;
  /** `null` for facts of the chatbot as a whole. */
  readonly conversationId: string | null;
  readonly isForVisitor: boolean;
  readonly kind: (typeof KIND_OF)[ChannelFact];
  /** Log position as sortable text. */
  readonly order: string;
};

export const channelEvents = defineProjection<ChannelEventDocument, ChannelFact | 'ConversationErased' | ChatbotEnd>({
  collection: {
    name: 'channel_events',
    version: 2,
    indexes: [
      ['chatbotId', 'order'],
      ['conversationId', 'isForVisitor', 'order'],
    ],
  },
  handles: [...CHANNEL_FACTS, 'ConversationErased', ...CHATBOT_ENDS],
  touches: (recorded) => (isChannelFact(recorded) ? writing(sortable(recorded.position)) : []),
  removes: removedWith,
  apply(_before, recorded) {
    if (!isChannelFact(recorded)) return null;
    const { event, position } = recorded;
    const { chatbotId } = event.data;
    const conversationId = 'conversationId' in event.data ? event.data.conversationId : null;
    const isForVisitor = FOR_VISITORS.has(event.type);
    return { chatbotId, conversationId, isForVisitor, kind: KIND_OF[event.type], order: sortable(position) };
  },
});
