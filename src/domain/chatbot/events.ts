import { Type } from 'typebox';
import { defineEvent, defineSealedEvent, type EventsOf } from '../event.ts';
import { Count, chatbotSubject, Id, Sha256 } from '../schema.ts';
import { ChatbotChanges } from './configuration.ts';
import { DueTime, RefreshSchedule } from './refresh-schedule.ts';

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

/** `size` in bytes. Its bytes are the blob of that hash in the image's own scope. */
const ImageStored = defineEvent('ImageStored', {
  data: Type.Object({ chatbotId: Id, imageId: Id, contentHash: Sha256, size: Count }),
});

/** It made room for a newer one: from here on its address leads nowhere. */
const ImageDropped = defineEvent('ImageDropped', {
  data: Type.Object({ chatbotId: Id, imageId: Id }),
});

/** By its schedule: its websites and videos are to be read again, once for the due time and all that were missed before it. */
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

export const chatbotEvents = [
  ChatbotCreated,
  ChatbotConfigured,
  ImageStored,
  ImageDropped,
  ScheduledRefreshRequested,
  ChatbotDeleted,
] as const;
export type ChatbotEvent = EventsOf<typeof chatbotEvents>;
