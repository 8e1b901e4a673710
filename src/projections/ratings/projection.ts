import type { Feedback } from '../../domain/conversation/events.ts';
import { isoDate } from '../../lib/iso-time.ts';
import { CHATBOT_ENDS, type ChatbotEnd, defineProjection, endsChatbot, writing } from '../projection.ts';

/** Ratings have documents of their own: they are few beside all messages, so counting them is cheap. */
export type RatingDocument = {
  readonly chatbotId: string;
  readonly feedback: Feedback;
  /** Day of the newest rating in UTC, as `2026-02-28`. */
  readonly date: string;
};

export const ratings = defineProjection<RatingDocument, 'MessageRated' | ChatbotEnd>({
  collection: { name: 'ratings', version: 2, indexes: [['chatbotId', 'feedback', 'date']] },
  handles: ['MessageRated', ...CHATBOT_ENDS],
  touches: ({ event }) => (endsChatbot(event) ? [] : writing(event.data.messageId)),
  removes: ({ event }) => (endsChatbot(event) ? { chatbotId: event.data.chatbotId } : null),
  apply(_before, { event, metadata }) {
    if (endsChatbot(event) || event.data.feedback === null) return null;
    const { chatbotId, feedback } = event.data;
    return { chatbotId, feedback, date: isoDate(metadata.at) };
  },
});
