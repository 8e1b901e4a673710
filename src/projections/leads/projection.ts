import { isoTime } from '../../lib/iso-time.ts';
import { CHATBOT_ENDS, type ChatbotEnd, defineProjection, reading, removedWith } from '../projection.ts';

/** Contact details that a visitor left in a conversation. */
export type LeadDocument = {
  readonly id: string;
  readonly chatbotId: string;
  readonly conversationId: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly capturedAt: string;
};

export const leads = defineProjection<LeadDocument, 'LeadCaptured' | 'LeadDeleted' | 'ConversationErased' | ChatbotEnd>(
  {
    collection: {
      name: 'leads',
      version: 2,
      indexes: [
        ['chatbotId', 'capturedAt'],
        ['conversationId', 'capturedAt'],
      ],
    },
    handles: ['LeadCaptured', 'LeadDeleted', 'ConversationErased', ...CHATBOT_ENDS],
    touches: ({ event }) =>
      event.type === 'LeadCaptured' || event.type === 'LeadDeleted' ? reading(event.data.leadId) : [],
    removes: removedWith,
    apply(before, { event, metadata }) {
      switch (event.type) {
        case 'LeadCaptured': {
          if (event.sealed === null) return null;
          const { leadId: id, chatbotId, conversationId } = event.data;
          const first = { name: null, email: null, phone: null, capturedAt: isoTime(metadata.at) };
          return { id, chatbotId, conversationId, ...first, ...before, ...event.sealed };
        }
        case 'LeadDeleted':
        case 'ConversationErased':
        case 'ChatbotDeleted':
        case 'ChatbotSlotReleased':
          return null;
      }
    },
  },
);
