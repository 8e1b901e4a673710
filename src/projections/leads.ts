import { defineProjection, isoTime, reading } from './projection.ts';

/** A conversation in which the visitor left contact details. */
export type LeadDocument = {
  readonly id: string;
  readonly chatbotId: string;
  readonly conversationId: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly capturedAt: string;
};

export const leads = defineProjection<LeadDocument, 'LeadCaptured' | 'LeadDeleted' | 'ChatbotDeleted'>({
  collection: {
    name: 'leads',
    version: 1,
    indexes: [
      ['chatbotId', 'capturedAt'],
      ['conversationId', 'capturedAt'],
    ],
  },
  handles: ['LeadCaptured', 'LeadDeleted', 'ChatbotDeleted'],
  touches: ({ event }) => (event.type === 'ChatbotDeleted' ? [] : reading(event.data.leadId)),
  removes: ({ event }) => (event.type === 'ChatbotDeleted' ? { chatbotId: event.data.chatbotId } : null),
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
        return null;
    }
  },
});
