import { Type } from 'typebox';
import { defineEvent, defineSealedEvent, type EventsOf } from '../event.ts';
import { chatbotSubject } from '../key-subjects.ts';
import { Count, Id, Sha256 } from '../schema.ts';
import { ChatbotChanges } from './configuration.ts';
import { DueTime, RefreshSchedule } from './refresh-schedule.ts';

const ChatbotCreated = defineSealedEvent('ChatbotCreated', {
  data: Type.Object({ chatbotId: Id, publicId: Id, ownerId: Id }),
  sealed: Type.Object({ name: Type.String() }),
  subject: (data) => chatbotSubject(data.chatbotId),
});

/** The changed fields only. */
const ChatbotConfigured = defineSealedEvent('ChatbotConfigured', {
  data: Type.Object({ chatbotId: Id }),
  sealed: ChatbotChanges,
  subject: (data) => chatbotSubject(data.chatbotId),
});

/** `size` in bytes. The blob `contentHash` is in the image's own scope. */
const ImageStored = defineEvent('ImageStored', {
  data: Type.Object({ chatbotId: Id, imageId: Id, contentHash: Sha256, size: Count }),
});

/** Makes room for a newer image. Its URL is not found afterwards. */
const ImageDropped = defineEvent('ImageDropped', {
  data: Type.Object({ chatbotId: Id, imageId: Id }),
});

/** Websites and videos, for the due time and all missed ones before it. */
const ScheduledRefreshRequested = defineEvent('ScheduledRefreshRequested', {
  data: Type.Object({
    chatbotId: Id,
    schedule: RefreshSchedule,
    dueAt: DueTime,
  }),
});

const ChatbotDeleted = defineEvent('ChatbotDeleted', {
  data: Type.Object({ chatbotId: Id, ownerId: Id }),
});

export const CHATBOT_EVENTS = [
  ChatbotCreated,
  ChatbotConfigured,
  ImageStored,
  ImageDropped,
  ScheduledRefreshRequested,
  ChatbotDeleted,
] as const;
export type ChatbotEvent = EventsOf<typeof CHATBOT_EVENTS>;
