import { Type } from 'typebox';
import { defineEvent, defineSealedEvent, type EventsOf } from '../event.ts';
import { accountSubject, chatbotSubject, Id } from '../schema.ts';

const AccountRegistered = defineSealedEvent('AccountRegistered', {
  data: Type.Object({ accountId: Id, plan: Type.String() }),
  sealed: Type.Object({ email: Type.String(), name: Type.String(), passwordHash: Type.String() }),
  subject: (data) => accountSubject(data.accountId),
});

/**
 * The account uses one of the chatbots of its plan: the plan's limit is decided here, before the chatbot's own stream exists.
 * Names all that `ChatbotCreated` needs, so that a crash between the two can be made good.
 */
const ChatbotSlotTaken = defineSealedEvent('ChatbotSlotTaken', {
  data: Type.Object({ accountId: Id, chatbotId: Id, publicId: Id }),
  sealed: Type.Object({ name: Type.String() }),
  subject: (data) => chatbotSubject(data.chatbotId),
});

const ChatbotSlotReleased = defineEvent('ChatbotSlotReleased', {
  data: Type.Object({ accountId: Id, chatbotId: Id }),
});

export const accountEvents = [AccountRegistered, ChatbotSlotTaken, ChatbotSlotReleased] as const;
export type AccountEvent = EventsOf<typeof accountEvents>;
