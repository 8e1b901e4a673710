import { isoDate } from '../../lib/iso-time.ts';
import type { ReadableDocuments } from '../../ports/documents.ts';
import type { Position } from '../../ports/event-log.ts';
import { type DailyAnswersDocument, dailyAnswers } from '../daily-answers/projection.ts';
import { projectionKey } from '../projection.ts';
import { ratings } from './projection.ts';

export type Satisfaction = { positive: number; negative: number; total: number; rate: number | null };

/**
 * A day in UTC. `answers` were given on that day, `notFound` of them without content; ratings count on the day of their last
 * change.
 */
export type SatisfactionOfDay = {
  date: string;
  answers: number;
  notFound: number;
  positive: number;
  negative: number;
};

const DAY_MS = 86_400_000;

/** The caller checks the chatbot's owner. */
export class RatingQueries {
  readonly #documents: ReadableDocuments;

  constructor(documents: ReadableDocuments) {
    this.#documents = documents;
  }

  /** Ratings up to here are counted; null before the first event. */
  async countedTo(): Promise<Position | null> {
    return (await this.#documents.checkpoint(projectionKey(ratings)))?.position ?? null;
  }

  async total(chatbotId: string): Promise<Satisfaction> {
    const [positive, negative] = await Promise.all([
      this.#documents.count(ratings.collection, { chatbotId, feedback: 'positive' }),
      this.#documents.count(ratings.collection, { chatbotId, feedback: 'negative' }),
    ]);
    const total = positive + negative;
    return { positive, negative, total, rate: total === 0 ? null : Math.round((positive / total) * 100) };
  }

  /** The last `days` days, oldest first, without gaps. @param now epoch milliseconds */
  async daily(chatbotId: string, days: number, now: number): Promise<SatisfactionOfDay[]> {
    const dates = Array.from({ length: days }, (_, ago) => isoDate(now - ago * DAY_MS)).reverse();
    const [from = ''] = dates;
    const byDate = { field: 'date', from };
    const [given, positive, negative] = await Promise.all([
      this.#answersByDate(chatbotId, days),
      this.#documents.countByValue(ratings.collection, { chatbotId, feedback: 'positive' }, byDate),
      this.#documents.countByValue(ratings.collection, { chatbotId, feedback: 'negative' }, byDate),
    ]);
    return dates.map((date) => ({
      date,
      answers: given.get(date)?.answers ?? 0,
      notFound: given.get(date)?.notFound ?? 0,
      positive: positive.get(date) ?? 0,
      negative: negative.get(date) ?? 0,
    }));
  }

  /** Covers at least the last `days` days. */
  async #answersByDate(chatbotId: string, days: number): Promise<ReadonlyMap<string, DailyAnswersDocument>> {
    const newest = await this.#documents.find<DailyAnswersDocument>(dailyAnswers.collection, {
      where: { chatbotId },
      orderBy: { field: 'date', direction: 'desc' },
      // Another node's clock may be a day ahead.
      limit: days + 1,
    });
    return new Map(newest.map(({ document }) => [document.date, document]));
  }
}
