import { type Static, Type } from 'typebox';
import { defineEvent, defineSealedEvent, type EventsOf } from '../event.ts';
import { Count, chatbotSubject, Id, Instant, leadSubject, nullable, Sha256 } from '../schema.ts';

const InConversation = { conversationId: Id, chatbotId: Id };

const ConversationStarted = defineSealedEvent('ConversationStarted', {
  data: Type.Object({ ...InConversation, keyId: Id }),
  /** Chosen by the page, so it may be personal data. */
  sealed: Type.Object({ sessionId: Type.String() }),
  subject: (data) => chatbotSubject(data.chatbotId),
});

/** Repeated in each message, so that one event is enough to show it. Absent in the earliest events. */
const Session = { sessionId: Type.Optional(Type.String()) };

const QuestionAsked = defineSealedEvent('QuestionAsked', {
  data: Type.Object({ ...InConversation, messageId: Id }),
  sealed: Type.Object({ ...Session, content: Type.String() }),
  subject: (data) => chatbotSubject(data.chatbotId),
});

/** The message can never be recorded: its quota reservation was overdue and is released. */
const QuestionWithdrawn = defineEvent('QuestionWithdrawn', { data: Type.Object({ chatbotId: Id, messageId: Id }) });

export const AnswerSource = Type.Object({ title: Type.String(), url: nullable(Type.String()), snippet: Type.String() });
export type AnswerSource = Static<typeof AnswerSource>;

/**
 * Evidence of an answer. Passages are identified by id and hash; their text is in the blobs of their source. A passage that
 * only expanded the context of a neighbour has the score 0.
 */
export const AnswerEvidence = Type.Object({
  model: Type.String(),
  promptVersion: Type.String(),
  /** Stream revision. Absent in the earliest answers. */
  configurationRevision: Type.Optional(Count),
  passages: Type.Array(
    Type.Object({ passageId: Type.String(), sourceId: Type.String(), score: Type.Number(), textHash: Sha256 }),
  ),
  promptTokens: nullable(Count),
  completionTokens: nullable(Count),
  firstTokenMs: nullable(Count),
  totalMs: Count,
});
export type AnswerEvidence = Static<typeof AnswerEvidence>;

const AnswerGiven = defineSealedEvent('AnswerGiven', {
  data: Type.Object({
    ...InConversation,
    messageId: Id,
    questionId: Id,
    /** The visitor disconnected before the answer was complete. */
    partial: Type.Boolean(),
    evidence: AnswerEvidence,
  }),
  sealed: Type.Object({
    ...Session,
    content: Type.String(),
    sources: Type.Array(AnswerSource),
    suggestions: Type.Array(Type.String()),
    condensedQuestion: Type.String(),
  }),
  subject: (data) => chatbotSubject(data.chatbotId),
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
    /** Null removes the rating. */
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

const NamedSession = Type.Object({ sessionId: Type.String() });

/** A human answers in the chatbot's place from here on. */
const SessionTakenOver = defineSealedEvent('SessionTakenOver', {
  data: Type.Object({ ...InConversation, accountId: Id, since: Instant }),
  sealed: NamedSession,
  subject: (data) => chatbotSubject(data.chatbotId),
});

const SessionReleased = defineSealedEvent('SessionReleased', {
  data: Type.Object({ ...InConversation, accountId: Id }),
  sealed: NamedSession,
  subject: (data) => chatbotSubject(data.chatbotId),
});

const AgentMessageSent = defineSealedEvent('AgentMessageSent', {
  data: Type.Object({ ...InConversation, messageId: Id, accountId: Id }),
  sealed: Type.Object({ sessionId: Type.String(), content: Type.String() }),
  subject: (data) => chatbotSubject(data.chatbotId),
});

/** The visitor asks for a human. Stands until somebody takes the session over. */
const HandoffRequested = defineSealedEvent('HandoffRequested', {
  data: Type.Object({ ...InConversation, handoffId: Id, keyId: Id }),
  sealed: NamedSession,
  subject: (data) => chatbotSubject(data.chatbotId),
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
] as const;
export type ConversationEvent = EventsOf<typeof CONVERSATION_EVENTS>;
export type Feedback = 'positive' | 'negative';
