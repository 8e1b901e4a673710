/** Events and commands of one conversation, by short names of their messages. */
import type { ConversationEvent, Feedback } from '../../../src/domain/conversation/events.ts';
import type { AnswerEvidence } from '../../../src/domain/conversation/evidence.ts';
import type { LeadDetails } from '../../../src/domain/conversation/lead.ts';
import { idOf, sha256Of } from '../../support/fixtures.ts';

export const where = { conversationId: idOf('conversation'), chatbotId: idOf('bot') };
export const keyId = idOf('key');
const evidence: AnswerEvidence = {
  model: 'offline',
  promptVersion: '1',
  passages: [{ passageId: 'p1', sourceId: idOf('source'), score: 0.5, textHash: sha256Of('passage') }],
  promptTokens: null,
  completionTokens: null,
  firstTokenMs: 3,
  totalMs: 12,
};

export const sessionId = 'visitor-1';
export const started: ConversationEvent = {
  type: 'ConversationStarted',
  data: { ...where, keyId },
  sealed: { sessionId },
};
export const asked = (message: string): ConversationEvent => ({
  type: 'QuestionAsked',
  data: { ...where, messageId: idOf(message) },
  sealed: { sessionId, content: message },
});
const said = { sources: [{ title: 'Home', url: null, snippet: 'Hi' }], suggestions: ['a?', 'b?', 'c?'] };
export const answered = (message: string, question: string, partial = false): ConversationEvent => ({
  type: 'AnswerGiven',
  data: { ...where, messageId: idOf(message), questionId: idOf(question), partial, evidence },
  sealed: { sessionId, content: message, ...said, condensedQuestion: question },
});
export const rated = (message: string, feedback: Feedback | null): ConversationEvent => ({
  type: 'MessageRated',
  data: { ...where, messageId: idOf(message), feedback },
});
export const retried = (question: string): ConversationEvent => ({
  type: 'AnswerRetried',
  data: { ...where, questionId: idOf(question) },
});
export const retry = (question: string, message: string) =>
  ({ type: 'RetryAnswer', questionId: idOf(question), answerId: idOf(message) }) as const;
export const captured = (lead: string, details: LeadDetails): ConversationEvent => ({
  type: 'LeadCaptured',
  data: { ...where, leadId: idOf(lead) },
  sealed: details,
});
export const leadDeleted = (lead: string): ConversationEvent => ({
  type: 'LeadDeleted',
  data: { ...where, leadId: idOf(lead) },
});

export const ask = (message: string, lead: { leadId: string; details: LeadDetails } | null = null) =>
  ({
    type: 'AskQuestion',
    ...where,
    keyId,
    sessionId,
    messageId: idOf(message),
    content: message,
    lead,
  }) as const;
export const leaving = (lead: string, details: LeadDetails) => ({ leadId: idOf(lead), details });
export const answer = (message: string, question: string, partial = false) =>
  ({
    type: 'GiveAnswer',
    sessionId,
    messageId: idOf(message),
    questionId: idOf(question),
    content: message,
    ...said,
    condensedQuestion: question,
    partial,
    evidence,
  }) as const;
export const failAnswer = {
  type: 'FailAnswer',
  messageId: idOf('a1'),
  questionId: idOf('q1'),
  model: 'offline',
} as const;
export const rate = (message: string, feedback: Feedback) =>
  ({ type: 'RateMessage', messageId: idOf(message), feedback }) as const;
export const deleteLead = (lead: string) => ({ type: 'DeleteLead', leadId: idOf(lead) }) as const;
