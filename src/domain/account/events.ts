import { Type } from 'typebox';
import { defineEvent, defineSealedEvent, type EventsOf } from '../event.ts';
import { accountSubject, Id } from '../schema.ts';

export const AccountRegistered = defineSealedEvent('AccountRegistered', {
  data: Type.Object({ accountId: Id, plan: Type.String() }),
  sealed: Type.Object({ email: Type.String(), name: Type.String(), passwordHash: Type.String() }),
  subject: (data) => accountSubject(data.accountId),
});

/** The account uses one of the chatbots of its plan. Comes before `ChatbotCreated`: the plan's limit is decided here. */
export const ChatbotSlotTaken = defineEvent('ChatbotSlotTaken', {
  data: Type.Object({ accountId: Id, chatbotId: Id }),
});

export const ChatbotSlotReleased = defineEvent('ChatbotSlotReleased', {
  data: Type.Object({ accountId: Id, chatbotId: Id }),
});

export const accountEvents = [AccountRegistered, ChatbotSlotTaken, ChatbotSlotReleased] as const;
export type AccountEvent = EventsOf<typeof accountEvents>;
