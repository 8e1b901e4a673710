import { type ChatbotConfiguration, configure, DEFAULT_CONFIGURATION } from '../domain/chatbot/configuration.ts';
import { defineProjection, isoTime, reading } from './projection.ts';

export type ChatbotDocument = {
  readonly id: string;
  readonly publicId: string;
  readonly ownerId: string;
  readonly configuration: ChatbotConfiguration;
  /** Grows with every change: the ETag. */
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export const chatbots = defineProjection<ChatbotDocument, 'ChatbotCreated' | 'ChatbotConfigured' | 'ChatbotDeleted'>({
  collection: { name: 'chatbots', version: 1, indexes: [['ownerId', 'createdAt']] },
  handles: ['ChatbotCreated', 'ChatbotConfigured', 'ChatbotDeleted'],
  touches: ({ event }) => reading(event.data.chatbotId),
  apply(before, { event, metadata, revision }) {
    switch (event.type) {
      case 'ChatbotCreated': {
        const { chatbotId: id, publicId, ownerId } = event.data;
        const at = isoTime(metadata.at);
        const configuration = { ...DEFAULT_CONFIGURATION, name: event.sealed?.name ?? '' };
        return { id, publicId, ownerId, configuration, revision, createdAt: at, updatedAt: at };
      }
      case 'ChatbotConfigured':
        if (before === null || event.sealed === null) return before;
        return {
          ...before,
          configuration: configure(before.configuration, event.sealed),
          revision,
          updatedAt: isoTime(metadata.at),
        };
      case 'ChatbotDeleted':
        return null;
    }
  },
});
