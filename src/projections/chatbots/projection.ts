import { type ChatbotConfiguration, configure, DEFAULT_CONFIGURATION } from '../../domain/chatbot/configuration.ts';
import type { StoredImage } from '../../domain/chatbot/images.ts';
import { isoTime } from '../../lib/iso-time.ts';
import { defineProjection, reading } from '../projection.ts';

export type ChatbotDocument = {
  readonly id: string;
  readonly publicId: string;
  readonly ownerId: string;
  readonly configuration: ChatbotConfiguration;
  /** Oldest first, at most twenty. */
  readonly images: readonly StoredImage[];
  /** Last configuration change: the ETag. */
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export const chatbots = defineProjection<
  ChatbotDocument,
  'ChatbotCreated' | 'ChatbotConfigured' | 'ImageStored' | 'ImageDropped' | 'ChatbotDeleted'
>({
  collection: { name: 'chatbots', version: 2, indexes: [['ownerId', 'createdAt']] },
  handles: ['ChatbotCreated', 'ChatbotConfigured', 'ImageStored', 'ImageDropped', 'ChatbotDeleted'],
  touches: ({ event }) => reading(event.data.chatbotId),
  apply(before, { event, metadata, revision }) {
    switch (event.type) {
      case 'ChatbotCreated': {
        const { chatbotId: id, publicId, ownerId } = event.data;
        const at = isoTime(metadata.at);
        const configuration = { ...DEFAULT_CONFIGURATION, name: event.sealed?.name ?? '' };
        return { id, publicId, ownerId, configuration, images: [], revision, createdAt: at, updatedAt: at };
      }
      case 'ChatbotConfigured':
        if (before === null || event.sealed === null) return before;
        return {
          ...before,
          configuration: configure(before.configuration, event.sealed),
          revision,
          updatedAt: isoTime(metadata.at),
        };
      case 'ImageStored': {
        const { imageId, contentHash, size } = event.data;
        return before && { ...before, images: [...before.images, { imageId, contentHash, size }] };
      }
      case 'ImageDropped':
        return before && { ...before, images: before.images.filter(({ imageId }) => imageId !== event.data.imageId) };
      case 'ChatbotDeleted':
        return null;
    }
  },
});
