import { describe, expect, it } from 'vitest';
import { type ConversationCommand, conversation } from '../../../src/domain/conversation/conversation.ts';
import { isRecorded, ratingOf } from '../../../src/domain/conversation/conversation-state.ts';
import type { ConversationEvent, Feedback } from '../../../src/domain/conversation/events.ts';
import type { AnswerEvidence } from '../../../src/domain/conversation/evidence.ts';
import type { LeadDetails } from '../../../src/domain/conversation/lead.ts';
import { given } from '../../support/events/given.ts';
import { idOf, sha256Of } from '../../support/fixtures.ts';

const where = { conversationId: idOf('conversation'), chatbotId: idOf('bot') };
const keyId = idOf('key');
const evidence: AnswerEvidence = {
  model: 'offline',
  promptVersion: '1',
  passages: [{ passageId: 'p1', sourceId: idOf('source'), score: 0.5, textHash: sha256Of('passage') }],
  promptTokens: null,
  completionTokens: null,
  firstTokenMs: 3,
  totalMs: 12,
};

const sessionId = 'visitor-1';
const started: ConversationEvent = {
  type: 'ConversationStarted',
  data: { ...where, keyId },
  sealed: { sessionId },
};
const asked = (message: string): ConversationEvent => ({
  type: 'QuestionAsked',
  data: { ...where, messageId: idOf(message) },
  sealed: { sessionId, content: message },
});
const said = { sources: [{ title: 'Home', url: null, snippet: 'Hi' }], suggestions: ['a?', 'b?', 'c?'] };
const answered = (message: string, question: string, partial = false): ConversationEvent => ({
  type: 'AnswerGiven',
  data: { ...where, messageId: idOf(message), questionId: idOf(question), partial, evidence },
  sealed: { sessionId, content: message, ...said, condensedQuestion: question },
});
const rated = (message: string, feedback: Feedback | null): ConversationEvent => ({
  type: 'MessageRated',
  data: { ...where, messageId: idOf(message), feedback },
});
const retried = (question: string): ConversationEvent => ({
  type: 'AnswerRetried',
  data: { ...where, questionId: idOf(question) },
});
const retry = (question: string, message: string) =>
  ({ type: 'RetryAnswer', questionId: idOf(question), answerId: idOf(message) }) as const;
const captured = (lead: string, details: LeadDetails): ConversationEvent => ({
  type: 'LeadCaptured',
  data: { ...where, leadId: idOf(lead) },
  sealed: details,
});
const leadDeleted = (lead: string): ConversationEvent => ({
  type: 'LeadDeleted',
  data: { ...where, leadId: idOf(lead) },
});

const ask = (message: string, lead: { leadId: string; details: LeadDetails } | null = null) =>
  ({
    type: 'AskQuestion',
    ...where,
    keyId,
    sessionId,
    messageId: idOf(message),
    content: message,
    lead,
  }) as const;
const leaving = (lead: string, details: LeadDetails) => ({ leadId: idOf(lead), details });
const answer = (message: string, question: string, partial = false) =>
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
const failAnswer = { type: 'FailAnswer', messageId: idOf('a1'), questionId: idOf('q1'), model: 'offline' } as const;
const rate = (message: string, feedback: Feedback) =>
  ({ type: 'RateMessage', messageId: idOf(message), feedback }) as const;
const deleteLead = (lead: string) => ({ type: 'DeleteLead', leadId: idOf(lead) }) as const;

describe('a conversation', () => {
  it('starts with the first question', () => {
    given(conversation).when(ask('q1')).thenFacts(started, asked('q1'));
  });

  it('continues with the next question under the same id', () => {
    given(conversation, started, asked('q1'))
      .when({ ...ask('q2'), conversationId: idOf('another') })
      .thenFacts(asked('q2'));
  });

  it('records an answer with its evidence, also a partial one', () => {
    given(conversation, started, asked('q1')).when(answer('a1', 'q1')).thenFacts(answered('a1', 'q1'));
    given(conversation, started, asked('q1'))
      .when(answer('a1', 'q1', true))
      .thenFacts(answered('a1', 'q1', true));
  });

  it('records that no answer could be given', () => {
    given(conversation, started, asked('q1'))
      .when(failAnswer)
      .thenFacts({
        type: 'AnswerFailed',
        data: { ...where, messageId: idOf('a1'), questionId: idOf('q1'), model: 'offline' },
      });
  });

  it('takes no answer to a question of another, erased conversation of its session', () => {
    const erased: ConversationEvent = { type: 'ConversationErased', data: { ...where, leadId: null, reason: 'owner' } };
    const anew = given(conversation, started, asked('q1'), erased, started, asked('q2'));
    anew.when(answer('a1', 'q1')).thenRejected('ConversationNotFound');
    anew.when(failAnswer).thenRejected('ConversationNotFound');
    anew.when(answer('a2', 'q2')).thenFacts(answered('a2', 'q2'));
  });

  it('is tried again twice, and no more', () => {
    const begun = [started, asked('q1'), asked('q2')] as const;
    given(conversation, ...begun)
      .when(retry('q1', 'a1'))
      .thenFacts(retried('q1'));
    given(conversation, ...begun, retried('q1'))
      .when(retry('q1', 'a1'))
      .thenFacts(retried('q1'));
    given(conversation, ...begun, retried('q1'), answered('part', 'q1', true), retried('q1'))
      .when(retry('q1', 'a1'))
      .thenRejected('TooManyAttempts');
    given(conversation, ...begun, retried('q1'), retried('q1'))
      .when(retry('q2', 'a2'))
      .thenFacts(retried('q2'));
  });

  it('is not retried once it is recorded, nor for an unknown question', () => {
    given(conversation, started, asked('q1'), answered('a1', 'q1')).when(retry('q1', 'a1')).thenNothing();
    given(conversation, started, asked('q1')).when(retry('q2', 'a2')).thenRejected('MessageNotFound');
  });

  it('that nobody began is not found', () => {
    const commands: ConversationCommand[] = [answer('a1', 'q1'), failAnswer, retry('q1', 'a1'), rate('a1', 'positive')];
    for (const command of commands) given(conversation).when(command).thenRejected('ConversationNotFound');
  });
});

describe('a rating', () => {
  const chat = [started, asked('q1'), answered('a1', 'q1'), asked('q2'), answered('a2', 'q2')] as const;

  it('is kept as given', () => {
    given(conversation, ...chat)
      .when(rate('a1', 'positive'))
      .thenFacts(rated('a1', 'positive'));
  });

  it('given twice is taken back', () => {
    given(conversation, ...chat, rated('a1', 'positive'))
      .when(rate('a1', 'positive'))
      .thenFacts(rated('a1', null));
  });

  it('given a third time is kept again', () => {
    given(conversation, ...chat, rated('a1', 'positive'), rated('a1', null))
      .when(rate('a1', 'positive'))
      .thenFacts(rated('a1', 'positive'));
  });

  it('of the other value replaces the first', () => {
    given(conversation, ...chat, rated('a1', 'positive'))
      .when(rate('a1', 'negative'))
      .thenFacts(rated('a1', 'negative'));
  });

  it('is of one message only', () => {
    given(conversation, ...chat, rated('a1', 'positive'))
      .when(rate('a2', 'positive'))
      .thenFacts(rated('a2', 'positive'));
    const { state } = given(conversation, ...chat, rated('a1', 'positive'), rated('a2', 'negative'));
    expect([ratingOf(state, idOf('a1')), ratingOf(state, idOf('a2')), ratingOf(state, idOf('q1'))]).toEqual([
      'positive',
      'negative',
      null,
    ]);
    expect(ratingOf(conversation.initial, idOf('a1'))).toBeNull();
  });

  it('may be of an answer cut short', () => {
    given(conversation, started, asked('q1'), answered('a1', 'q1', true))
      .when(rate('a1', 'negative'))
      .thenFacts(rated('a1', 'negative'));
  });

  it('cannot be of a question', () => {
    given(conversation, ...chat)
      .when(rate('q1', 'positive'))
      .thenRejected('OnlyAssistantMessagesCanBeRated');
  });

  it('cannot be of a message that is not there, nor of an answer that failed', () => {
    given(conversation, ...chat)
      .when(rate('a9', 'positive'))
      .thenRejected('MessageNotFound');
    const failed: ConversationEvent = {
      type: 'AnswerFailed',
      data: { ...where, messageId: idOf('a1'), questionId: idOf('q1'), model: 'offline' },
    };
    given(conversation, started, asked('q1'), failed).when(rate('a1', 'positive')).thenRejected('MessageNotFound');
  });
});

describe('a lead', () => {
  const ada = { name: 'Ada', email: 'ada@example.com' };

  it('is captured with the question it comes with', () => {
    given(conversation)
      .when(ask('q1', leaving('lead', ada)))
      .thenFacts(started, captured('lead', ada), asked('q1'));
  });

  it('that is given later replaces the earlier one field by field, under the same id', () => {
    given(conversation, started, captured('lead', ada))
      .when(ask('q2', leaving('new lead', { email: 'ada@new.example', phone: '+1' })))
      .thenFacts(captured('lead', { email: 'ada@new.example', phone: '+1' }), asked('q2'));
    given(conversation, started, captured('lead', ada), captured('lead', { phone: '+1' }))
      .when(ask('q3', leaving('x', { ...ada, phone: '+2' })))
      .thenFacts(captured('lead', { phone: '+2' }), asked('q3'));
  });

  it('is not captured again when nothing is new, or nothing was given', () => {
    given(conversation, started, captured('lead', ada))
      .when(ask('q2', leaving('x', { name: 'Ada' })))
      .thenFacts(asked('q2'));
    given(conversation, started)
      .when(ask('q2', leaving('x', {})))
      .thenFacts(asked('q2'));
  });

  it('is deleted; the conversation stays', () => {
    given(conversation, started, captured('lead', ada)).when(deleteLead('lead')).thenFacts(leadDeleted('lead'));
    expect(given(conversation, started, asked('q1'), captured('lead', ada), leadDeleted('lead')).state).toMatchObject({
      kind: 'open',
      lead: null,
      messages: { entry: { messageId: idOf('q1') } },
    });
  });

  it('that is not there cannot be deleted, nor one that is gone, nor another than the one that was seen', () => {
    given(conversation).when(deleteLead('lead')).thenRejected('LeadNotFound');
    given(conversation, started).when(deleteLead('lead')).thenRejected('LeadNotFound');
    given(conversation, started, captured('lead', ada), leadDeleted('lead'))
      .when(deleteLead('lead'))
      .thenRejected('LeadNotFound');
    given(conversation, started, captured('lead', ada), leadDeleted('lead'), captured('newer', ada))
      .when(deleteLead('lead'))
      .thenRejected('LeadNotFound');
  });

  it('given after a deletion is a new one, and knows nothing of the old', () => {
    given(conversation, started, captured('lead', ada), leadDeleted('lead'))
      .when(ask('q2', leaving('newer', ada)))
      .thenFacts(captured('newer', ada), asked('q2'));
  });

  it('whose details were erased is still a lead that can be deleted', () => {
    const erased = { ...captured('lead', ada), sealed: null } as ConversationEvent;
    expect(given(conversation, started, erased).state).toMatchObject({ lead: { leadId: idOf('lead'), details: {} } });
    given(conversation, started, erased).when(deleteLead('lead')).thenFacts(leadDeleted('lead'));
  });
});

describe('a long conversation', () => {
  it('costs the same for each further message', () => {
    let state = given(conversation, started).state;
    for (let n = 0; n < 20_000; n += 1) state = conversation.evolve(state, asked(`q${n % 10}`));
    expect(ratingOf(state, idOf('q1'))).toBeNull();
    expect(conversation.decide(rate('a1', 'positive'), state)).toEqual({
      ok: false,
      rejection: 'MessageNotFound',
    });
  });
});

describe('A question that is withdrawn', () => {
  const withdrawn = (message: string): ConversationEvent => ({
    type: 'QuestionWithdrawn',
    data: { chatbotId: where.chatbotId, messageId: idOf(message) },
  });
  const withdraw = (message: string) =>
    ({ type: 'WithdrawQuestion', chatbotId: where.chatbotId, messageId: idOf(message) }) as const;

  it('can never be recorded, whether the conversation had begun or begins later', () => {
    given(conversation).when(withdraw('q')).thenFacts(withdrawn('q'));
    given(conversation, withdrawn('q')).when(ask('q')).thenRejected('QuestionWithdrawn');
    given(conversation, withdrawn('q'), started, asked('other')).when(ask('q')).thenRejected('QuestionWithdrawn');
    given(conversation, started, asked('other'), withdrawn('q')).when(ask('q')).thenRejected('QuestionWithdrawn');
  });

  it('keeps no other from being asked', () => {
    given(conversation, withdrawn('q')).when(ask('other')).thenFacts(started, asked('other'));
  });

  it('is not one that was recorded before, nor one that is withdrawn already', () => {
    const before = given(conversation, started, asked('q'));
    before.when(withdraw('q')).thenNothing();
    expect(isRecorded(before.state, idOf('q'))).toBe(true);
    const after = given(conversation, withdrawn('q'));
    after.when(withdraw('q')).thenNothing();
    expect(isRecorded(after.state, idOf('q'))).toBe(false);
  });
});
