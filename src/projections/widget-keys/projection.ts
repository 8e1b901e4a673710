import { isoTime } from '../../lib/iso-time.ts';
import { CHATBOT_ENDS, type ChatbotEnd, defineProjection, endsChatbot, reading } from '../projection.ts';

export type WidgetKeyDocument = {
  readonly id: string;
  readonly chatbotId: string;
  readonly ownerId: string;
  readonly secretHash: string;
  readonly keyPrefix: string;
  readonly label: string;
  readonly allowedDomains: readonly string[];
  readonly isActive: boolean;
  readonly createdAt: string;
};

export const widgetKeys = defineProjection<WidgetKeyDocument, 'WidgetKeyGenerated' | 'WidgetKeyRevoked' | ChatbotEnd>({
  collection: { name: 'widget_keys', version: 1, indexes: [['chatbotId', 'createdAt'], ['secretHash']] },
  handles: ['WidgetKeyGenerated', 'WidgetKeyRevoked', ...CHATBOT_ENDS],
  touches: ({ event }) => (endsChatbot(event) ? [] : reading(event.data.keyId)),
  removes: ({ event }) => (endsChatbot(event) ? { chatbotId: event.data.chatbotId } : null),
  apply(before, { event, metadata }) {
    switch (event.type) {
      case 'WidgetKeyGenerated': {
        const { keyId: id, chatbotId, ownerId, secretHash, keyPrefix } = event.data;
        const { label, allowedDomains } = event.sealed ?? { label: '', allowedDomains: [] };
        const createdAt = isoTime(metadata.at);
        return { id, chatbotId, ownerId, secretHash, keyPrefix, label, allowedDomains, isActive: true, createdAt };
      }
      case 'WidgetKeyRevoked':
        return before === null ? null : { ...before, isActive: false };
      case 'ChatbotDeleted':
      case 'ChatbotSlotReleased':
        return null;
    }
  },
});
