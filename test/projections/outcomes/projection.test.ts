import { describe, it } from 'vitest';
import { outcomes } from '../../../src/projections/outcomes/projection.ts';
import { fact } from '../../support/events/facts.ts';
import { givenEvents } from '../../support/projections/projection-spec.ts';

const asked = { chatbotId: 'bot', conversationId: 'talk', questionId: 'question' };
const found = fact('AnswerGiven', { outcome: 'answered' });
const refused = fact('AnswerGiven', { outcome: 'not_found' }, { sources: [] });
const failed = fact('AnswerFailed', { messageId: 'failure' });
const rated = (feedback: 'positive' | 'negative' | null) => fact('MessageRated', { feedback });
const order = '0000000000000000001';

describe('The outcome of an answer in its read model', () => {
  it('tells whether the content answered the question', () => {
    const answer = { ...asked, answerId: 'answer', order };
    givenEvents(outcomes, found).thenDocument('answer', { ...answer, isFound: true, reason: null });
    givenEvents(outcomes, refused).thenDocument('answer', { ...answer, isFound: false, reason: 'not_found' });
  });

  it('of earlier releases follows from the sources', () => {
    givenEvents(outcomes, fact('AnswerGiven')).thenFields('answer', { isFound: true });
    givenEvents(outcomes, fact('AnswerGiven', {}, { sources: [] })).thenFields('answer', { reason: 'not_found' });
    givenEvents(outcomes, fact('AnswerGiven', {}, null)).thenFields('answer', { reason: null });
  });

  it('that broke off is not held against the content', () => {
    const partial = fact('AnswerGiven', { partial: true }, { sources: [] });
    givenEvents(outcomes, partial).thenFields('answer', { reason: null });
    givenEvents(outcomes, partial, rated('negative')).thenFields('answer', { reason: 'rated_negative' });
  });

  it('that failed stands under the question, without an answer', () => {
    givenEvents(outcomes, failed).thenDocument('question', {
      ...asked,
      answerId: null,
      order,
      isFound: false,
      reason: 'failed',
    });
    givenEvents(outcomes, failed, fact('MessageRated', { messageId: 'question', feedback: 'negative' })).thenFields(
      'question',
      { reason: 'failed' },
    );
  });

  it('is the newest attempt of a question that was tried again', () => {
    const retried = fact('AnswerRetried');
    givenEvents(outcomes, failed, retried, found).thenIds('answer');
    const partial = fact('AnswerGiven', { messageId: 'partial', partial: true });
    const badlyRated = fact('MessageRated', { messageId: 'partial', feedback: 'negative' });
    givenEvents(outcomes, partial, badlyRated, retried, refused).thenIds('answer');
    givenEvents(outcomes, partial, retried, badlyRated, refused).thenIds('answer');
    const other = fact('AnswerFailed', { questionId: 'other question' });
    givenEvents(outcomes, other, failed, retried).thenIds('other question');
  });

  it('follows the rating, and is what it was when that is taken back', () => {
    givenEvents(outcomes, found, rated('negative')).thenFields('answer', { reason: 'rated_negative', order });
    givenEvents(outcomes, found, rated('negative'), rated('positive')).thenFields('answer', { reason: null });
    givenEvents(outcomes, found, rated('negative'), rated(null)).thenFields('answer', { reason: null });
    givenEvents(outcomes, refused, rated('negative')).thenFields('answer', { reason: 'rated_negative' });
    givenEvents(outcomes, refused, rated('negative'), rated(null)).thenFields('answer', { reason: 'not_found' });
    givenEvents(outcomes, rated('negative')).thenIds();
  });

  it('is deleted with its conversation and with its chatbot', () => {
    const foreign = fact('AnswerGiven', { messageId: 'foreign', conversationId: 'other talk', chatbotId: 'other' });
    const history = [refused, failed, foreign];
    givenEvents(outcomes, ...history, fact('ConversationErased')).thenIds('foreign');
    givenEvents(outcomes, ...history, fact('ChatbotDeleted')).thenIds('foreign');
    givenEvents(outcomes, ...history, fact('ChatbotSlotReleased')).thenIds('foreign');
  });
});
