import { describe, expect, it } from 'vitest';
import { type ConversationCommand, conversation } from '../../../src/domain/conversation/conversation.ts';
import { isRecorded, ratingOf } from '../../../src/domain/conversation/conversation-state.ts';
import type { ConversationEvent } from '../../../src/domain/conversation/events.ts';
import { given } from '../../support/events/decider-spec.ts';
import { idOf } from '../../support/fixtures.ts';
import {
  answer,
  answered,
  ask,
  asked,
  failAnswer,
  rate,
  rated,
  retried,
  retry,
  started,
  where,
} from './conversation-facts.ts';

describe('a conversation', () => {
  it('starts with the first question', () => {
    given(conversation).when(ask('q1')).thenEvents(started, asked('q1'));
  });

  it('continues with the next question under the same id', () => {
    given(conversation, started, asked('q1'))
      .when({ ...ask('q2'), conversationId: idOf('another') })
      .thenEvents(asked('q2'));
  });

  it('records an answer with its evidence, also a partial one', () => {
    given(conversation, started, asked('q1')).when(answer('a1', 'q1')).thenEvents(answered('a1', 'q1'));
    given(conversation, started, asked('q1'))
      .when(answer('a1', 'q1', true))
      .thenEvents(answered('a1', 'q1', true));
  });

  it('records that no answer could be given', () => {
    given(conversation, started, asked('q1'))
      .when(failAnswer)
      .thenEvents({
        type: 'AnswerFailed',
        data: { ...where, messageId: idOf('a1'), questionId: idOf('q1'), model: 'offline' },
      });
  });

  it('takes no answer to a question of another, erased conversation of its session', () => {
    const erased: ConversationEvent = { type: 'ConversationErased', data: { ...where, leadId: null, reason: 'owner' } };
    const anew = given(conversation, started, asked('q1'), erased, started, asked('q2'));
    anew.when(answer('a1', 'q1')).thenRejected('ConversationNotFound');
    anew.when(failAnswer).thenRejected('ConversationNotFound');
    anew.when(answer('a2', 'q2')).thenEvents(answered('a2', 'q2'));
  });

  it('is tried again twice, and no more', () => {
    const begun = [started, asked('q1'), asked('q2')] as const;
    given(conversation, ...begun)
      .when(retry('q1', 'a1'))
      .thenEvents(retried('q1'));
    given(conversation, ...begun, retried('q1'))
      .when(retry('q1', 'a1'))
      .thenEvents(retried('q1'));
    given(conversation, ...begun, retried('q1'), answered('part', 'q1', true), retried('q1'))
      .when(retry('q1', 'a1'))
      .thenRejected('TooManyAttempts');
    given(conversation, ...begun, retried('q1'), retried('q1'))
      .when(retry('q2', 'a2'))
      .thenEvents(retried('q2'));
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
      .thenEvents(rated('a1', 'positive'));
  });

  it('given twice is taken back', () => {
    given(conversation, ...chat, rated('a1', 'positive'))
      .when(rate('a1', 'positive'))
      .thenEvents(rated('a1', null));
  });

  it('given a third time is kept again', () => {
    given(conversation, ...chat, rated('a1', 'positive'), rated('a1', null))
      .when(rate('a1', 'positive'))
      .thenEvents(rated('a1', 'positive'));
  });

  it('of the other value replaces the first', () => {
    given(conversation, ...chat, rated('a1', 'positive'))
      .when(rate('a1', 'negative'))
      .thenEvents(rated('a1', 'negative'));
  });

  it('changes a thousand times at most: each change is kept for ever, and costs its visitor nothing', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => rated('a1', at % 2 === 0 ? 'positive' : null));
    given(conversation, ...chat, ...many.slice(1))
      .when(rate('a1', 'negative'))
      .thenEvents(rated('a1', 'negative'));
    const full = given(conversation, ...chat, ...many);
    full.when(rate('a1', 'negative')).thenRejected('RatingLimitReached');
    full.when(rate('a2', 'negative')).thenEvents(rated('a2', 'negative'));
  });

  it('is of one message only', () => {
    given(conversation, ...chat, rated('a1', 'positive'))
      .when(rate('a2', 'positive'))
      .thenEvents(rated('a2', 'positive'));
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
      .thenEvents(rated('a1', 'negative'));
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
    given(conversation).when(withdraw('q')).thenEvents(withdrawn('q'));
    given(conversation, withdrawn('q')).when(ask('q')).thenRejected('QuestionWithdrawn');
    given(conversation, withdrawn('q'), started, asked('other')).when(ask('q')).thenRejected('QuestionWithdrawn');
    given(conversation, started, asked('other'), withdrawn('q')).when(ask('q')).thenRejected('QuestionWithdrawn');
  });

  it('keeps no other from being asked', () => {
    given(conversation, withdrawn('q')).when(ask('other')).thenEvents(started, asked('other'));
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
