import { type Static, Type } from 'typebox';
import { defineEvent, defineSealedEvent, type EventsOf, unchanged } from '../event.ts';
import { conversationSubject, leadSubject } from '../key-subjects.ts';
import { Id, Instant, nullable } from '../schema.ts';
import { AnswerEvidence, SealedEvidence } from './evidence.ts';

const InConversation = { conversationId: Id, chatbotId: Id };

/** Version 1 was sealed with the chatbot's key. Since version 2 each conversation has its own, to be erased alone. */
const SEALED_BY_CONVERSATION = {
  version: 2,
  subject: (data: { chatbotId: string; conversationId: string }) =>
    conversationSubject(data.chatbotId, data.conversationId),
  upcasts: { 1: unchanged },
};

const ConversationStarted = defineSealedEvent('ConversationStarted', {
  ...SEALED_BY_CONVERSATION,
  data: Type.Object({ ...InConversation, keyId: Id }),
  /** Chosen by the page, so it may be personal data. */
  sealed: Type.Object({ sessionId: Type.String() }),
});

/** Repeated in each message, so that one event is enough to show it. Absent in the earliest events. */
const Session = { sessionId: Type.Optional(Type.String()) };

const QuestionAsked = defineSealedEvent('QuestionAsked', {
  ...SEALED_BY_CONVERSATION,
  data: Type.Object({ ...InConversation, messageId: Id }),
  sealed: Type.Object({ ...Session, content: Type.String() }),
});

/** The message can never be recorded: its quota reservation was overdue and is released. */
const QuestionWithdrawn = defineEvent('QuestionWithdrawn', { data: Type.Object({ chatbotId: Id, messageId: Id }) });

export const AnswerSource = Type.Object({ title: Type.String(), url: nullable(Type.String()), snippet: Type.String() });
export type AnswerSource = Static<typeof AnswerSource>;

const AnswerOutcome = Type.Union([Type.Literal('answered'), Type.Literal('not_found')]);
export type AnswerOutcome = Static<typeof AnswerOutcome>;

const AnswerGiven = defineSealedEvent('AnswerGiven', {
  ...SEALED_BY_CONVERSATION,
  data: Type.Object({
    ...InConversation,
    messageId: Id,
    questionId: Id,
    /** The visitor disconnected before the answer was complete. */
    partial: Type.Boolean(),
    /** Absent in partial answers, and in those of earlier releases. `not_found`: the content does not answer the question. */
    outcome: Type.Optional(AnswerOutcome),
    evidence: AnswerEvidence,
  }),
  sealed: Type.Object({
    ...Session,
    content: Type.String(),
    sources: Type.Array(AnswerSource),
    suggestions: Type.Array(Type.String()),
    condensedQuestion: Type.String(),
    ...SealedEvidence.properties,
  }),
});

const AnswerFailed = defineEvent('AnswerFailed', {
  data: Type.Object({ ...InConversation, messageId: Id, questionId: Id, model: Type.String() }),
});

/** Recorded before the model is called again after a partial answer. */
const AnswerRetried = defineEvent('AnswerRetried', { data: Type.Object({ ...InConversation, questionId: Id }) });

const MessageRated = defineEvent('MessageRated', {
  data: Type.Object({
    ...InConversation,
    messageId: Id,
    /** `null` removes the rating. */
    feedback: nullable(Type.Union([Type.Literal('positive'), Type.Literal('negative')])),
  }),
});

/** Given fields only. A later lead replaces an earlier one field by field. */
const LeadCaptured = defineSealedEvent('LeadCaptured', {
  data: Type.Object({ ...InConversation, leadId: Id }),
  sealed: Type.Object({
    name: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    phone: Type.Optional(Type.String()),
  }),
  subject: (data) => leadSubject(data.chatbotId, data.leadId),
});

const LeadDeleted = defineEvent('LeadDeleted', { data: Type.Object({ ...InConversation, leadId: Id }) });

/** The conversation is over and crypto-shredded, with its lead. A later question of the session starts another one. */
const ConversationErased = defineEvent('ConversationErased', {
  data: Type.Object({
    ...InConversation,
    leadId: nullable(Id),
    reason: Type.Union([Type.Literal('retention'), Type.Literal('owner')]),
  }),
});

const NamedSession = Type.Object({ sessionId: Type.String() });

/** A human answers in the chatbot's place from here on. */
const SessionTakenOver = defineSealedEvent('SessionTakenOver', {
  ...SEALED_BY_CONVERSATION,
  data: Type.Object({ ...InConversation, accountId: Id, since: Instant }),
  sealed: NamedSession,
});

const SessionReleased = defineSealedEvent('SessionReleased', {
  ...SEALED_BY_CONVERSATION,
  data: Type.Object({ ...InConversation, accountId: Id }),
  sealed: NamedSession,
});

const AgentMessageSent = defineSealedEvent('AgentMessageSent', {
  ...SEALED_BY_CONVERSATION,
  data: Type.Object({ ...InConversation, messageId: Id, accountId: Id }),
  sealed: Type.Object({ sessionId: Type.String(), content: Type.String() }),
});

/** The visitor asks for a human. Stands until somebody takes the session over. */
const HandoffRequested = defineSealedEvent('HandoffRequested', {
  ...SEALED_BY_CONVERSATION,
  data: Type.Object({ ...InConversation, handoffId: Id, keyId: Id }),
  sealed: NamedSession,
});

export const CONVERSATION_EVENTS = [
  ConversationStarted,
  QuestionAsked,
  QuestionWithdrawn,
  AnswerGiven,
  AnswerFailed,
  AnswerRetried,
  MessageRated,
  LeadCaptured,
  LeadDeleted,
  SessionTakenOver,
  SessionReleased,
  AgentMessageSent,
  HandoffRequested,
  ConversationErased,
] as const;
export type ConversationEvent = EventsOf<typeof CONVERSATION_EVENTS>;
export type Feedback = 'positive' | 'negative';
