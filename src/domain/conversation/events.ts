import { type Static, Type } from 'typebox';
import { defineEvent, defineSealedEvent, type EventsOf } from '../event.ts';
import { Count, chatbotSubject, Id, leadSubject, nullable, Sha256 } from '../schema.ts';

const InConversation = { conversationId: Id, chatbotId: Id };

const ConversationStarted = defineSealedEvent('ConversationStarted', {
  data: Type.Object({ ...InConversation, keyId: Id }),
  /** The visitor's own name for the session: chosen by a page, so it may say anything about a person. */
  sealed: Type.Object({ sessionId: Type.String() }),
  subject: (data) => chatbotSubject(data.chatbotId),
});

/** Told with each message too, so that it can be shown from this event alone. The first facts ever recorded did not. */
const Session = { sessionId: Type.Optional(Type.String()) };

const QuestionAsked = defineSealedEvent('QuestionAsked', {
  data: Type.Object({ ...InConversation, messageId: Id }),
  sealed: Type.Object({ ...Session, content: Type.String() }),
  subject: (data) => chatbotSubject(data.chatbotId),
});

/** The message can never be recorded from now on: its asker had been silent for so long that its place in the month was given back. */
const QuestionWithdrawn = defineEvent('QuestionWithdrawn', { data: Type.Object({ chatbotId: Id, messageId: Id }) });

export const AnswerSource = Type.Object({ title: Type.String(), url: nullable(Type.String()), snippet: Type.String() });
export type AnswerSource = Static<typeof AnswerSource>;

/**
 * Why the answer is what it is. Passages by identity and hash: their text is in the blobs of their source. A passage that was not found
 * itself, and lent some sentences to its neighbour, has the score 0.
 */
export const AnswerEvidence = Type.Object({
  model: Type.String(),
  promptVersion: Type.String(),
  /** The chatbot's configuration then: as of this revision of its stream. The first answers ever recorded did not tell. */
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
    /** The visitor left before it was complete. */
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

const MessageRated = defineEvent('MessageRated', {
  data: Type.Object({
    ...InConversation,
    messageId: Id,
    /** Null takes the rating back. */
    feedback: nullable(Type.Union([Type.Literal('positive'), Type.Literal('negative')])),
  }),
});

/** Only the fields that were given. A later one replaces the earlier field by field. */
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

export const conversationEvents = [
  ConversationStarted,
  QuestionAsked,
  QuestionWithdrawn,
  AnswerGiven,
  AnswerFailed,
  MessageRated,
  LeadCaptured,
  LeadDeleted,
] as const;
export type ConversationEvent = EventsOf<typeof conversationEvents>;
export type Feedback = 'positive' | 'negative';
