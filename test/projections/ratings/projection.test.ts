import { describe, it } from 'vitest';
import { ratings } from '../../../src/projections/ratings/projection.ts';
import { fact } from '../../support/events/facts.ts';
import { givenEvents } from '../../support/projections/projection-spec.ts';

const rated = fact('MessageRated');

describe('A rating in its read model', () => {
  it('has the chatbot and the newest feedback', () => {
    givenEvents(ratings, rated).thenDocument('answer', {
      chatbotId: 'bot',
      feedback: 'positive',
      date: '2026-03-01',
    });
    givenEvents(ratings, rated, fact('MessageRated', { feedback: 'negative' })).thenDocument('answer', {
      chatbotId: 'bot',
      feedback: 'negative',
      date: '2026-03-01',
    });
  });

  it('is deleted when the visitor takes it back', () => {
    givenEvents(ratings, rated, fact('MessageRated', { feedback: null })).thenIds();
  });

  it('is deleted with its chatbot', () => {
    const foreign = fact('MessageRated', { messageId: 'foreign', chatbotId: 'other' });
    givenEvents(ratings, rated, foreign, fact('ChatbotDeleted')).thenIds('foreign');
    givenEvents(ratings, rated, foreign, fact('ChatbotSlotReleased')).thenIds('foreign');
  });
});
