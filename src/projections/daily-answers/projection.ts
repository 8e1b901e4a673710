import { isoDate } from '../../lib/iso-time.ts';
import { CHATBOT_ENDS, type ChatbotEnd, defineProjection, endsChatbot, reading } from '../projection.ts';

/** Answers of one chatbot on one day. They stay counted when a conversation is erased, as ratings do. */
export type DailyAnswersDocument = {
  readonly chatbotId: string;
  /** The day in UTC, as `2026-02-28`. */
  readonly date: string;
  /** Answers, those that broke off included. */
  readonly answers: number;
  /** Those of them that found nothing in the content. Answers of earlier releases, which record no outcome, count as found. */
  readonly notFound: number;
};

export const dailyAnswers = defineProjection<DailyAnswersDocument, 'AnswerGiven' | ChatbotEnd>({
  collection: { name: 'daily_answers', version: 2, indexes: [['chatbotId', 'date']] },
  handles: ['AnswerGiven', ...CHATBOT_ENDS],
  touches: ({ event, metadata }) =>
    endsChatbot(event) ? [] : reading(`${event.data.chatbotId}/${isoDate(metadata.at)}`),
  removes: ({ event }) => (endsChatbot(event) ? { chatbotId: event.data.chatbotId } : null),
  apply(before, { event, metadata }) {
    if (endsChatbot(event)) return null;
    const { chatbotId } = event.data;
    return {
      chatbotId,
      date: isoDate(metadata.at),
      answers: (before?.answers ?? 0) + 1,
      notFound: (before?.notFound ?? 0) + (event.data.outcome === 'not_found' ? 1 : 0),
    };
  },
});
