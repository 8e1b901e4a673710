import { Type } from 'typebox';
import { defineEvent, defineSealedEvent, type EventsOf } from '../event.ts';
import { chatbotSubject, Id } from '../schema.ts';
import { ChatbotChanges } from './configuration.ts';

const ChatbotCreated = defineSealedEvent('ChatbotCreated', {
  data: Type.Object({ chatbotId: Id, publicId: Id, ownerId: Id }),
  sealed: Type.Object({ name: Type.String() }),
  subject: (data) => chatbotSubject(data.chatbotId),
});

/** Only the fields that changed. */
const ChatbotConfigured = defineSealedEvent('ChatbotConfigured', {
  data: Type.Object({ chatbotId: Id }),
  sealed: ChatbotChanges,
  subject: (data) => chatbotSubject(data.chatbotId),
});

const ChatbotDeleted = defineEvent('ChatbotDeleted', {
  data: Type.Object({ chatbotId: Id, ownerId: Id }),
});

export const chatbotEvents = [ChatbotCreated, ChatbotConfigured, ChatbotDeleted] as const;
export type ChatbotEvent = EventsOf<typeof chatbotEvents>;
