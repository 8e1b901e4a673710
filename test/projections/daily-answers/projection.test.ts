import { describe, it } from 'vitest';
import { dailyAnswers } from '../../../src/projections/daily-answers/projection.ts';
import { fact } from '../../support/events/facts.ts';
import { givenEvents } from '../../support/projections/projection-spec.ts';

const answered = fact('AnswerGiven');
const ofOther = fact('AnswerGiven', { chatbotId: 'other' });
/** Events are recorded a minute apart from noon on. */
const untilMidnight = Array.from({ length: 12 * 60 }, () => fact('LeadDeleted'));

describe('The answers of a day in their read model', () => {
  it('are counted by chatbot, those that broke off too', () => {
    const history = [answered, ofOther, fact('AnswerGiven', { messageId: 'partial', partial: true })];
    givenEvents(dailyAnswers, ...history).thenDocument('bot/2026-03-01', {
      chatbotId: 'bot',
      date: '2026-03-01',
      answers: 2,
      notFound: 0,
    });
    givenEvents(dailyAnswers, ...history).thenFields('other/2026-03-01', { answers: 1 });
  });

  it('are counted apart when they found nothing in the content', () => {
    const history = [answered, fact('AnswerGiven', { outcome: 'not_found' }), answered];
    givenEvents(dailyAnswers, ...history).thenFields('bot/2026-03-01', { answers: 3, notFound: 1 });
  });

  it('end at midnight in UTC', () => {
    const history = givenEvents(dailyAnswers, ...untilMidnight.slice(1), answered, answered);
    history.thenFields('bot/2026-03-01', { answers: 1 });
    history.thenFields('bot/2026-03-02', { answers: 1 });
  });

  it('are deleted with their chatbot', () => {
    givenEvents(dailyAnswers, answered, ofOther, fact('ChatbotDeleted')).thenIds('other/2026-03-01');
    givenEvents(dailyAnswers, answered, ofOther, fact('ChatbotSlotReleased')).thenIds('other/2026-03-01');
  });
});
