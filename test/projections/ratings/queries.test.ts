import { describe, expect, it } from 'vitest';
import type { Feedback } from '../../../src/domain/conversation/events.ts';
import { fact } from '../../support/events/facts.ts';
import { NOON } from '../../support/fixtures.ts';
import { conversationStarted, historyOfFile, questionAsked } from '../../support/projections/history.ts';

const history = historyOfFile();

describe('Satisfaction by day', () => {
  const DAY = 86_400_000;
  const rated = (messageId: string, feedback: Feedback | null) => fact('MessageRated', { messageId, feedback });
  const answered = (messageId: string) => fact('AnswerGiven', { messageId });
  /** History goes on at noon that many days later. */
  const daysLater = (days: number) => {
    history().continueAt(1 + days * 24 * 60);
  };

  it('counts an answer on its day and a rating on the day of its last change', async () => {
    await history().happened(answered('a'), rated('a', 'positive'), answered('b'), rated('b', 'positive'));
    daysLater(2);
    await history().happened(answered('c'), rated('b', 'negative'), rated('c', 'negative'), rated('c', null));
    const counted = await history().queries.ratings.daily('bot', 3, NOON + 2 * DAY);
    expect(counted).toEqual([
      { date: '2026-03-01', answers: 2, notFound: 0, positive: 1, negative: 0 },
      { date: '2026-03-02', answers: 0, notFound: 0, positive: 0, negative: 0 },
      { date: '2026-03-03', answers: 1, notFound: 0, positive: 0, negative: 1 },
    ]);
    expect(await history().queries.ratings.daily('bot', 2, NOON + 2 * DAY)).toEqual(counted.slice(1));
    expect((await history().queries.ratings.daily('other', 1, NOON))[0]).toMatchObject({ answers: 0, positive: 0 });
  });

  it('keeps the counts of a conversation that was erased, not its questions', async () => {
    await history().happened(
      conversationStarted('talk', 'one'),
      questionAsked('question'),
      answered('a'),
      rated('a', 'negative'),
    );
    expect((await history().queries.outcomes.unanswered('bot', { limit: 10 })).questions).toHaveLength(1);
    await history().happened(fact('ConversationErased'));
    expect(await history().queries.outcomes.unanswered('bot', { limit: 10 })).toEqual({
      questions: [],
      total: 0,
      nextBefore: null,
    });
    const [day] = await history().queries.ratings.daily('bot', 1, NOON);
    expect(day).toEqual({ date: '2026-03-01', answers: 1, notFound: 0, positive: 0, negative: 1 });
    await history().happened(fact('ChatbotDeleted'));
    expect((await history().queries.ratings.daily('bot', 1, NOON))[0]).toMatchObject({
      answers: 0,
      positive: 0,
      negative: 0,
    });
  });
});
