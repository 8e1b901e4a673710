import { CHATBOT_ENDS, type ChatbotEnd, defineProjection, endsChatbot, isoTime, reading } from '../projection.ts';

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

export const leads = defineProjection<LeadDocument, 'LeadCaptured' | 'LeadDeleted' | ChatbotEnd>({
  collection: {
    name: 'leads',
    version: 1,
    indexes: [
      ['chatbotId', 'capturedAt'],
      ['conversationId', 'capturedAt'],
    ],
  },
  handles: ['LeadCaptured', 'LeadDeleted', ...CHATBOT_ENDS],
  touches: ({ event }) => (endsChatbot(event) ? [] : reading(event.data.leadId)),
  removes: ({ event }) => (endsChatbot(event) ? { chatbotId: event.data.chatbotId } : null),
  apply(before, { event, metadata }) {
    switch (event.type) {
      case 'LeadCaptured': {
        if (event.sealed === null) return null;
        const { leadId: id, chatbotId, conversationId } = event.data;
        const first = { name: null, email: null, phone: null, capturedAt: isoTime(metadata.at) };
        return { id, chatbotId, conversationId, ...first, ...before, ...event.sealed };
      }
      case 'LeadDeleted':
      case 'ChatbotDeleted':
      case 'ChatbotSlotReleased':
        return null;
    }
  },
});
