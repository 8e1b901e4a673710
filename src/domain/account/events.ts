import { Type } from 'typebox';
import { defineEvent, defineSealedEvent, type EventsOf, unchanged } from '../event.ts';
import { accountSubject, chatbotSubject } from '../key-subjects.ts';
import { Id, Sha256 } from '../schema.ts';

const AccountRegistered = defineSealedEvent('AccountRegistered', {
  data: Type.Object({ accountId: Id, plan: Type.String() }),
  sealed: Type.Object({ email: Type.String(), name: Type.String(), passwordHash: Type.String() }),
  subject: (data) => accountSubject(data.accountId),
});

const AccountRenamed = defineSealedEvent('AccountRenamed', {
  data: Type.Object({ accountId: Id }),
  sealed: Type.Object({ name: Type.String() }),
  subject: (data) => accountSubject(data.accountId),
});

/** Ends all earlier sessions of the account except that of the change. */
const PasswordChanged = defineSealedEvent('PasswordChanged', {
  version: 2,
  data: Type.Object({
    accountId: Id,
    /** `null` after a password reset, which no session asks for. */
    keptSessionId: Type.Union([Id, Type.Null()]),
  }),
  sealed: Type.Object({ passwordHash: Type.String() }),
  subject: (data) => accountSubject(data.accountId),
  upcasts: { 1: unchanged },
});

/**
 * Decides the plan's limit before the chatbot's stream exists. Holds the content of `ChatbotCreated`, to complete the creation
 * after a crash.
 */
const ChatbotSlotTaken = defineSealedEvent('ChatbotSlotTaken', {
  data: Type.Object({ accountId: Id, chatbotId: Id, publicId: Id }),
  sealed: Type.Object({ name: Type.String() }),
  subject: (data) => chatbotSubject(data.chatbotId),
});

const ChatbotSlotReleased = defineEvent('ChatbotSlotReleased', {
  data: Type.Object({ accountId: Id, chatbotId: Id }),
});

/** Decides what is erased: the chatbots of that moment are all there will ever be. */
const AccountDeleted = defineEvent('AccountDeleted', {
  data: Type.Object({
    accountId: Id,
    chatbotIds: Type.Array(Id),
    /** Stream id of the email's claim, which can no longer be computed once the email is erased. */
    emailClaimId: Sha256,
  }),
});

export const ACCOUNT_EVENTS = [
  AccountRegistered,
  AccountRenamed,
  PasswordChanged,
  ChatbotSlotTaken,
  ChatbotSlotReleased,
  AccountDeleted,
] as const;
export type AccountEvent = EventsOf<typeof ACCOUNT_EVENTS>;
